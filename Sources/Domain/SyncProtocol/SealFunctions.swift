/// The functions that seal and open. The caller lends them (the Sealing room: libsodium), so that this room needs
/// no library. All of them are pure: nonces come in as arguments.
package struct SealFunctions: Sendable {
  /// XChaCha20-Poly1305 (IETF): the cipher text with its tag of 16 octets after it.
  package var seal: @Sendable (_ message: [UInt8], _ additional: [UInt8], _ nonce: [UInt8], _ key: [UInt8]) -> [UInt8]
  /// The message; `nil` if a bit of the box, the additional data, the nonce or the key differs.
  package var open: @Sendable (_ box: [UInt8], _ additional: [UInt8], _ nonce: [UInt8], _ key: [UInt8]) -> [UInt8]?
  /// Keyed BLAKE2b with that many octets of result (16 to 64).
  package var hash: @Sendable (_ message: [UInt8], _ key: [UInt8], _ count: Int) -> [UInt8]
  /// libsodium's `crypto_kdf`: the first subkey of 32 octets for a context of eight ASCII letters.
  package var subkey: @Sendable (_ key: [UInt8], _ context: [UInt8]) -> [UInt8]

  package static let nonceCount = 24
  package static let tagCount = 16
  package static let keyCount = 32

  package init(
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
package struct EpochKeys: Equatable, Sendable {
  package let epoch: Epoch
  /// The group's key: what an invitation and a grant carry. Everything else follows from it.
  package let group: [UInt8]
  /// Seals messages (context `fk_facts`).
  package let facts: [UInt8]
  /// Links messages to a chain (`fk_chain`).
  package let chain: [UInt8]
  /// Seals snapshots (`fk_snaps`).
  package let snapshots: [UInt8]
  /// Seals what a device is called, and vouches for the key of the next epoch (`fk_names`).
  package let names: [UInt8]
  /// Of several keys of one epoch the one with the highest rank counts; everybody who knows them comes to the same one.
  package let rank: UInt64

  /// `nil` unless the group's key has 32 octets.
  package init?(epoch: Epoch, group: [UInt8], by functions: SealFunctions) {
    guard group.count == SealFunctions.keyCount else { return nil }
    self.epoch = epoch
    self.group = group
    facts = functions.subkey(group, Array("fk_facts".utf8))
    chain = functions.subkey(group, Array("fk_chain".utf8))
    snapshots = functions.subkey(group, Array("fk_snaps".utf8))
    names = functions.subkey(group, Array("fk_names".utf8))
    rank = functions.hash(Array("fk_rank".utf8), group, 32).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Tells keys of one epoch apart in the names of files, for those who know them.
  package var mark: UInt16 { UInt16(truncatingIfNeeded: rank >> 48) }
}

/// The keys of all epochs that a device was told, so that what was sealed long ago still opens. New messages are
/// sealed with ``newest``.
///
/// One epoch may have several keys: two devices that put somebody out before they heard of each other each began it
/// with a key of its own. All of them open what was sealed with them; the one with the highest rank counts.
package struct KeyRing: Equatable, Sendable {
  /// By epoch, the oldest first, and within an epoch by rank; never empty.
  package private(set) var keys: [EpochKeys]

  package init(_ first: EpochKeys) { keys = [first] }

  /// The keys that new messages are sealed with.
  package var newest: EpochKeys { keys[keys.count - 1] }

  /// The keys that count of an epoch; `nil` where this device was never told.
  package subscript(_ epoch: Epoch) -> EpochKeys? { keys.last { $0.epoch == epoch } }

  /// All keys of an epoch, those that count first.
  package func all(of epoch: Epoch) -> [EpochKeys] { keys.reversed().filter { $0.epoch == epoch } }

  /// Adds keys, unless they are there already.
  package mutating func add(_ more: EpochKeys) {
    guard !keys.contains(where: { $0.epoch == more.epoch && $0.group == more.group }) else { return }
    keys.append(more)
    keys.sort { ($0.epoch, $0.rank) < ($1.epoch, $1.rank) }
  }

  /// Rings with one key for each epoch, in every possible choice, those that count first.
  var choices: [KeyRing] {
    let epochs = Set(keys.map { $0.epoch }).sorted()
    var choices: [[EpochKeys]] = [[]]
    for epoch in epochs {
      // More than a few devices never put somebody out at one moment.
      choices = Array(choices.flatMap { begun in all(of: epoch).map { begun + [$0] } }.prefix(Self.mostChoices))
    }
    return choices.compactMap { choice in
      guard let first = choice.first else { return nil }
      var ring = KeyRing(first)
      for keys in choice.dropFirst() { ring.add(keys) }
      return ring
    }
  }

  private static let mostChoices = 64
}
