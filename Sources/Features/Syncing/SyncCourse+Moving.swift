internal import FolderMailbox
internal import Sealing
internal import ServiceContract
internal import SyncFiles

/// From one carrier to another: the household, its devices, its keys and the numbers of what they sent stay the same.
///
/// Who moves it brings what the others sent, and tells each of them, sealed to it alone, by the carrier before. A
/// device that was away finds that when it is back, and follows; what it has to tell comes with it.
extension SyncCourse {
  // MARK: Following

  /// Follows a move, then throws ``SyncFault/moved``; returns what prevents it, as sentences.
  func follow(_ mailbox: any HouseholdMailbox, isLasting: Bool, at wall: Int64) throws(SyncFault) -> [String] {
    guard let move = try pendingMove() else { return [] }
    let told = try place(of: move)
    if move.isHere || told?.url == note.url {
      try adopt(move.since)
      throw .moved
    }
    guard let place = told else { return [try sentence(of: move, why: nil)] }
    if let path = FolderURL.path(of: place.url) {
      guard try isHouseholdThere(place, path) else { return [try sentence(of: move, why: "")] }
    } else if isLasting, wall - move.tried < Self.pause, !move.why.isEmpty {
      return [try sentence(of: move, why: move.why)]
    }
    do throws(SyncFault) {
      try goOver(to: place, since: move.since, mover: move.mover, ticket: nil, from: mailbox)
    } catch .moved, .continued, .rekeyed {
      throw .moved
    } catch {
      // Until then it goes on here.
      let why = error.what.isEmpty ? error.sentence : error.what
      try SyncFault.storing { () throws(SQLiteError) in try store.noteTry(at: wall, why: why) }
      return [try sentence(of: move, why: why)]
    }
    throw .moved
  }

  /// Milliseconds between tries to reach a database that does not answer from here.
  private static let pause: Int64 = 60_000

  func pendingMove() throws(SyncFault) -> SyncStore.Move? {
    let move = try SyncFault.storing { () throws(SQLiteError) in try store.move() }
    return move.flatMap { $0.since > note.moved ? $0 : nil }
  }

  func place(of move: SyncStore.Move) throws(SyncFault) -> Relocation.Place? {
    guard let own = DeviceKeys(secretKey: note.secret, with: sodium) else { throw .sealing(.badKey) }
    return sodium.open(move.box, with: own).flatMap { Relocation.Place(octets: $0) }
  }

  private func isHouseholdThere(_ place: Relocation.Place, _ path: String) throws(SyncFault) -> Bool {
    guard Files.isFolder(path), let mailbox = try? there(place).open(with: sodium, in: home) as? FolderMailbox else {
      return false
    }
    return (try? mailbox.isOfHousehold()) ?? false
  }

  /// What a person reads until this device has followed; `why` is `nil` if the place is unknown.
  private func sentence(of move: SyncStore.Move, why: String?) throws(SyncFault) -> String {
    let names = try SyncFault.storing { () throws(SQLiteError) in try store.devices() }
    let mover = names.first { $0.head.device == move.mover }?.name ?? move.mover.shortText
    switch (move.carrier, why) {
    case (.folder, nil), (.folder, ""?):
      return
        "“\(mover)” moved the household to a folder. Once it is on this computer: focuskey sync move folder:PATH"
    case (.folder, let why?):
      return "“\(mover)” moved the household to a folder, which cannot be used from here yet: \(why)."
    case (.database, let why?):
      return "“\(mover)” moved the household to a database, which cannot be used from here yet: \(why)."
    case (.database, nil):
      return
        "“\(mover)” moved the household to a database. With a link of sync invite there: focuskey sync move LINK"
    }
  }

  // MARK: Going

  /// The household's note for another place, as this device would keep it.
  func there(_ place: Relocation.Place) -> SyncNote {
    var there = note
    there.before.removeAll { $0.url == note.url || $0.url == place.url }
    there.before = there.before.suffix(7) + [SyncNote.Login(url: note.url, password: note.password)]
    (there.url, there.password) = (place.url, place.password)
    return there
  }

  /// Moves the household; `old` is `nil` if it does not answer. Returns whether others were told.
  func move(
    to place: Relocation.Place, since: UInt64, ticket: [UInt8]?, from old: (any HouseholdMailbox)?, at wall: Int64
  ) throws(SyncFault) -> Bool {
    let mailbox = try arrive(at: place, ticket: ticket)
    try bring(from: old, to: mailbox)
    var isTold = false
    if let old {
      try tell(of: place, since: since, by: old, at: wall)
      let sent = try SyncFault.storing { () throws(SQLiteError) in try store.acknowledged() }
      do throws(SyncFault) {
        try send(after: sent, to: old)
        isTold = true
      } catch .mailbox {
        // The others are told by hand.
      }
    }
    try goOver(to: place, since: since, mover: note.device, ticket: ticket, from: old)
    return isTold
  }

