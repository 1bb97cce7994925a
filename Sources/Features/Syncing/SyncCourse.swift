internal import FocusPorts
internal import FocusWire
internal import Following
internal import SQLiteLog
internal import Sealing
internal import ServiceContract
internal import SyncFiles

/// One sync: what the log has that others may know goes out sealed, and what they sent comes in. It reads the log's
/// file and never touches the session; it blocks while it waits for the server.
struct SyncCourse: ~Copyable {
  let home: Home
  let note: SyncNote
  let sodium: Sodium
  let ring: KeyRing
  let store: SyncStore
  let log: LogView
  /// Envelopes that are sent in one call.
  private static let page = 500
  /// Facts that are read from the log at a time.
  static let facts = 1000

  init(_ home: Home, _ note: SyncNote) throws(SyncFault) {
    let sodium = try renaming(SyncFault.sealing, Sodium())
    guard let ring = note.ring(sodium) else { throw .broken(home.sync) }
    let store = try SyncFault.storing { () throws(SQLiteError) in try SyncStore(path: home.syncStore) }
    try SyncFault.storing { () throws(SQLiteError) in try store.claim(for: note.device) }
    (self.home, self.note, self.sodium, self.ring) = (home, note, sodium, ring)
    self.store = store
    log = LogView(home.database)
  }

  /// Syncs once; returns, as sentences, what an honest mailbox does not do.
  func run(
    with mailbox: any HouseholdMailbox, _ acquaintance: inout Acquaintance, at wall: Int64, follows: Bool = true
  ) throws(SyncFault) -> [String] {
    defer { log.close() }
    let members = try members(of: mailbox)
    try SyncFault.storing { () throws(SQLiteError) in
      try store.note(members.map { ($0.head.device, $0.isRevoked) })
    }
    guard let me = members.first(where: { $0.head.device == note.device }) else { throw .mailbox(.unknownDevice) }
    if me.isRevoked { throw .mailbox(.revoked) }
    let refused = try take(me.sealed, from: mailbox)
    try renewKey(of: members, in: mailbox)
    var faults = try continueIfRestored(from: me.head, mailbox, at: wall)
    if !faults.isEmpty { return refused + (try sentences(faults + mailbox.faults)) }
    var news = News()
    if try isNewcomer() {
      // What is wrong in it is found again below.
      _ = try hear(&news, members, mailbox, &acquaintance, at: wall)
      try goOnWhereItLeft(mailbox, &acquaintance, at: wall)
    }
    try greet(mailbox, &acquaintance, at: wall)
    try sayArrival(at: wall)
    try takeFromLog(at: wall)
    let plan = try hear(&news, members, mailbox, &acquaintance, at: wall)
    faults += plan.faults
    faults = try drop(news.forgotten, from: faults + judge(news.hellos, Heads(members.map { $0.head })))
    switch plan.own {
    case .even: try acknowledge(me.head.number)
    case .push(let after): try send(after: after, to: mailbox)
    case .suspectFork(let number): faults += try continueIfForked(at: number, from: me.head, mailbox, at: wall)
    }
    faults = try dropAwaited(from: faults)
    // What a folder does not have yet comes.
    if mailbox.carrier == .folder { faults = faults.filter { !$0.isLateness } + mailbox.faults }
    // A log that is not believed is not replaced.
    if faults.allSatisfy({ $0.isOfFile }) { try compact(in: mailbox, at: wall) }
    let moves = follows ? try follow(mailbox, isLasting: acquaintance.isLasting, at: wall) : []
    return refused + self.news(at: wall) + moves + (try sentences(faults))
  }

  /// The household's devices, each from where it can be read on here.
  private func members(of mailbox: any HouseholdMailbox) throws(SyncFault) -> [HouseholdMember] {
    let known = try SyncFault.storing { () throws(SQLiteError) in
      let sent = try store.acknowledged()
      let own = Head(device: note.device, number: sent, chain: try store.ownChain(sent) ?? .start)
      return Heads(try store.devices().map { $0.head }.filter { $0.device != note.device } + [own])
    }
    return try SyncFault.asking { () throws(MailboxError) in try mailbox.members(known: known) }
  }

