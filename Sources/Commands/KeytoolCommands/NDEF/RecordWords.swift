internal import CommandShell
internal import NDEF
internal import Octets

extension NDEFRecord {
  /// What the record says, in one line for people; foreign text is made harmless for a terminal.
  var words: String {
    switch content {
    case .empty: "(nothing)"
    case .uri(let record): oneLine(record.uri)
    case .absoluteURI(let uri): oneLine(uri)
    case .text(let record): "\(oneLine(record.language)): \(oneLine(record.text))"
    case .smartPoster(let poster): poster.words
    case .androidApplication(let application): oneLine(application.package)
    case .external(let type), .wellKnown(let type): "\(oneLine(type)), \(bytes(payloadLength))"
    case .media(let type): mediaWords(type)
    case .handover(let handover): "\(handover.role.word), carriers: \(handover.carriers.count)"
    case .wiFi(let configuration):
      configuration.credentials.map { oneLine(String(decoding: $0.networkName, as: UTF8.self)) }.joined(separator: ", ")
    case .bluetooth(let device), .bluetoothLowEnergy(let device):
      [device.name.map(oneLine), device.address.map(address)].compactMap { $0 }.joined(separator: " ")
    case .signature(let signature):
      "certificates: \(signature.certificates.count)\(signature.isOlderVersion ? ", older version (1.0)" : "")"
    case .deviceInformation(let device):
      [device.text(0), device.text(1)].compactMap { $0 }.map(oneLine).joined(separator: " ")
    case .unknown: bytes(payloadLength)
    case .malformed(let type, let fault): "\(type.rawValue): \(fault) (byte \(fault.offset) of the payload)"
    }
  }

  private func mediaWords(_ type: String) -> String {
    if type.lowercased().hasPrefix("text/"), let text = String(validating: payload, as: UTF8.self) {
      return "\(oneLine(type)): \(oneLine(text))"
    }
    return "\(oneLine(type)), \(bytes(payloadLength))"
  }
}

extension SmartPoster {
  fileprivate var words: String {
    var words = oneLine(uri.uri)
    for title in titles { words += " | \(oneLine(title.language)): \(oneLine(title.text))" }
    if let action { words += " | \(action.word)" }
    return words
  }
}

/// `1 byte`, `20 bytes`.
func bytes(_ count: Int) -> String {
  count == 1 ? "1 byte" : "\(count) bytes"
}
