package import SyncProtocol

/// The result of revoking a device: a new key, and the row that tells each remaining device.
package struct NewEpoch: Sendable {
  /// A device that stays, and the public key that its row in the mailbox shows.
  package struct Member: Sendable {
    package var device: DeviceID
    /// Its X25519 key.
    package var publicKey: [UInt8]

    package init(device: DeviceID, publicKey: [UInt8]) {
      self.device = device
      self.publicKey = publicKey
    }
  }

  /// The ring with the new key, with which this device seals from now on.
  package let ring: KeyRing
  /// What each remaining device gets in its column `sealed`.
  package let sealed: [(device: DeviceID, grant: [UInt8])]

  /// How many octets a sealed grant has: a column holds one after the other, for a device that was away for several
  /// epochs.
  package static let grantCount = EpochGrant.count + Sodium.boxOverhead
}

extension Sodium {
  /// Makes the key of the next epoch and seals it to each device that stays. Write the rows and the revocation in one
  /// transaction, keep the ring, then seal with it.
  package func newEpoch(for members: [NewEpoch.Member], owner: OwnerID, after ring: KeyRing) throws(SealingError)
    -> NewEpoch
  {
    let group = chance(SealFunctions.keyCount)
    var sealed: [(device: DeviceID, grant: [UInt8])] = []
    for member in members {
      guard let grant = EpochGrant(group: group, to: member.device, owner: owner, with: ring, by: functions) else {
        throw .badKey
      }
      sealed.append((member.device, try seal(grant.octets, to: member.publicKey)))
    }
    guard let epoch = ring.newest.epoch.next, let keys = keys(of: epoch, group: group) else { throw .badKey }
    var next = ring
    next.add(keys)
    return NewEpoch(ring: next, sealed: sealed)
  }

  /// Adds all grants from the column `sealed`, oldest first; refused ones change nothing.
  package func ring(
    _ ring: KeyRing, addingAll sealed: [UInt8], for device: DeviceID, owner: OwnerID, with own: DeviceKeys
  ) -> (ring: KeyRing, refused: [EnvelopeError]) {
    var (ring, refused) = (ring, [EnvelopeError]())
    for start in stride(from: 0, to: sealed.count, by: NewEpoch.grantCount) {
      let grant = Array(sealed[start..<min(start + NewEpoch.grantCount, sealed.count)])
      do throws(EnvelopeError) {
        ring = try self.ring(ring, adding: grant, for: device, owner: owner, with: own)
      } catch { refused.append(error) }
    }
    return (ring, refused)
  }

  /// Adds a grant from the column `sealed`; one that is not vouched for changes nothing.
  package func ring(
    _ ring: KeyRing, adding sealed: [UInt8], for device: DeviceID, owner: OwnerID, with own: DeviceKeys
  ) throws(EnvelopeError) -> KeyRing {
    guard let octets = open(sealed, with: own) else { throw .grantDamaged }
    let grant = try EpochGrant(octets: octets, to: device, owner: owner, with: ring, by: functions)
    guard let keys = keys(of: grant.epoch, group: grant.group) else { throw .grantDamaged }
    var next = ring
    next.add(keys)
    return next
  }
}