  /// What others said in a round that concerns the round itself.
  private struct News {
    var hellos: [(device: DeviceID, hello: Hello)] = []
    var forgotten: [DeviceID] = []
  }

  /// Reads what others sent; returns the round's plan, with what was wrong in what was read.
  private func hear(
    _ news: inout News, _ members: [HouseholdMember], _ mailbox: any HouseholdMailbox,
    _ acquaintance: inout Acquaintance, at wall: Int64
  ) throws(SyncFault) -> SyncPlan {
    let me = members.first { $0.head.device == note.device }
    let seen = try SyncFault.storing { () throws(SQLiteError) in try store.devices() }
    let known = Heads(seen.map { $0.head }.filter { $0.device != note.device })
    var plan = SyncPlan(
      known: known, own: try ownLog(shown: me?.head.number ?? 0), shown: Heads(members.map { $0.head }))
    for pull in plan.pulls {
      guard let device = seen.first(where: { $0.head.device == pull.device }) else { continue }
      let fault = try read(device, from: mailbox, at: wall) { body in
        acquaintance.greeting.read(body)
        if case .hello(let hello) = body { news.hellos.append((pull.device, hello)) }
        if case .forget(.device(let gone)) = body { news.forgotten.append(gone) }
      }
      if let fault { plan.faults.append(fault) }
    }
    return plan
  }

  private func sentences(_ faults: [MailboxFault]) throws(SyncFault) -> [String] {
    let names = try SyncFault.storing { () throws(SQLiteError) in try store.devices() }
    return faults.map { fault in
      fault.sentence { id in
        id == note.device ? note.name : names.first { $0.head.device == id }?.name ?? id.shortText
      }
    }
  }

  /// How many own messages the mailbox lacks, as far as is known; new log entries count as one.
  func pending(at wall: Int64) throws(SyncFault) -> UInt64 {
    try collect(at: wall)
    return try SyncFault.storing { () throws(SQLiteError) in
      let (head, sent) = (try store.ownHead(note.device).number, try store.acknowledged())
      return head > sent ? head - sent : 0
    }
  }

  /// A device's messages after a number; also works for this device.
  func messages(
    of device: DeviceID, after number: UInt64, most: Int
  ) throws(SQLiteError) -> [(number: UInt64, message: [UInt8])] {
    device == note.device
      ? try store.own(after: number, most: most) : try store.heard(device, after: number, most: most)
  }

  private func ownLog(shown number: UInt64) throws(SyncFault) -> OwnLog {
    try SyncFault.storing { () throws(SQLiteError) in
      let chain = try store.ownChain(number)
      return OwnLog(head: try store.ownHead(note.device), acknowledged: try store.acknowledged()) { asked in
        asked == number ? chain : nil
      }
    }
  }

  /// Makes messages of new log entries without a mailbox, once a hello was made.
  func collect(at wall: Int64) throws(SyncFault) {
    defer { log.close() }
    let head = try SyncFault.storing { () throws(SQLiteError) in try store.ownHead(note.device) }
    if head.number > 0 { try takeFromLog(at: wall) }
  }

  private func takeFromLog(at wall: Int64) throws(SyncFault) {
    guard log.isThere, try isLogTheSame() else { return }
    while true {
      let before = try SyncFault.storing { () throws(SQLiteError) in try store.taken() }
      let lines = try renaming(SyncFault.log, log.bodies(after: before, most: Self.facts))
      guard let last = lines.last else { return }
      var leavesOut = false
      let bodies = lines.compactMap { line -> SyncMessage.Body? in
        let octets = Array(line.text.utf8)
        guard let fact = try? Fact(octets: octets), fact.isShared else { return nil }
        if fact.forgottenSession != nil { leavesOut = true }
        return .fact(octets)
      }
      try append(bodies, from: before, taken: last.number, mark: mark(of: last.text), leavesOut: leavesOut, at: wall)
      if lines.count < Self.facts { return }
    }
  }

