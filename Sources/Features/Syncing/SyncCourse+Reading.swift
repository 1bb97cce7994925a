internal import Sealing
internal import SyncFiles

/// Reads what others sent: envelopes, and the snapshot that replaces the oldest ones.
extension SyncCourse {
  /// Reads a device's messages to the end, or to where they are wrong.
  func read(
    _ device: SyncStore.Seen, from mailbox: any HouseholdMailbox, at wall: Int64, _ hear: (SyncMessage.Body) -> Void
  ) throws(SyncFault) -> MailboxFault? {
    var log = DeviceLog(owner: note.owner, head: device.head, epoch: device.epoch)
    while true {
      let before = log.head
      let envelopes = try SyncFault.asking { () throws(MailboxError) in
        try mailbox.pull(SyncPlan.Pull(device: before.device, after: before.number), of: note.owner)
      }
      if let first = envelopes.first, first.header.number > before.number + 1,
        let snapshot = try snapshot(of: before, in: mailbox)
      {
        if let fault = try read(snapshot, into: &log, at: wall, hear) { return fault }
        continue
      }
      var reading = SyncStore.Reading(before: before, log: log)
      var fault: MailboxFault?
      for envelope in envelopes where fault == nil {
        do throws(MailboxFault) {
          let octets = try log.accept(envelope, with: ring, by: sodium.functions)
          reading.messages.append((log.head.number, octets))
          take(octets, into: &reading, hear)
        } catch { fault = error }
      }
      reading.log = log
      try SyncFault.storing { () throws(SQLiteError) in try store.keep(reading, wall: wall) }
      if fault != nil || envelopes.count < MailboxPage.most { return fault }
    }
  }

  /// A device's snapshot, if it goes beyond what was read.
  private func snapshot(of head: Head, in mailbox: any HouseholdMailbox) throws(SyncFault) -> Snapshot? {
    let snapshot = try SyncFault.asking { () throws(MailboxError) in
      try mailbox.snapshot(of: head.device, note.owner)
    }
    return snapshot.flatMap { $0.header.number > head.number ? $0 : nil }
  }

  private func read(
    _ snapshot: Snapshot, into log: inout DeviceLog, at wall: Int64, _ hear: (SyncMessage.Body) -> Void
  ) throws(SyncFault) -> MailboxFault? {
    var reading = SyncStore.Reading(before: log.head, log: log)
    do throws(MailboxFault) {
      reading.packs = try log.accept(
        snapshot, with: ring, by: sodium.functions, unpacking: SyncStore.packing
      ) { take($0, into: &reading, hear) }
    } catch { return error }
    reading.log = log
    try SyncFault.storing { () throws(SQLiteError) in try store.keep(reading, wall: wall) }
    return nil
  }

  private func take(_ octets: [UInt8], into reading: inout SyncStore.Reading, _ hear: (SyncMessage.Body) -> Void) {
    guard let message = try? SyncMessage(octets: octets) else { return }
    reading.latest = max(reading.latest ?? message.time, message.time)
    hear(message.body)
    if case .hello(let hello) = message.body { reading.name = hello.name }
    if case .moved(let there) = message.body { reading.moves.append(there) }
  }

  /// A message's link, also from a snapshot (cached in `old`); `nil` if it is not in the mailbox.
  func link(
    of device: DeviceID, _ number: UInt64, _ mailbox: any HouseholdMailbox, _ old: inout [ChainLink]?
  ) throws(SyncFault) -> ChainLink? {
    if let old, number > 0, number <= old.count { return old[Int(number) - 1] }
    if let envelope = try envelope(of: device, number, mailbox), envelope.header.number == number {
      return envelope.chain
    }
    guard old == nil else { return nil }
    let links = try links(ofSnapshot: device, mailbox)
    old = links
    return number > 0 && number <= links.count ? links[Int(number) - 1] : nil
  }

  /// The links after each message that a device's snapshot replaces.
  private func links(ofSnapshot device: DeviceID, _ mailbox: any HouseholdMailbox) throws(SyncFault) -> [ChainLink] {
    let snapshot = try SyncFault.asking { () throws(MailboxError) in try mailbox.snapshot(of: device, note.owner) }
    guard let snapshot else { return [] }
    var log = DeviceLog(owner: note.owner, head: Head(device: device))
    // One that is not what it should be has nothing in common with anything.
    guard
      let packs = try? log.accept(snapshot, with: ring, by: sodium.functions, unpacking: SyncStore.packing, { _ in })
    else { return [] }
    let ring = DeviceLog.ring(ring, fitting: packs, to: log.head, by: sodium.functions, unpacking: SyncStore.packing)
    var links: [ChainLink] = []
    var link = ChainLink.start
    for pack in packs {
      guard let keys = ring[pack.epoch], let messages = pack.messages(by: SyncStore.packing) else { return links }
      for message in messages {
        guard let next = message.link ?? link.next(message.octets, with: keys, by: sodium.functions) else {
          return links
        }
        link = next
        links.append(link)
      }
    }
    return links
  }
}
