internal import FocusWire
internal import Following
internal import LinuxRuntime
internal import Sealing
internal import SyncFiles

/// Replaces old messages by one sealed snapshot: smaller, read in one piece, forgetting deleted.
extension SyncCourse {
  /// Replaces own messages by a snapshot, if one is due and the mailbox has them all.
  func compact(in mailbox: any HouseholdMailbox, at wall: Int64) throws(SyncFault) {
    var (head, state, sent) = try SyncFault.storing { () throws(SQLiteError) in
      (try store.ownHead(note.device), try store.compacted(), try store.acknowledged())
    }
    let many = mailbox.carrier == .folder ? SnapshotState.manyFiles : SnapshotState.many
    guard sent == head.number, state.isDue(upTo: head.number, since: try firstTime(), at: wall, many: many) else {
      return
    }
    let isMade = try replace(upTo: head, in: mailbox)
    state.note(upTo: head.number, at: wall, isMade: isMade)
    try SyncFault.storing { () throws(SQLiteError) in try store.note(state) }
  }

  private func replace(upTo head: Head, in mailbox: any HouseholdMailbox) throws(SyncFault) -> Bool {
    guard let snapshot = try snapshot(upTo: head) else { return false }
    do throws(MailboxError) {
      try mailbox.compact(snapshot)
      return true
    } catch {
      if mailbox.isBroken { throw .mailbox(error) }
      // A server that refuses it has the envelopes: nothing waits for a snapshot.
      return false
    }
  }

  /// Own messages up to a head as a snapshot; `nil` if this is not possible here.
  func snapshot(upTo head: Head) throws(SyncFault) -> Snapshot? {
    guard let body = try body(upTo: head.number) else { return nil }
    return try renaming(
      SyncFault.envelope,
      Snapshot.seal(
        body, upTo: head, owner: note.owner, nonce: sodium.nonce(), with: ring, by: sodium.functions))
  }

  private func firstTime() throws(SyncFault) -> Int64 {
    let first = try SyncFault.storing { () throws(SQLiteError) in try store.own(after: 0, most: 1).first }
    return first.flatMap { try? SyncMessage(octets: $0.message).time.milliseconds } ?? .max
  }

  /// All own messages, packed; `nil` if this is not possible here.
  private func body(upTo last: UInt64) throws(SyncFault) -> [UInt8]? {
    var leaving = LeavingOut(try forgotten(upTo: last))
    var maker = MessagePack.Maker(by: SyncStore.packing)
    var link = ChainLink.start
    var epochs = ring.keys[...]
    try each(upTo: last) { octets, sent in
      // Each was linked with the key of its time, and keys only go forward.
      while let keys = epochs.first, link.next(octets, with: keys, by: sodium.functions) != sent {
        epochs = epochs.dropFirst()
      }
      link = sent
      guard let keys = epochs.first else { return false }
      var kept = kept(of: octets, sent, &leaving)
      // Of several keys of an epoch others may think that another counts.
      if ring.all(of: keys.epoch).count > 1 { kept.link = sent }
      return maker.add(kept, epoch: keys.epoch)
    }
    return epochs.isEmpty ? nil : maker.finish()
  }

  private func kept(of octets: [UInt8], _ link: ChainLink, _ leaving: inout LeavingOut) -> MessagePack.Message {
    guard !leaving.isNothing, let message = try? SyncMessage(octets: octets), case .fact(let text) = message.body,
      let fact = try? Fact(octets: text)
    else { return MessagePack.Message(octets) }
    let kept: [UInt8]
    switch leaving.keep(of: fact) {
    case .whole: return MessagePack.Message(octets)
    case .part(let part): kept = Array(part.json.text.utf8)
    case .nothing: kept = []
    }
    let left = LeftOut(text, keeping: kept, by: sodium.functions)
    return MessagePack.Message(SyncMessage(time: message.time, body: .leftOut(left)).octets, link: link)
  }

  private func forgotten(upTo last: UInt64) throws(SyncFault) -> Set<SessionID> {
    var forgotten: Set<SessionID> = []
    try each(upTo: last) { octets, _ in
      if case .fact(let text)? = try? SyncMessage(octets: octets).body,
        let session = (try? Fact(octets: text))?.forgottenSession
      {
        forgotten.insert(session.id)
      }
      return true
    }
    return forgotten
  }

  /// Visits own messages with their links, until `body` returns `false`.
  func each(
    upTo last: UInt64, _ body: (_ message: [UInt8], _ link: ChainLink) -> Bool
  ) throws(SyncFault) {
    var number: UInt64 = 0
    while number < last {
      let (page, links) = try SyncFault.storing { () throws(SQLiteError) in
        (try store.own(after: number, most: Self.facts), try store.ownChains(after: number, most: Self.facts))
      }
      guard let end = page.last, page.count == links.count else { return }
      for ((place, octets), link) in zip(page, links) where place <= last { if !body(octets, link) { return } }
      number = end.number
    }
  }
}
