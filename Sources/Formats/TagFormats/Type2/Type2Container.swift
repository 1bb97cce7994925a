/// The capability container of a Type 2 tag: the four octets of page 3, whose bits can only ever be set.
public struct Type2Container: Equatable, Sendable {
  /// The first octet of a formatted tag.
  public static let mark: UInt8 = 0xE1
  /// The address of the container.
  public static let address = 12

  /// The minor version; any is read.
  public var minorVersion: UInt8
  /// The size of the data area in octets. It begins with page 4.
  public var areaSize: Int
  /// 0 for free reading.
  public var readAccess: UInt8
  /// 0 for free writing, F for none, anything else for a password or somebody's own rule.
  public var writeAccess: UInt8

  /// The addresses of the data area.
  public var area: Range<Int> { 16..<16 + areaSize }

  /// Reads the container out of a memory image.
  public init(_ image: [UInt8]) throws(LayoutError) {
    guard image.count >= 16 else { throw .cutShort(at: image.count, needed: 16) }
    let octets = image[Self.address..<16]
    guard octets[12] == Self.mark else { throw .notFormatted(at: 12, found: octets[12]) }
    guard octets[13] >> 4 == 1 else {
      throw .unknownVersion(major: octets[13] >> 4, minor: octets[13] & 0xF, at: 13)
    }
    minorVersion = octets[13] & 0xF
    areaSize = Int(octets[14]) * 8
    readAccess = octets[15] >> 4
    writeAccess = octets[15] & 0xF
  }
}
