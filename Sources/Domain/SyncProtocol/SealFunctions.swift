/// The functions that seal and open. The caller lends them (the Sealing room: libsodium), so that this room needs
/// no library. All of them are pure: nonces come in as arguments.
public struct SealFunctions: Sendable {
  /// XChaCha20-Poly1305 (IETF): the cipher text with its tag of 16 octets after it.
  public var seal: @Sendable (_ message: [UInt8], _ additional: [UInt8], _ nonce: [UInt8], _ key: [UInt8]) -> [UInt8]
  /// What was sealed; `nil` if one bit of the box, the additional data, the nonce or the key is not what it was.
  public var open: @Sendable (_ box: [UInt8], _ additional: [UInt8], _ nonce: [UInt8], _ key: [UInt8]) -> [UInt8]?
  /// Keyed BLAKE2b with that many octets of result (16 to 64).
  public var hash: @Sendable (_ message: [UInt8], _ key: [UInt8], _ count: Int) -> [UInt8]
  /// libsodium's `crypto_kdf`: the first subkey of 32 octets for a context of eight ASCII letters.
  public var subkey: @Sendable (_ key: [UInt8], _ context: [UInt8]) -> [UInt8]

  /// Octets of a nonce.
  public static let nonceCount = 24
  /// Octets that sealing adds: the tag.
  public static let tagCount = 16
  /// Octets of a key.
  public static let keyCount = 32

  /// The functions of a library.
  public init(
    seal: @escaping @Sendable (_ message: [UInt8], _ additional: [UInt8], _ nonce: [UInt8], _ key: [UInt8]) -> [UInt8],
    open: @escaping @Sendable (_ box: [UInt8], _ additional: [UInt8], _ nonce: [UInt8], _ key: [UInt8]) -> [UInt8]?,
    hash: @escaping @Sendable (_ message: [UInt8], _ key: [UInt8], _ count: Int) -> [UInt8],
    subkey: @escaping @Sendable (_ key: [UInt8], _ context: [UInt8]) -> [UInt8]
  ) {
    self.seal = seal
    self.open = open
    self.hash = hash
    self.subkey = subkey
  }
}

/// The group's key of one epoch and what is derived from it: a key for each use, so that no box can be taken for
/// one of another kind.
public struct EpochKeys: Equatable, Sendable {
  /// Which epoch.
  public let epoch: Epoch
  /// The group's key: what an invitation and a grant carry. Everything else follows from it.
  public let group: [UInt8]
  /// Seals messages (context `fk_facts`).
  public let facts: [UInt8]
  /// Links messages to a chain (`fk_chain`).
  public let chain: [UInt8]
  /// Seals snapshots (`fk_snaps`).
  public let snapshots: [UInt8]
  /// Seals what a device is called, and vouches for the key of the next epoch (`fk_names`).
  public let names: [UInt8]

  /// The keys of an epoch; `nil` unless the group's key has 32 octets.
  public init?(epoch: Epoch, group: [UInt8], by functions: SealFunctions) {
    guard group.count == SealFunctions.keyCount else { return nil }
    self.epoch = epoch
    self.group = group
    facts = functions.subkey(group, Array("fk_facts".utf8))
    chain = functions.subkey(group, Array("fk_chain".utf8))
    snapshots = functions.subkey(group, Array("fk_snaps".utf8))
    names = functions.subkey(group, Array("fk_names".utf8))
  }
}

/// The keys of all epochs that a device was told, so that what was sealed long ago still opens. New messages are
/// sealed with ``newest``.
public struct KeyRing: Equatable, Sendable {
  /// By epoch, the oldest first; never empty.
  public private(set) var keys: [EpochKeys]

  /// A ring with one key.
  public init(_ first: EpochKeys) { keys = [first] }

  /// The keys that new messages are sealed with.
  public var newest: EpochKeys { keys[keys.count - 1] }

  /// The keys of an epoch; `nil` where this device was never told.
  public subscript(_ epoch: Epoch) -> EpochKeys? { keys.first { $0.epoch == epoch } }

  /// Adds the keys of another epoch; one that is there already stays as it is.
  public mutating func add(_ more: EpochKeys) {
    guard self[more.epoch] == nil else { return }
    keys.append(more)
    keys.sort { $0.epoch < $1.epoch }
  }
}
