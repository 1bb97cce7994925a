// rooms: Octets NDEF NDEFModel

import NDEF
import NDEFModel

/// Any octets: the second reading of the specification must agree, what is written must be read back, lenient reading
/// must say why it was needed, and no content of any record may trap.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzNDEF(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let octets = Array(UnsafeBufferPointer(start: start, count: count))
  if let found = disagreement(on: octets) { fatalError(found) }
  let strict = try? NDEFMessage(decoding: octets)
  if let strict {
    let written = strict.encoded()
    precondition(written.count == strict.encodedCount)
    precondition((try? NDEFMessage(decoding: written))?.encoded() == written)
  }
  let place = NDEFMessage.firstPlainURI(in: octets.span)
  if let lenient = try? NDEFMessage.lenient(decoding: octets) {
    precondition(lenient.passedOver.isEmpty == (strict != nil))
    precondition((try? NDEFMessage(decoding: lenient.message.encoded())) != nil)
    for record in lenient.message.records { read(record.content) }
    if let place {
      let text = place.text(in: octets.span)
      precondition(lenient.message.records.contains { $0.content == (try? .uri(URIRecord(text))) })
    }
  }
  // The same octets as the payload of each kind of record.
  for (format, type): (TypeNameFormat, String) in [
    (.wellKnown, "U"), (.wellKnown, "T"), (.wellKnown, "Sp"), (.wellKnown, "Hs"), (.wellKnown, "Hr"),
    (.wellKnown, "Sig"),
    (.wellKnown, "Di"), (.media, WiFiConfiguration.mediaType), (.media, BluetoothOutOfBand.classicMediaType),
    (.media, BluetoothOutOfBand.lowEnergyMediaType), (.external, AndroidApplication.typeName),
  ] {
    if let record = try? NDEFRecord(format, type: Array(type.utf8), payload: octets) { read(record.content) }
  }
  return 0
}

/// Looks at what a record says; what can be written must be read back the same.
private func read(_ content: RecordContent) {
  switch content {
  case .uri(let record):
    if record.uri.utf8.allSatisfy({ $0 >= 0x20 }) { precondition((try? URIRecord(decoding: record.payload)) == record) }
  case .text(let record): precondition((try? TextRecord(decoding: record.payload)) == record)
  case .smartPoster(let poster): precondition(poster.record.content == .smartPoster(poster))
  case .bluetooth(let device), .bluetoothLowEnergy(let device): _ = device.name
  case .deviceInformation(let device): _ = device.text(0)
  case .malformed(_, let fault): precondition(!fault.description.isEmpty && !fault.kind.isEmpty)
  default: break
  }
}
