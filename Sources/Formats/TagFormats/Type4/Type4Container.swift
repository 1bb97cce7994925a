/// The capability container of a Type 4 tag: the file E103.
public struct Type4Container: Equatable, Sendable {
  /// The identifier of the container's own file.
  public static let fileIdentifier: UInt16 = 0xE103

  /// The mapping version's high nibble: 1, 2 or 3.
  public var majorVersion: UInt8
  /// The largest answer to READ BINARY (MLe).
  public var maximumRead: Int
  /// The largest data field of UPDATE BINARY (MLc).
  public var maximumWrite: Int
  /// The file with the message.
  public var file: MessageFile

  /// A file that holds a message: its length in two or four octets, then its octets.
  public struct MessageFile: Equatable, Sendable {
    /// The file's identifier.
    public var identifier: UInt16
    /// The file's size in octets, with the length field.
    public var size: Int
    /// 00 for free reading.
    public var readAccess: UInt8
    /// 00 for free writing, FF for none.
    public var writeAccess: UInt8
    /// How many octets the length takes: 2, or 4 in an extended file.
    public var lengthOctets: Int
    var addressOfWriteAccess: Int

    /// The largest message.
    public var capacity: Int { size - lengthOctets }
  }

  /// Reads the container.
  ///
  /// - Parameters:
  ///   - octets: the file E103.
  ///   - isPartial: whether the octets are only the beginning of it, which is enough where the message's file is
  ///     first.
  public init(_ octets: [UInt8], isPartial: Bool = false) throws(LayoutError) {
    guard octets.count >= 2 else { throw .cutShort(at: octets.count, needed: 15) }
    let count = Self.number(octets, 0)
    guard count >= 0x000F, count != 0xFFFF else { throw .invalidField(.containerLength, value: count, at: 0) }
    guard octets.count >= (isPartial ? 15 : count) else { throw .cutShort(at: octets.count, needed: count) }
    guard (1...3).contains(octets[2] >> 4) else {
      throw .unknownVersion(major: octets[2] >> 4, minor: octets[2] & 0xF, at: 2)
    }
    majorVersion = octets[2] >> 4
    maximumRead = Self.number(octets, 3)
    guard maximumRead >= 0x000F else { throw .invalidField(.maximumRead, value: maximumRead, at: 3) }
    maximumWrite = Self.number(octets, 5)
    guard maximumWrite >= 0x0001 else { throw .invalidField(.maximumWrite, value: maximumWrite, at: 5) }
    file = try Self.messageFile(in: octets, end: count)
  }

  /// The first NDEF file named by a control TLV (04: six octets, 06: eight); others are proprietary.
  private static func messageFile(in octets: [UInt8], end: Int) throws(LayoutError) -> MessageFile {
    var at = 7
    while at < end {
      guard at + 1 < end else { throw .invalidField(.containerTLV, value: 0, at: at) }
      guard at + 1 < octets.count else { throw .cutShort(at: octets.count, needed: end) }
      let length = Int(octets[at + 1])
      guard at + 2 + length <= end else { throw .invalidField(.containerTLV, value: length, at: at + 1) }
      guard at + 2 + length <= octets.count else { throw .cutShort(at: octets.count, needed: end) }
      switch (octets[at], length) {
      case (0x04, 6), (0x06, 8): return try messageFile(octets, at + 2, isExtended: octets[at] == 0x06)
      case (0x04, _), (0x06, _): throw .invalidField(.containerTLV, value: length, at: at + 1)
      default: at += 2 + length
      }
    }
    throw .invalidField(.containerTLV, value: 0, at: end)
  }

  private static func messageFile(
    _ octets: [UInt8], _ at: Int, isExtended: Bool
  ) throws(LayoutError) -> MessageFile {
    let identifier = UInt16(number(octets, at))
    guard ![0x0000, 0xE102, 0xE103, 0x3F00, 0x3FFF, 0xFFFF].contains(identifier) else {
      throw .invalidField(.fileIdentifier, value: Int(identifier), at: at)
    }
    let size = isExtended ? number(octets, at + 2) << 16 | number(octets, at + 4) : number(octets, at + 2)
    // Room for the length and the shortest message of three octets; the highest value is reserved.
    let smallest = isExtended ? 7 : 5
    guard size >= smallest, size < (isExtended ? 0xFFFF_FFFF : 0xFFFF) else {
      throw .invalidField(.fileSize, value: size, at: at + 2)
    }
    let access = at + (isExtended ? 6 : 4)
    return MessageFile(
      identifier: identifier, size: size, readAccess: octets[access], writeAccess: octets[access + 1],
      lengthOctets: isExtended ? 4 : 2, addressOfWriteAccess: access + 1)
  }

  private static func number(_ octets: [UInt8], _ at: Int) -> Int {
    Int(octets[at]) << 8 | Int(octets[at + 1])
  }
}
