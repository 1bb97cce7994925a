package import FocusPorts
internal import FolderMailbox
internal import Octets
internal import PostgresMailbox
internal import Sealing
package import ServiceContract
internal import SyncFiles

extension Household {
  /// Moves the household, telling the others by the old carrier; or follows an earlier move.
  package func move(to text: String, at wall: Timestamp) throws(SyncFault) -> JSONValue {
    try mustBeIn()
    // Nothing is tried with an address that cannot be meant.
    try check(goal: text)
    var isOldThere = true
    do throws(SyncFault) {
      _ = try round(as: note(), at: wall, greeting: false, follows: false)
    } catch .mailbox(let error) where error.isOfCarrier {
      // A carrier that is away for ever keeps nobody.
      isOldThere = false
    }
    let note = try note()
    let course = try SyncCourse(home, note)
    guard let goal = try goal(of: text, course, at: wall) else { return told(try sync(at: wall), isTold: true) }
    let old = isOldThere ? try mailbox(of: note) : nil
    var isTold = true
    do throws(SyncFault) {
      if goal.isNew {
        isTold = try course.move(
          to: goal.place, since: goal.since, ticket: goal.ticket, from: old, at: wall.milliseconds)
      } else {
        try course.goOver(
          to: goal.place, since: goal.since, mover: goal.mover, ticket: goal.ticket, from: old, isMove: goal.isMove)
      }
    } catch .moved {
      // A service was quicker.
    }
    return told(try sync(at: wall), isTold: isTold)
  }

  private struct Goal {
    var place: Relocation.Place
    var ticket: [UInt8]?
    /// Whether the whole household goes there, and not this device alone.
    var isNew = true
    /// Whether the household moved, and not just where its folder is on this computer.
    var isMove = true
    /// The time of the move, as the bits of a hybrid time.
    var since: UInt64
    /// The device that moved there first.
    var mover: DeviceID?
  }

  private func check(goal text: String) throws(SyncFault) {
    if let path = FolderURL.path(of: text) {
      _ = try SyncFault.asking { () throws(MailboxError) in try FolderURL.whole(path) }
    } else if (try? Invitation(link: text)) == nil {
      _ = try SyncFault.asking { () throws(MailboxError) in try MailboxAddress(text) }
    }
  }

  /// Returns `nil` if this device is there already.
  private func goal(of text: String, _ course: borrowing SyncCourse, at wall: Timestamp) throws(SyncFault) -> Goal? {
    let note = course.note
    let pending = try course.pendingMove()
    let place = try pending.flatMap { (move) throws(SyncFault) in try course.place(of: move) }
    let since = max(HybridTime(milliseconds: wall.milliseconds).bits, max(note.moved, pending?.since ?? 0) + 1)
    if let path = FolderURL.path(of: text) {
      let url = try SyncFault.asking { () throws(MailboxError) in try FolderURL.whole(path) }
      if url == note.url { return nil }
      let there = Relocation.Place(url: url, password: Self.noPassword(course.sodium), token: [])
      let ticket = course.sodium.functions.hash(note.device.octets + Array("fk_move".utf8), [], 16)
      var goal = Goal(place: there, ticket: ticket, since: since)
      let isThere = try probe(course.there(there), course.sodium)
      if let pending, pending.carrier == .folder {
        (goal.isNew, goal.since, goal.mover) = (false, pending.since, pending.mover)
      } else if isThere, !note.before.contains(where: { $0.url == url }), SyncNote(at: home.syncMoving)?.url != url {
        // Others are there: it was neither left, nor is it as somebody left it who was interrupted here.
        (goal.isNew, goal.isMove) = (false, note.folder == nil)
      } else {
        try renaming(SyncFault.system, course.there(there).save(at: home.syncMoving))
      }
      return goal
    }
    if let invitation = try? Invitation(link: text) {
      return try goal(of: invitation, note, pending, since, course.sodium, at: wall)
    }
    let address = try SyncFault.asking { () throws(MailboxError) in try MailboxAddress(text) }
    if note.folder == nil, try isPlace(address, of: note.url) { return nil }
    if let pending, let place, try isPlace(address, of: place.url) {
      return Goal(place: place, isNew: false, since: pending.since, mover: pending.mover)
    }
    let there = try room(at: address, note, course.sodium)
    return Goal(place: there, since: since)
  }

  private func goal(
    of invitation: Invitation, _ note: SyncNote, _ pending: SyncStore.Move?, _ since: UInt64, _ sodium: Sodium,
    at wall: Timestamp
  ) throws(SyncFault) -> Goal? {
    guard invitation.owner == note.owner else { throw .strangersLink }
    if invitation.isOver(at: UInt64(clamping: wall.milliseconds / 1000)) { throw .over }
    let place = Relocation.Place(url: try Self.place(invitation.url), password: invitation.passwordText, token: [])
    if place.url == note.url, note.folder != nil || place.password == note.password { return nil }
    return Goal(
      place: place, ticket: Self.ticket(of: invitation, sodium), isNew: false, since: pending?.since ?? since,
      mover: pending?.mover)
  }