  /// Records in this device's messages where the household is from now on.
  private func tell(
    of place: Relocation.Place, since: UInt64, by old: any HouseholdMailbox, at wall: Int64
  ) throws(SyncFault) {
    let members = try SyncFault.asking { () throws(MailboxError) in try old.members() }
    let carrier: MailboxCarrier = FolderURL.path(of: place.url) == nil ? .database : .folder
    var there = Relocation(since: since, carrier: carrier)
    for member in members where !member.isRevoked {
      let theirs = Relocation.Place(
        url: place.url, password: place.password,
        token: member.head.device == note.device ? place.token : token(for: member.head.device))
      do throws(SealingError) {
        there.boxes[member.head.device] = try sodium.seal(theirs.octets, to: member.key)
      } catch { throw .sealing(error) }
    }
    try SyncFault.storing { () throws(SQLiteError) in
      try store.say(there, wall: wall, keys: ring.newest, device: note.device, by: sodium.functions)
    }
  }

  func goOver(
    to place: Relocation.Place, since: UInt64, mover: DeviceID?, ticket: [UInt8]?, from old: (any HouseholdMailbox)?,
    isMove: Bool = true
  ) throws(SyncFault) {
    let mailbox = try arrive(at: place, ticket: ticket)
    try succession.alone { () throws(SyncFault) in
      guard let now = SyncNote(at: home.sync), now.url == note.url else { throw .moved }
      try bring(from: old, to: mailbox)
      let members = try SyncFault.asking { () throws(MailboxError) in try mailbox.members(known: Heads()) }
      let own = members.first { $0.head.device == note.device }?.head.number ?? 0
      try SyncFault.storing { () throws(SQLiteError) in
        try store.settle(at: place.url, sent: own, device: note.device, mover: mover, after: isMove ? note.moved : nil)
      }
      var there = there(place)
      (there.moved, there.keys) = (max(since, note.moved), now.keys)
      try renaming(SyncFault.system, there.save(at: home.sync))
      try? Files.remove(home.syncMoving)
      // The own copies are of no use in a database.
      if there.folder == nil { try? home.removeKept() }
    }
  }

  private func adopt(_ since: UInt64) throws(SyncFault) {
    guard var now = SyncNote(at: home.sync), now.device == note.device else { throw .off }
    now.moved = since
    try renaming(SyncFault.system, now.save(at: home.sync))
  }

  /// The mailbox at a place, entered as this device.
  private func arrive(at place: Relocation.Place, ticket: [UInt8]?) throws(SyncFault) -> any HouseholdMailbox {
    guard let keys = DeviceKeys(secretKey: note.secret, with: sodium) else { throw .sealing(.badKey) }
    let (token, there) = (keys.token(with: sodium), there(place))
    return try SyncFault.asking { () throws(MailboxError) in
      let mailbox = try there.open(with: sodium, in: home)
      guard try mailbox.household() == note.owner else { throw .noHousehold }
      do throws(MailboxError) {
        try mailbox.enter(note.device, token: token)
      } catch .unknownDevice {
        if place.token.isEmpty || there.folder != nil {
          try mailbox.enroll(note.device, key: keys.publicKey, token: token, ticket: ticket)
        } else {
          try mailbox.enter(note.device, token: place.token)
          try mailbox.renew(token: token)
        }
      }
      try mailbox.goOn(with: ring.newest.epoch)
      try mailbox.admit(
        HouseholdMember(head: Head(device: note.device), key: keys.publicKey, sealed: nil, isRevoked: false),
        token: token)
      return mailbox
    }
  }

  /// The first token of an admitted device; derived from a secret, so repeated tries agree.
  func token(for device: DeviceID) -> [UInt8] {
    sodium.functions.hash(Array("fk_admit".utf8) + device.octets, note.secret, 32)
  }

  // MARK: Afterwards

  /// Tells once where the household is, now that this device is there.
  func sayArrival(at wall: Int64) throws(SyncFault) {
    guard note.moved > 0 else { return }
    try SyncFault.storing { () throws(SQLiteError) in
      try store.sayArrival(
        Relocation(since: note.moved, carrier: note.carrier), wall: wall, keys: ring.newest, device: note.device,
        by: sodium.functions)
    }
  }

  /// Notes that the mailbox has this device's messages that far.
  func acknowledge(_ number: UInt64) throws(SyncFault) {
    try SyncFault.storing { () throws(SQLiteError) in try store.acknowledge(number, at: note.url) }
  }

  /// Drops faults about devices that have not followed yet: the old place has more of theirs.
  func dropAwaited(from faults: [MailboxFault]) throws(SyncFault) -> [MailboxFault] {
    guard faults.contains(where: { $0.isLateness }) else { return faults }
    let awaited = try SyncFault.storing { () throws(SQLiteError) in try store.awaited() }
    return faults.filter { !$0.isLateness || !awaited.contains($0.device) }
  }
}
