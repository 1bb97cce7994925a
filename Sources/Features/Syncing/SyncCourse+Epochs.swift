internal import Sealing
internal import ServiceContract
internal import SyncFiles

extension SyncCourse {
  /// Keeps keys sealed to this device, then throws ``SyncFault/rekeyed``; returns doubted claims.
  func take(_ sealed: [UInt8]?, from mailbox: any HouseholdMailbox) throws(SyncFault) -> [String] {
    guard let sealed, !sealed.isEmpty else { return [] }
    guard let own = DeviceKeys(secretKey: note.secret, with: sodium) else { throw .sealing(.badKey) }
    let taken = sodium.ring(ring, addingAll: sealed, for: note.device, owner: note.owner, with: own)
    if taken.ring != ring {
      // Another process may have changed the name meanwhile.
      guard var fresh = SyncNote(at: home.sync), fresh.device == note.device else { throw .off }
      fresh.keys = taken.ring.keys.map { Invitation.Key(epoch: $0.epoch, group: $0.group) }
      try renaming(SyncFault.system, fresh.save(at: home.sync))
    }
    if taken.refused.isEmpty {
      try SyncFault.asking { () throws(MailboxError) in try mailbox.taken(sealed, by: note.device) }
    }
    if taken.ring != ring { throw .rekeyed }
    return taken.refused.map { $0.sentence }
  }

  /// Begins another epoch if a revoked device has the newest key: two revocations may cross.
  func renewKey(of members: [HouseholdMember], in mailbox: any HouseholdMailbox) throws(SyncFault) {
    guard let outsider = mailbox.outsider else { return }
    _ = try beginEpoch(without: outsider, members, in: mailbox)
    let me = try SyncFault.asking { () throws(MailboxError) in try mailbox.members() }
      .first { $0.head.device == note.device }
    _ = try take(me?.sealed, from: mailbox)
  }

  /// Makes a new key and tells it to all who remain; returns whether a printed sheet became void.
  func beginEpoch(
    without target: DeviceID, _ members: [HouseholdMember], in mailbox: any HouseholdMailbox
  ) throws(SyncFault) -> Bool {
    let staying = members.filter { !$0.isRevoked && $0.head.device != target }
    let epoch: NewEpoch
    epoch = try renaming(
      SyncFault.sealing,
      sodium.newEpoch(
        for: staying.map { NewEpoch.Member(device: $0.head.device, publicKey: $0.key) }, owner: note.owner, after: ring)
    )
    let seen = try SyncFault.storing { () throws(SQLiteError) in Heads(try store.devices().map { $0.head }) }
    return try SyncFault.asking { () throws(MailboxError) in
      try mailbox.revoke(target, beginning: epoch.ring.newest.epoch, telling: epoch.sealed, after: seen)
    }
  }

  /// Tells the others something that is not in the log.
  func say(_ body: SyncMessage.Body, at wall: Int64) throws(SyncFault) {
    let taken = try SyncFault.storing { () throws(SQLiteError) in try store.taken() }
    try append([body], from: taken, taken: taken, at: wall)
  }

  /// Drops devices that the household wants forgotten, and the faults about their absence.
  func drop(_ forgotten: [DeviceID], from faults: [MailboxFault]) throws(SyncFault) -> [MailboxFault] {
    for device in forgotten where device != note.device {
      try SyncFault.storing { () throws(SQLiteError) in try store.drop(device) }
    }
    return faults.filter { !forgotten.contains($0.device) }
  }

  /// Notes outgoing messages' links: those from before the newest key were linked with the old one.
  func settle(_ envelopes: [Envelope]) throws(SyncFault) {
    guard let last = envelopes.last else { return }
    let kept = try SyncFault.storing { () throws(SQLiteError) in try store.ownChain(last.header.number) }
    if kept == last.chain { return }
    // A process that has not heard of the newest key yet does not link with an old one what another may have sent.
    guard SyncNote(at: home.sync)?.keys == note.keys else { throw .rekeyed }
    try SyncFault.storing { () throws(SQLiteError) in
      try store.relink(envelopes.map { ($0.header.number, $0.chain) })
    }
  }
}