  /// Tells this device's name, its clock's offset and what it has read, if that is new.
  private func greet(
    _ mailbox: any HouseholdMailbox, _ acquaintance: inout Acquaintance, at wall: Int64
  ) throws(SyncFault) {
    guard acquaintance.isNew else { return }
    let head = try SyncFault.storing { () throws(SQLiteError) in try store.ownHead(note.device) }
    guard acquaintance.isLasting || head.number == 0 else { return }
    let (offset, half) = try compareClocks(mailbox, at: wall)
    let (before, seen) = try SyncFault.storing { () throws(SQLiteError) in
      (try store.taken(), try store.devices().map { $0.head }.filter { $0.device != note.device && $0.number > 0 })
    }
    let hello = Hello(name: note.name, continues: note.past?.device, offset: offset, halfTrip: half, seen: Heads(seen))
    acquaintance.meet(offset: hello.offset)
    guard acquaintance.greeting.isDue(hello) else { return }
    try append([.hello(hello)], from: before, taken: before, at: wall)
    acquaintance.greeting.say(hello)
  }

  /// The mailbox's clock minus this one, and half of the round trip, in milliseconds.
  func compareClocks(_ mailbox: any HouseholdMailbox, at wall: Int64) throws(SyncFault) -> (offset: Int64, half: UInt32)
  {
    let began = ContinuousClock.now
    let clock = try SyncFault.asking { () throws(MailboxError) in try mailbox.clock() }
    let trip = (ContinuousClock.now - began).components
    let half = (trip.seconds * 1000 + trip.attoseconds / 1_000_000_000_000_000) / 2
    return (clock - half - wall, UInt32(clamping: half))
  }

  /// Compares what others say they have seen with what the mailbox shows here.
  private func judge(
    _ hellos: [(device: DeviceID, hello: Hello)], _ shown: Heads
  ) throws(SyncFault) -> [MailboxFault] {
    guard !hellos.isEmpty else { return [] }
    return try SyncFault.storing { () throws(SQLiteError) in
      var heads = try store.devices().map { $0.head }.filter { $0.device != note.device }
      heads.append(try store.ownHead(note.device))
      let known = Heads(heads)
      var faults: [MailboxFault] = []
      for (device, hello) in hellos {
        // What was sent after the heads were shown may speak of what was sent after them.
        guard known[device]?.number ?? 0 <= shown[device]?.number ?? 0 else { continue }
        faults += SyncPlan.faults(seen: hello.seen, by: device, shown: shown, known: known) { whose, number in
          if whose == note.device { return try? store.ownChain(number) }
          return known[whose]?.number == number ? known[whose]?.chain : nil
        }
      }
      return faults
    }
  }

  func append(
    _ bodies: [SyncMessage.Body], from before: Int64, taken: Int64, mark: String? = nil, leavesOut: Bool = false,
    at wall: Int64
  ) throws(SyncFault) {
    try SyncFault.storing { () throws(SQLiteError) in
      try store.append(
        bodies, from: before, taken: taken, mark: mark, leavesOut: leavesOut, wall: wall, keys: ring.newest,
        device: note.device,
        by: sodium.functions)
    }
  }

  func send(after number: UInt64, to mailbox: any HouseholdMailbox) throws(SyncFault) {
    var after = number
    while true {
      let page = try SyncFault.storing { () throws(SQLiteError) in
        (try store.own(after: after, most: Self.page), try store.ownChain(after))
      }
      guard let last = page.0.last, var link = page.1 else { return }
      // What another process says where the household is now is not sent to where it was.
      guard SyncNote(at: home.sync)?.url == note.url else { throw .moved }
      var envelopes: [Envelope] = []
      for message in page.0 {
        let header = EnvelopeHeader(
          owner: note.owner, device: note.device, number: message.number, epoch: ring.newest.epoch)
        do throws(EnvelopeError) {
          let envelope = try Envelope.seal(
            message.message, header: header, after: link, nonce: sodium.nonce(), with: ring.newest,
            by: sodium.functions)
          link = envelope.chain
          envelopes.append(envelope)
        } catch { throw .envelope(error) }
      }
      try settle(envelopes)
      let kept = try SyncFault.asking { () throws(MailboxError) in try mailbox.push(envelopes) }
      try acknowledge(kept)
      after = last.number
    }
  }
}
