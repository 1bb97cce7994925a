import NDEF

/// Encodes a link, and reads it back from the bytes of a card.
func ndefExample() throws -> String {
  let message = NDEFMessage([try URIRecord("https://focuskey.app/focus/work").record])
  let bytes = message.encoded()
  let read = try NDEFMessage(decoding: bytes)
  return "\(bytes.count) bytes, \(read.records.count) record"
}
