import TagFormats

/// Finds the message in the memory of an NTAG213, as a reader gave it.
func tagFormatsExample() throws -> String {
  var memory: [UInt8] = [0x04, 0x11, 0x22, 0xBF, 0x33, 0x44, 0x55, 0x66, 0x44, 0x48, 0x00, 0x00]
  memory += [0xE1, 0x10, 0x12, 0x00]  // NDEF, version 1.0, 144 bytes
  memory += [0x03, 0x05, 0xD1, 0x01, 0x01, 0x55, 0x00, 0xFE]
  memory += [UInt8](repeating: 0, count: 180 - memory.count)
  let contents = try Type2Image(memory).contents(chip: .ntag213)
  guard case .octets(let message) = contents.message else { return "no message" }
  return "\(message.count) bytes of \(contents.capacity)"
}
