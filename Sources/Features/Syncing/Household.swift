package import FocusSession
import Glibc
internal import Octets
internal import PostgresMailbox
internal import Sealing
package import ServiceContract
package import SyncFiles
internal import SystemClock

/// A person's dealings with their household of devices. Calls to the mailbox block.
package struct Household: Sendable {
  let home: Home
  let zone: CivilZone
  /// How long an invitation can be used, in seconds.
  private static let seconds = 300

  package init(_ home: Home, _ zone: CivilZone) {
    self.home = home
    self.zone = zone
  }

  /// Begins a household in a folder or in a database: as the database's owner with a schema and a login of its own, as
  /// a mailbox's login with what is there.
  package func begin(at text: String, called name: String?) throws(SyncFault) -> JSONValue {
    try mustBeOff()
    if let path = FolderURL.path(of: text) { return try begin(inFolder: path, called: name) }
    let sodium = try sodium()
    var address = try SyncFault.asking { () throws(MailboxError) in try MailboxAddress(text) }
    let owner = Self.identity(OwnerID.self, sodium)
    if try SyncFault.asking({ () throws(MailboxError) in try PostgresMailbox.isOwner(address) }) {
      let password = Base64URLText.text(of: sodium.chance(Invitation.passwordCount))
      address = try SyncFault.asking { () throws(MailboxError) in
        try PostgresMailbox.prepare(address, login: "focuskey_\(owner.text.prefix(12))", password: password)
      }
    }
    let mailbox = try SyncFault.asking { () throws(MailboxError) in try PostgresMailbox(at: address) }
    let found = try SyncFault.asking { () throws(MailboxError) in try mailbox.found(owner) }
    let keys = [Invitation.Key(epoch: .first, group: sodium.chance(SealFunctions.keyCount))]
    let note = SyncNote(
      url: address.text, password: address.password, owner: found, device: Self.identity(DeviceID.self, sodium),
      secret: sodium.deviceKeys().secretKey, name: name ?? Self.hostName, keys: keys)
    try enroll(note, ticket: nil, mailbox, sodium)
    try makeInvitable(note, mailbox, sodium)
    return try status()
  }

  /// Joins by an invitation; `url` is the mailbox's address here, if it differs from the inviter's.
  package func join(
    _ link: String, called name: String?, at wall: Timestamp, url: String? = nil
  ) throws(SyncFault) -> JSONValue {
    try mustBeOff()
    let invitation = try renaming(SyncFault.invitation, Invitation(link: link))
    if invitation.isOver(at: UInt64(clamping: wall.milliseconds / 1000)) { throw .over }
    return try join(invitation, called: name, url: url)
  }

  /// Joins wholly or not at all; `ticket` lets this device in, if the invitation does not.
  func join(
    _ invitation: Invitation, ticket: [UInt8]? = nil, called name: String?, url: String? = nil
  ) throws(SyncFault) -> JSONValue {
    let sodium = try sodium()
    let note = SyncNote(
      url: try Self.place(url ?? invitation.url), password: invitation.passwordText, owner: invitation.owner,
      device: Self.identity(DeviceID.self, sodium), secret: sodium.deviceKeys().secretKey,
      name: name ?? Self.hostName, keys: invitation.keys)
    try removeKept()
    let mailbox = try SyncFault.asking { () throws(MailboxError) in try note.open(with: sodium, in: home) }
    let household = try SyncFault.asking { () throws(MailboxError) in try mailbox.household() }
    guard household == invitation.owner else { throw .otherHousehold }
    try enroll(note, ticket: ticket ?? Self.ticket(of: invitation, sodium), mailbox, sodium)
    return try status()
  }

  /// The mailbox's address as it is kept: a folder's path starts at the root.
  static func place(_ url: String) throws(SyncFault) -> String {
    guard let path = FolderURL.path(of: url) else { return url }
    return try SyncFault.asking { () throws(MailboxError) in try FolderURL.whole(path) }
  }

  package func invite(at wall: Timestamp) throws(SyncFault) -> JSONValue {
    let note = try note()
    let sodium = try sodium()
    let expires = wall.milliseconds / 1000 + Int64(Self.seconds)
    let invitation = try invitation(of: note, until: UInt64(clamping: expires))
    let mailbox = try mailbox(of: note)
    try SyncFault.asking { () throws(MailboxError) in
      try mailbox.invite(Self.ticket(of: invitation, sodium), seconds: Self.seconds)
    }
    return [
      "ok": true, "link": .string(invitation.link),
      "expires_at": .string(ISO8601.text(Timestamp(milliseconds: expires * 1000), in: zone)),
    ]
  }

  func invitation(of note: SyncNote, until expires: UInt64) throws(SyncFault) -> Invitation {
    guard let password = Base64URLText.octets(of: note.password),
      let invitation = Invitation(
        keys: note.keys.suffix(Invitation.mostKeys), owner: note.owner, password: password, expires: expires,
        url: note.url)
    else { throw .broken(home.sync) }
    return invitation
  }

  /// Sends and reads now; `isGreeting`: this device says again what it is called.
  package func sync(at wall: Timestamp, greeting isGreeting: Bool = false) throws(SyncFault) -> JSONValue {
    let faults = try round(as: note(), at: wall, greeting: isGreeting)
    // A service that listens says itself how it goes.
    try tell(state: "polling", why: faults.joined(separator: " "))
    return try status()
  }

  package func status() throws(SyncFault) -> JSONValue {
    Succession.finish(home)
    guard let note = SyncNote(at: home.sync) else {
      if Files.exists(home.sync) { throw .broken(home.sync) }
      return [
        "awaited": .array([]), "carrier": .null, "devices": .array([]), "folder": .null, "moved": .null,
        "pending": .integer(0), "state": .string("off"),
        "why": .string(""),
      ]
    }
    let pending = try SyncCourse(home, note).pending(at: SystemTime.wall().milliseconds)
    return try SyncFault.storing { () throws(SQLiteError) in
      let store = try SyncStore(path: home.syncStore)
      let outcome = try store.outcome()
      let own = try store.ownHead(note.device)
      let devices = try store.devices().map { device -> JSONValue in
        let isMe = device.head.device == note.device
        let at = device.at.map { ISO8601.text(Timestamp(milliseconds: $0), in: zone) }
        return [
          "name": .string(isMe ? note.name : device.name ?? device.head.device.shortText),
          "head": .integer(Int64(clamping: isMe ? own.number : device.head.number)), "seen_at": JSONValue(at),
          "revoked": .bool(device.isRevoked), "me": .bool(isMe), "id": .string(device.head.device.shortText),
          "continues": isMe ? JSONValue(note.past.map { $0.device.shortText }) : .null,
        ]
      }
      let (awaited, moved) = try standing(of: note, in: store)
      return [
        "awaited": awaited, "moved": moved, "carrier": .string(note.carrier.rawValue), "devices": .array(devices),
        "folder": JSONValue(note.folder),
        "pending": .integer(Int64(clamping: pending)), "state": .string(outcome.state),
        "why": .string(outcome.why), "settings": try sharedSettings(in: store),
      ]
    }
  }

  /// Leaves, forgetting the keys and what was heard; returns whether the mailbox could be told.
  package func leave() throws(SyncFault) -> Bool {
    guard Files.exists(home.sync) else { throw .off }
    var isTold = false
    if let note = SyncNote(at: home.sync), let sodium = try? sodium(),
      let keys = DeviceKeys(secretKey: note.secret, with: sodium)
    {
      do throws(MailboxError) {
        let mailbox = try note.open(with: sodium, in: home)
        try mailbox.enter(note.device, token: keys.token(with: sodium))
        try mailbox.retire(note.device)
        isTold = true
      } catch {
        // A device that was forgotten or removed there need not say goodbye.
        isTold = [.noHousehold, .unknownDevice, .revoked].contains(error)
      }
    }
    try removeFiles()
    return isTold
  }

  /// Deletes all that any device of the household ever sent, and leaves; returns the carrier.
  package func forgetAll() throws(SyncFault) -> MailboxCarrier {
    let mailbox = try mailbox(of: note())
    let left = try SyncFault.asking { () throws(MailboxError) in try mailbox.forget() }
    guard left == 0 else { throw .mailbox(.unexpected(code: "FK000", "\(left) rows are left")) }
    try removeFiles()
    return mailbox.carrier
  }

  package func mustBeOut() throws(SyncFault) { try mustBeOff() }

  package func mustBeIn() throws(SyncFault) { _ = try note() }

  func note() throws(SyncFault) -> SyncNote {
    Succession.finish(home)
    guard let note = SyncNote(at: home.sync) else {
      throw Files.exists(home.sync) ? .broken(home.sync) : .off
    }
    return note
  }

  func mailbox(of note: SyncNote) throws(SyncFault) -> any HouseholdMailbox {
    try note.mailbox(with: sodium(), in: home)
  }

  func mustBeOff() throws(SyncFault) {
    if Files.exists(home.sync) { throw .joined(home.sync) }
  }

  func sodium() throws(SyncFault) -> Sodium {
    return try renaming(SyncFault.sealing, Sodium())
  }

  /// Enrols this device before writing the note: a member that knows nothing of it does no harm.
  func enroll(
    _ note: SyncNote, ticket: [UInt8]?, _ mailbox: any HouseholdMailbox, _ sodium: Sodium
  ) throws(SyncFault) {
    guard let keys = DeviceKeys(secretKey: note.secret, with: sodium) else { throw .sealing(.badKey) }
    try SyncFault.asking { () throws(MailboxError) in
      try mailbox.enroll(note.device, key: keys.publicKey, token: keys.token(with: sodium), ticket: ticket)
    }
    do throws(SystemError) {
      try home.makeFolders()
      for path in storeFiles { try Files.remove(path) }
      try note.save(at: home.sync)
    } catch { throw .system(error) }
    _ = try sync(at: SystemTime.wall())
  }

  /// Gives a hand-made login a password that fits into invitations.
  private func makeInvitable(
    _ note: SyncNote, _ mailbox: PostgresMailbox, _ sodium: Sodium
  ) throws(SyncFault) {
    if Base64URLText.octets(of: note.password)?.count == Invitation.passwordCount { return }
    var note = note
    note.password = Base64URLText.text(of: sodium.chance(Invitation.passwordCount))
    try SyncFault.asking { () throws(MailboxError) in
      try mailbox.change(password: note.password, of: try note.address().user)
    }
    try renaming(SyncFault.system, note.save(at: home.sync))
  }

  func tell(state: String, why: String) throws(SyncFault) {
    try SyncFault.storing { () throws(SQLiteError) in
      try SyncStore(path: home.syncStore).set(SyncStore.Outcome(state: state, why: why, process: 0))
    }
  }

  private var storeFiles: [String] { ["", "-wal", "-shm"].map { home.syncStore + $0 } }

  private func removeFiles() throws(SyncFault) {
    do throws(SystemError) {
      for path in [home.sync, home.joining, home.syncSuccessor, home.syncMoving] + storeFiles { try Files.remove(path) }
    } catch {
      throw .system(error)
    }
    try removeKept()
  }

  /// Proves possession of the invitation to the mailbox, without revealing its contents.
  static func ticket(of invitation: Invitation, _ sodium: Sodium) -> [UInt8] {
    Array(sodium.functions.hash(invitation.octets, [], 32).prefix(16))
  }

  static func identity<ID: SyncIdentity>(_ kind: ID.Type, _ sodium: Sodium) -> ID {
    // Sixteen octets name anything.
    ID(octets: sodium.chance(16)) ?? ID(halves: SyncHalves(high: 0, low: 0))
  }

  static var hostName: String {
    var name = [CChar](repeating: 0, count: 256)
    guard unsafe gethostname(&name, name.count - 1) == 0 else { return "computer" }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
