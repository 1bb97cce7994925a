internal import CardDumps
internal import CommandShell
internal import NDEF
internal import Octets
internal import TagFormats

struct MessageAnswer: PrintedAnswer {
  let message: NDEFMessage
  /// What lenient reading had to overlook; `nil` if reading was strict.
  let passedOver: [NDEFError]?
  let octetCount: Int
  /// The dump of the card that contained it; `nil` for a message by itself.
  var source: CardDump?

  init(_ octets: [UInt8], leniently: Bool) throws(NDEFError) {
    octetCount = octets.count
    if leniently {
      let reading = try NDEFMessage.lenient(decoding: octets)
      message = reading.message
      passedOver = reading.passedOver
    } else {
      message = try NDEFMessage(decoding: octets)
      passedOver = nil
    }
  }

  var json: JSONValue {
    var object = JSONObject()
    object.append("ok", true)
    object.append("records", .array(message.records.map { record in record.json }))
    object.append("canonical_hex", .string(HexText.text(of: message.encoded())))
    if let source {
      object.append("dump", ["format": .string(source.format.word), "type": .string(source.image.type.rawValue)])
    }
    if let passedOver {
      object.append(
        "passed_over",
        .array(
          passedOver.map { error in
            [
              "kind": .string(error.kind), "message": .string(error.description), "at": JSONValue(error.offset),
            ]
          }))
    }
    return .object(object)
  }

  var text: String {
    var lines: [String] = []
    if let source { lines.append("from \(source.format.words) (\(source.image.type.rawValue))") }
    let width = message.records.map { record in record.content.kind.count }.max() ?? 0
    for (index, record) in message.records.enumerated() {
      let kind = record.content.kind
      var line = "\(index + 1)  \(kind)\(String(repeating: " ", count: width - kind.count))  \(record.words)"
      if !record.id.isEmpty { line += "  (id \(oneLine(String(decoding: record.id, as: UTF8.self))))" }
      lines.append(line)
    }
    let canonical = message.encodedCount
    lines.append(
      canonical == octetCount
        ? bytes(octetCount) : "\(bytes(octetCount)); written again it would have \(canonical)")
    for error in passedOver ?? [] { lines.append("passed over: \(error) (offset \(error.offset))") }
    return lines.joined(separator: "\n")
  }
}
