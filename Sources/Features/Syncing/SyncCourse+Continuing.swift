internal import FocusPorts
internal import Octets
internal import SQLiteLog
internal import Sealing
internal import ServiceContract
internal import SyncFiles

/// A home whose past is not the one that was sent under its id: it was restored from a backup, or copied. It goes on
/// under a new id from what both have in common, and what was sent beyond that is another device's.
extension SyncCourse {
  /// What a line of the log is recognized by.
  func mark(of text: String) -> String {
    HexText.text(of: sodium.functions.hash(Array(text.utf8), [], 32).prefix(16))
  }

  /// Whether the log still has the last fact that was sent; a missing log counts as the same.
  func isLogTheSame() throws(SyncFault) -> Bool {
    let (taken, mark) = try SyncFault.storing { () throws(SQLiteError) in (try store.taken(), try store.mark()) }
    guard taken > 0, !mark.isEmpty, log.isThere else { return true }
    return try self.mark(ofFact: taken) == mark
  }

  func mark(ofFact number: Int64) throws(SyncFault) -> String? {
    do throws(LogError) {
      let line = try log.bodies(after: number - 1, most: 1).first
      return line.flatMap { $0.number == number ? mark(of: $0.text) : nil }
    } catch { throw .log(error) }
  }

  /// Continues under a new id if the log or message file changed; returns the mailbox's faults.
  func continueIfRestored(
    from shown: Head, _ mailbox: any HouseholdMailbox, at wall: Int64
  ) throws(SyncFault) -> [MailboxFault] {
    let owner = try SyncFault.storing { () throws(SQLiteError) in try store.device() }
    let isAnothers = owner != note.device
    let isLogAnother = try !isLogTheSame()
    guard isAnothers || isLogAnother else { return [] }
    try mustHaveNewestKey(mailbox)
    var faults: [MailboxFault] = []
    try succession.alone { () throws(SyncFault) in
      if isAnothers {
        let members = try SyncFault.asking { () throws(MailboxError) in try mailbox.members() }
        let before = owner ?? note.device
        let head = members.first { $0.head.device == before }?.head ?? Head(device: before)
        return faults = try part(before, at: head, mailbox, at: wall, isLogAnother: true)
      }
      if try isKnown(shown) {
        // What was not sent yet happened under this id, and the log does not have it any more.
        try send(after: shown.number, to: mailbox)
        let own = try SyncFault.storing { () throws(SQLiteError) in try store.ownHead(note.device) }
        return faults = try part(note.device, at: own, mailbox, at: wall, isLogAnother: true)
      }
      faults = try part(note.device, at: shown, mailbox, at: wall, isLogAnother: true)
    }
    return faults
  }

  /// Continues under a new id if the mailbox has unknown messages; returns what it made up.
  func continueIfForked(
    at number: UInt64, from shown: Head, _ mailbox: any HouseholdMailbox, at wall: Int64
  ) throws(SyncFault) -> [MailboxFault] {
    try mustHaveNewestKey(mailbox)
    let envelope = try envelope(of: note.device, number, mailbox)
    let ours = try SyncFault.storing { () throws(SQLiteError) in
      try store.own(after: number - 1, most: 1).first { $0.number == number }?.message
    }
    let judgement = SyncPlan.judgeFork(
      envelope, number: number, ours: ours, own: note.device, owner: note.owner, with: ring, by: sodium.functions)
    if case .forged(let fault) = judgement { return [fault] }
    var faults: [MailboxFault] = []
    try succession.alone { () throws(SyncFault) in
      faults = try part(note.device, at: shown, mailbox, at: wall, isLogAnother: false)
    }
    return faults
  }

  /// Tells the person about the new id, for a day.
  func news(at wall: Int64) -> [String] {
    guard let past = note.past, wall - past.at < 86_400_000 else { return [] }
    return [note.sentence(of: past)]
  }

  /// A backup may lack the newest key: its new id would then be told nothing, and tell nothing.
  private func mustHaveNewestKey(_ mailbox: any HouseholdMailbox) throws(SyncFault) {
    let newest = try SyncFault.asking { () throws(MailboxError) in try mailbox.epoch() }
    if newest > ring.newest.epoch { throw .mailbox(.oldKey) }
  }

  var succession: Succession { Succession(home: home, note: note, sodium: sodium) }

  private func isKnown(_ shown: Head) throws(SyncFault) -> Bool {
    try SyncFault.storing { () throws(SQLiteError) in try store.ownChain(shown.number) } == shown.chain
  }

  func envelope(
    of device: DeviceID, _ number: UInt64, _ mailbox: any HouseholdMailbox
  ) throws(SyncFault) -> Envelope? {
    try SyncFault.asking { () throws(MailboxError) in
      try mailbox.pull(SyncPlan.Pull(device: device, after: number - 1), of: note.owner, most: 1).first
    }
  }

