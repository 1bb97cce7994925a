/// Why bytes are not a measurement.
package enum BodySignalError: Error, Equatable, Sendable {
  /// They end before what their flags announce.
  case tooShort
  /// There are more than their flags announce.
  case tooLong
  /// Flags are set that the format reserves for later.
  case unknownFlags(UInt8)
}

/// Little-endian numbers in the order in which a sensor writes them.
struct BodyBytes {
  private let bytes: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// How many bytes are still unread.
  var left: Int { bytes.count - place }

  mutating func byte() throws(BodySignalError) -> UInt8 {
    guard place < bytes.count else { throw .tooShort }
    place += 1
    return bytes[place - 1]
  }

  mutating func short() throws(BodySignalError) -> UInt16 {
    let low = try byte()
    return UInt16(low) | UInt16(try byte()) << 8
  }

  mutating func long() throws(BodySignalError) -> UInt32 {
    let low = try short()
    return UInt32(low) | UInt32(try short()) << 16
  }
}
