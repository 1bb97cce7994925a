/// The last block of a sector: key A, access bits, a free octet (GPB), key B.
public struct ClassicTrailer: Equatable, Sendable {
  /// Six octets; cards give zeroes for it.
  public var keyA: [UInt8]
  /// The three octets of access bits.
  public var accessBits: [UInt8]
  /// The free octet: in sector 0 about the directory, in NDEF sectors about their version and access.
  public var generalPurpose: UInt8
  /// Six octets; cards mostly give zeroes for it.
  public var keyB: [UInt8]

  /// The public key of sectors with a directory.
  public static let directoryKey: [UInt8] = [0xA0, 0xA1, 0xA2, 0xA3, 0xA4, 0xA5]
  /// The public key of sectors with NDEF.
  public static let messageKey: [UInt8] = [0xD3, 0xF7, 0xD3, 0xF7, 0xD3, 0xF7]
  /// The key of a card from the factory.
  public static let factoryKey: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]

  /// Sector 0 with the directory of version 1, or of version 2 in a card with more than sixteen sectors.
  public static func directory(version: UInt8, keyB: [UInt8]) -> ClassicTrailer {
    ClassicTrailer(keyA: directoryKey, accessBits: [0x78, 0x77, 0x88], generalPurpose: 0xC0 | version, keyB: keyB)
  }

  /// A sector with NDEF that can be read and written by the public key.
  public static func message(keyB: [UInt8]) -> ClassicTrailer {
    ClassicTrailer(keyA: messageKey, accessBits: [0x7F, 0x07, 0x88], generalPurpose: 0x40, keyB: keyB)
  }

  /// A sector with NDEF that can be read only, for good.
  public static func readOnlyMessage(keyB: [UInt8]) -> ClassicTrailer {
    ClassicTrailer(keyA: messageKey, accessBits: [0x07, 0x8F, 0x0F], generalPurpose: 0x43, keyB: keyB)
  }

  /// A trailer from its parts.
  public init(keyA: [UInt8], accessBits: [UInt8], generalPurpose: UInt8, keyB: [UInt8]) {
    self.keyA = keyA
    self.accessBits = accessBits
    self.generalPurpose = generalPurpose
    self.keyB = keyB
  }

  /// Reads a trailer from the sixteen octets of its block.
  public init(_ block: ArraySlice<UInt8>) {
    let octets = Array(block) + [UInt8](repeating: 0, count: max(0, 16 - block.count))
    self.init(
      keyA: Array(octets[0..<6]), accessBits: Array(octets[6..<9]), generalPurpose: octets[9],
      keyB: Array(octets[10..<16]))
  }

  /// The sixteen octets.
  public var octets: [UInt8] { keyA + accessBits + [generalPurpose] + keyB }

  /// The access condition C1 C2 C3 of one of the four groups of blocks, 3 being the trailer; `nil` if the bits and
  /// their stored inverse do not agree, which closes the sector for good.
  public func condition(ofGroup group: Int) -> UInt8? {
    let inverse = ~accessBits[0]
    let c1 = accessBits[1] >> 4
    let c2 = accessBits[2] & 0xF
    let c3 = accessBits[2] >> 4
    guard inverse & 0xF == c1, inverse >> 4 == c2, ~accessBits[1] & 0xF == c3 else { return nil }
    let bit = UInt8(group)
    return (c1 >> bit & 1) << 2 | (c2 >> bit & 1) << 1 | c3 >> bit & 1
  }

  /// Whether some key may write the data blocks: conditions 000, 011, 100 and 110.
  public var allowsWritingData: Bool {
    (0..<3).allSatisfy { group in condition(ofGroup: group).map { [0, 3, 4, 6].contains($0) } ?? false }
  }
}