  private func isPlace(_ address: MailboxAddress, of url: String) throws(SyncFault) -> Bool {
    guard FolderURL.path(of: url) == nil else { return false }
    return try SyncFault.asking { () throws(MailboxError) in address.isPlace(of: try MailboxAddress(url)) }
  }

  /// Whether a folder has the household; throws if it has another, or cannot be used.
  private func probe(_ there: SyncNote, _ sodium: Sodium) throws(SyncFault) -> Bool {
    try SyncFault.asking { () throws(MailboxError) in
      guard let mailbox = try there.open(with: sodium, in: home) as? FolderMailbox else { return false }
      _ = try mailbox.household()
      try mailbox.probe()
      return try mailbox.isOfHousehold()
    }
  }

  /// Makes room in a database, with the login that the household had there or a new one.
  private func room(at address: MailboxAddress, _ note: SyncNote, _ sodium: Sodium) throws(SyncFault)
    -> Relocation.Place
  {
    for known in note.before where try isPlace(address, of: known.url) {
      if try isOpen(known, note, sodium) {
        return Relocation.Place(url: known.url, password: known.password, token: [])
      }
    }
    var wish = note
    if let kept = SyncNote(at: home.syncMoving), kept.owner == note.owner, try isPlace(address, of: kept.url) {
      (wish.url, wish.password) = (kept.url, kept.password)
    } else {
      wish.password = Self.noPassword(sodium)
      wish.url = address.login("focuskey_\(HexText.text(of: sodium.chance(6)))", password: "").text
      try renaming(SyncFault.system, wish.save(at: home.syncMoving))
    }
    let room = try SyncFault.asking { () throws(MailboxError) in
      try PostgresMailbox.makeRoom(
        at: address, for: note.owner, login: MailboxAddress(wish.url).user, password: wish.password)
    }
    switch room {
    case .made: break
    case .taken: throw .householdThere(address.place)
    case .notOurs: (wish.url, wish.password) = (address.text, try invitable(address, sodium))
    }
    let owner = try SyncFault.asking { () throws(MailboxError) in
      try PostgresMailbox(at: wish.address()).found(note.owner)
    }
    guard owner == note.owner else { throw .mailbox(.needsInvitation) }
    return Relocation.Place(url: wish.url, password: wish.password, token: [])
  }

  /// Whether an earlier login of the household still lets this device in.
  private func isOpen(_ login: SyncNote.Login, _ note: SyncNote, _ sodium: Sodium) throws(SyncFault) -> Bool {
    var there = note
    (there.url, there.password) = (login.url, login.password)
    do throws(SyncFault) {
      _ = try there.mailbox(with: sodium, in: home)
      return true
    } catch .mailbox(let error) where [.noHousehold, .unknownDevice, .noSchema].contains(error) {
      return false
    } catch .mailbox(.refused) { return false }
  }

  /// The password of a hand-made login, in the form that invitations use.
  private func invitable(_ address: MailboxAddress, _ sodium: Sodium) throws(SyncFault) -> String {
    if Base64URLText.octets(of: address.password)?.count == Invitation.passwordCount { return address.password }
    let password = Self.noPassword(sodium)
    try SyncFault.asking { () throws(MailboxError) in
      try PostgresMailbox(at: address).change(password: password, of: address.user)
    }
    return password
  }

  private func told(_ status: JSONValue, isTold: Bool) -> JSONValue {
    guard case .object(var members) = status else { return status }
    members["told"] = .bool(isTold)
    return .object(members)
  }

  /// Who has not followed the last move yet, and where the household went without this device.
  func standing(of note: SyncNote, in store: borrowing SyncStore) throws(SQLiteError) -> (JSONValue, JSONValue) {
    let devices = try store.devices()
    func name(_ id: DeviceID) -> String { devices.first { $0.head.device == id }?.name ?? id.shortText }
    let awaited = try store.awaited()
    let names = devices.filter { awaited.contains($0.head.device) && !$0.isRevoked }.map { name($0.head.device) }
    let move = try store.move()
    guard let move, move.since > note.moved, move.mover != note.device else {
      return (.array(names.map { .string($0) }), .null)
    }
    return (
      .array(names.map { .string($0) }),
      ["by": .string(name(move.mover)), "carrier": .string(move.carrier.rawValue)]
    )
  }
}

extension ServiceContract.Home {
  /// Notes where this home is about to move its household, until the move is done.
  var syncMoving: String { "\(stateFolder)/sync-moving.json" }
}

extension MailboxError {
  /// Whether the carrier is at fault, and not the household.
  fileprivate var isOfCarrier: Bool {
    switch self {
    case .away, .refused, .untrusted, .noSchema, .newerSchema, .olderSchema, .notAllowed, .noLibrary, .unexpected,
      .noFolder, .folderTaken, .readOnlyFolder, .fullFolder, .noRename, .folderFailed:
      true
    case .badAddress, .pooled, .noHousehold, .needsInvitation, .usedInvitation, .unknownDevice, .revoked, .gap, .forked,
      .raced, .oldKey, .cancelled:
      false
    }
  }
}