  /// Leaves an id: reads its messages as another device's, then throws ``SyncFault/continued``.
  private func part(
    _ before: DeviceID, at shown: Head, _ mailbox: any HouseholdMailbox, at wall: Int64, isLogAnother: Bool
  ) throws(SyncFault) -> [MailboxFault] {
    let common = try common(before, shown, mailbox)
    try SyncFault.storing { () throws(SQLiteError) in try store.keepOwn(as: before, upTo: common) }
    let devices = try SyncFault.storing { () throws(SQLiteError) in try store.devices() }
    if let seen = devices.first(where: { $0.head.device == before }), seen.head.number < shown.number,
      let fault = try read(seen, from: mailbox, at: wall, { _ in })
    {
      return [fault]
    }
    let line = try line(endingWith: before)
    let (offset, half) = try compareClocks(mailbox, at: wall)
    let successor = try succession.successor(of: before, besides: devices.compactMap { $0.name }, at: wall)
    let hello = Hello(
      name: successor.name, continues: line.last?.device, offset: offset, halfTrip: half,
      seen: try seen(line.last, mailbox))
    try succession.enroll(successor, in: mailbox)
    try SyncFault.storing { () throws(SQLiteError) in
      try store.turn(
        SyncStore.Turn(
          line: line, device: successor.device, hello: hello, sent: common.number, isLogAnother: isLogAnother),
        from: before, called: note.name, wall: wall, keys: ring.newest, by: sodium.functions)
    }
    try succession.finish()
    throw .continued
  }

  /// The head up to which the mailbox's messages under an id are this device's own.
  private func common(_ device: DeviceID, _ shown: Head, _ mailbox: any HouseholdMailbox) throws(SyncFault) -> Head {
    let own = try SyncFault.storing { () throws(SQLiteError) in try store.ownHead(device) }
    if try isKnown(shown) { return shown }
    var search = ForkSearch(own: own.number, shown: shown.number)
    var old: [ChainLink]?
    while let next = search.next {
      let theirs = try link(of: device, next, mailbox, &old)
      let ours = try SyncFault.storing { () throws(SQLiteError) in try store.ownChain(next) }
      search.answer(isSame: theirs != nil && theirs == ours)
    }
    let number = search.common ?? 0
    let chain = try SyncFault.storing { () throws(SQLiteError) in try store.ownChain(number) }
    return Head(device: device, number: number, chain: chain ?? .start)
  }

  /// The ids that this log was sent under, up to where they no longer match it.
  private func line(endingWith before: DeviceID) throws(SyncFault) -> [SyncStore.Forebear] {
    let known = try SyncFault.storing { () throws(SQLiteError) in try store.line() }
    let isThere = Files.exists(home.database)
    var kept = isThere ? known.count : 0
    while kept > 0, known[kept - 1].fact > 0, try mark(ofFact: known[kept - 1].fact) != known[kept - 1].mark {
      kept -= 1
    }
    let next = kept < known.count ? known[kept] : nil
    var past = CommonPast(after: kept > 0 ? known[kept - 1].fact : 0)
    let device = next?.device ?? before
    if isThere { try compare(&past, with: device, upTo: next?.number ?? .max) }
    let line = Array(known.prefix(kept))
    if past.message == 0, !line.isEmpty { return line }
    let mark = past.fact > 0 ? try mark(ofFact: past.fact) ?? "" : ""
    return line + [SyncStore.Forebear(device: device, number: past.message, fact: past.fact, mark: mark)]
  }

  /// Compares what was sent under an id with the log.
  func compare(_ past: inout CommonPast, with device: DeviceID, upTo last: UInt64) throws(SyncFault) {
    var recorded = try SharedLines(home.database, after: past.fact)
    var number: UInt64 = 0
    while !past.isOver {
      let page = try SyncFault.storing { () throws(SQLiteError) in
        try store.heard(device, after: number, most: 1000)
      }
      guard let end = page.last else { return }
      for (place, octets) in page where place <= last && !past.isOver {
        switch try? SyncMessage(octets: octets).body {
        case .fact(let sent): past.compare(sent, number: place, with: try recorded.next())
        case .leftOut(let left):
          past.compare(left, number: place, with: try recorded.next(), by: sodium.functions)
        case .hello, .setting, .forget, .moved, nil: break
        }
      }
      if end.number >= last { return }
      number = end.number
    }
  }

  /// The head in a new id's first hello: up to there, it shares the forebear's log.
  func seen(_ forebear: SyncStore.Forebear?, _ mailbox: any HouseholdMailbox) throws(SyncFault) -> Heads {
    var old: [ChainLink]?
    guard let forebear, forebear.number > 0,
      let link = try link(of: forebear.device, forebear.number, mailbox, &old)
    else { return Heads() }
    return Heads([Head(device: forebear.device, number: forebear.number, chain: link)])
  }
}

extension SyncNote {
  func sentence(of past: Past) -> String {
    "This computer was restored or copied. It is now “\(name)”; what “\(past.name)” sent stays in the history."
  }
}
