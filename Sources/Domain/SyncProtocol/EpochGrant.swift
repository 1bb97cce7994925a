internal import Octets

/// The key of a new epoch for one device: made by the device that revokes another, sealed to the public key of each
/// that stays (`crypto_box_seal`), and put into that device's row.
///
/// Anybody can seal something to a public key. So the grant carries a proof by the key of the epoch before: a
/// mailbox cannot slip in a key of its own.
package struct EpochGrant: Equatable, Sendable {
  package var epoch: Epoch
  /// Its group key: 32 random octets.
  package var group: [UInt8]
  package let device: DeviceID
  private let proof: [UInt8]

  private static let proofCount = 16
  /// How many octets a grant has before it is sealed.
  package static let count = 1 + 4 + SealFunctions.keyCount + proofCount

  /// The grant of the epoch after the ring's newest; `nil` after the last epoch, or unless the key has 32 octets.
  package init?(group: [UInt8], to device: DeviceID, owner: OwnerID, with ring: KeyRing, by functions: SealFunctions) {
    guard group.count == SealFunctions.keyCount, let epoch = ring.newest.epoch.next else { return nil }
    self.epoch = epoch
    self.group = group
    self.device = device
    proof = Self.proof(of: epoch, group, device, owner, by: ring.newest, functions)
  }

  /// Version (1), epoch (4), key (32), proof (16): what is sealed to the device's public key.
  package var octets: [UInt8] { [1] + BigEndian.octets(of: epoch.number) + group + proof }

  /// Reads and checks an opened grant; `ring` must contain the key of the epoch before.
  package init(
    octets: [UInt8], to device: DeviceID, owner: OwnerID, with ring: KeyRing, by functions: SealFunctions
  ) throws(EnvelopeError) {
    var reader = OctetReader(octets)
    guard reader.number(octets: 1) == 1, let number = reader.word(), let group = reader.take(SealFunctions.keyCount),
      let proof = reader.take(Self.proofCount), reader.isAtEnd
    else { throw .grantDamaged }
    guard number > 1 else { throw .grantUnknownEpoch(Epoch(number)) }
    let before = ring.all(of: Epoch(number - 1))
    if before.isEmpty { throw .grantUnknownEpoch(Epoch(number)) }
    self.epoch = Epoch(number)
    self.group = Array(group)
    self.device = device
    self.proof = Array(proof)
    let isProven = before.contains { keys in
      Self.proof(of: epoch, self.group, device, owner, by: keys, functions) == self.proof
    }
    guard isProven else { throw .grantUnproven }
  }

  private static func proof(
    of epoch: Epoch, _ group: [UInt8], _ device: DeviceID, _ owner: OwnerID, by keys: EpochKeys,
    _ functions: SealFunctions
  ) -> [UInt8] {
    let message =
      Array("fk_grant".utf8) + owner.octets + device.octets + BigEndian.octets(of: epoch.number) + group
    return Array(functions.hash(message, keys.names, 32).prefix(proofCount))
  }
}
