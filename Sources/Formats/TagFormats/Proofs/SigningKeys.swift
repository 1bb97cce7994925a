/// The two keys with which an NTAG 424 DNA signs its taps.
public struct SigningKeys: Equatable, Sendable {
  /// The keys' numbers on the card; key 0 stays the one that changes the settings.
  static let metaNumber: UInt8 = 1
  static let fileNumber: UInt8 = 2

  /// Sixteen octets: what UID and counter are enciphered with.
  public let metaKey: [UInt8]
  /// Sixteen octets: what the code over them is made with.
  public let fileKey: [UInt8]

  /// What the factory leaves on every card.
  public static let factory = SigningKeys()

  private init() {
    metaKey = [UInt8](repeating: 0, count: 16)
    fileKey = metaKey
  }

  /// Two keys; `nil` if one does not have sixteen octets.
  public init?(metaKey: [UInt8], fileKey: [UInt8]) {
    guard metaKey.count == 16, fileKey.count == 16 else { return nil }
    self.metaKey = metaKey
    self.fileKey = fileKey
  }

  /// The data of the command that gives a key another value, before they are sealed (data sheet NT4H2421Gx,
  /// "ChangeKey", for a key that is not the proven one): the difference, the version of the key, the checksum of the
  /// new one.
  static func change(from old: [UInt8], to new: [UInt8]) -> [UInt8] {
    zip(old, new).map { $0 ^ $1 } + [new.contains { $0 != 0 } ? 1 : 0] + checksum(new)
  }

  /// CRC32 of IEEE 802.3 without its last inversion, the lowest octet first (AN12196, "ChangeKey").
  package static func checksum(_ octets: [UInt8]) -> [UInt8] {
    var register: UInt32 = 0xFFFF_FFFF
    for octet in octets {
      register ^= UInt32(octet)
      for _ in 0..<8 { register = register & 1 == 1 ? register >> 1 ^ 0xEDB8_8320 : register >> 1 }
    }
    return (0..<4).map { UInt8(truncatingIfNeeded: register >> (8 * $0)) }
  }
}
