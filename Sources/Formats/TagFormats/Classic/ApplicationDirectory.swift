/// The MIFARE application directory: which application each sector belongs to.
public struct ApplicationDirectory: Equatable, Sendable {
  /// The identifier of NDEF sectors, in the order in which the octets stand.
  public static let messageIdentifier: [UInt8] = [0x03, 0xE1]

  /// The sectors that hold the message, in ascending order.
  public var messageSectors: [Int]
  /// Whether there is a second directory beyond the end of the image.
  public var isPartial = false
  /// What is odd and did not hinder the reading.
  public var warnings: [LayoutWarning] = []

  /// Reads the directory of sector 0 and, where sector 0's trailer announces version 2, that of sector 16.
  public init(_ image: [UInt8]) throws(LayoutError) {
    guard image.count >= 64 else { throw .cutShort(at: image.count, needed: 64) }
    let trailer = ClassicTrailer(image[48..<64])
    let isAnnounced = trailer.generalPurpose & 0x80 != 0
    let first = Array(image[16..<48])
    let computed = Self.checksum(first[1...])
    guard computed == first[0] else {
      guard isAnnounced else { throw .notFormatted(at: 57, found: trailer.generalPurpose) }
      throw .checksum(found: UInt16(first[0]), computed: UInt16(computed), at: 16)
    }
    if !isAnnounced { warnings.append(.directoryNotAnnounced) }
    messageSectors = Self.sectors(in: first[2...], from: 1)
    guard trailer.generalPurpose & 0x03 == 2 else { return }
    let place = ClassicGeometry.data(ofSector: 16)
    guard image.count >= place.upperBound else {
      isPartial = true
      return
    }
    let second = Array(image[place])
    if Self.checksum(second[1...]) == second[0] {
      messageSectors += Self.sectors(in: second[2...], from: 17)
    } else {
      warnings.append(.secondDirectoryUnreadable)
    }
  }

  private static func sectors(in identifiers: ArraySlice<UInt8>, from first: Int) -> [Int] {
    var sectors: [Int] = []
    var sector = first
    var at = identifiers.startIndex
    while at + 1 < identifiers.endIndex {
      if identifiers[at..<at + 2].elementsEqual(messageIdentifier) { sectors.append(sector) }
      at += 2
      sector += 1
    }
    return sectors
  }

  /// The 32 octets of blocks 1 and 2 for a card whose sectors up to `sectorCount` all hold the message.
  public static func first(sectorCount: Int) -> [UInt8] {
    directory(identifiers: 15, used: min(sectorCount, 16) - 1)
  }

  /// The 48 octets of sector 16 for a card of forty sectors that all hold the message.
  public static func second() -> [UInt8] {
    directory(identifiers: 23, used: 23)
  }

  /// Octet 0 is the checksum, octet 1 names the sector of the card's publisher, here none.
  private static func directory(identifiers: Int, used: Int) -> [UInt8] {
    var octets: [UInt8] = [0x00]
    for index in 0..<identifiers { octets += index < used ? messageIdentifier : [0x00, 0x00] }
    return [checksum(octets[...])] + octets
  }

  /// CRC-8 with the polynomial 1D from C7 on, highest bit first (MIFARE application directory, section "CRC
  /// calculation").
  static func checksum(_ octets: ArraySlice<UInt8>) -> UInt8 {
    octets.reduce(0xC7) { checksum, octet in
      (0..<8).reduce(checksum ^ octet) { value, _ in value & 0x80 == 0 ? value << 1 : value << 1 ^ 0x1D }
    }
  }
}
