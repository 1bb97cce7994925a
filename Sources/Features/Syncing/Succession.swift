import Glibc
internal import LinuxRuntime
internal import SQLiteFiles
internal import Sealing
internal import ServiceContract
internal import SyncFiles
internal import SyncProtocol

/// How a home goes over to a new id in its household. Cut off at any moment, it comes to the same id the next time: who
/// the home becomes is kept first, then put into the mailbox, then made the owner of the file of messages, then of the
/// home.
struct Succession {
  let home: Home
  let note: SyncNote
  let sodium: Sodium

  /// Does the last step where a process that ended before it had done all others.
  static func finish(_ home: Home) {
    guard Files.exists(home.syncSuccessor), let successor = SyncNote(at: home.syncSuccessor),
      let store = try? SyncStore(path: home.syncStore), (try? store.device()) == successor.device
    else { return }
    // What cannot be renamed is tried again at the next look.
    try? take(home)
  }

  /// The successor's note becomes the home's.
  private static func take(_ home: Home) throws(SystemError) {
    guard unsafe rename(home.syncSuccessor, home.sync) == 0 else {
      // Another process may have done so.
      if errno == ENOENT { return }
      throw .last("rename", on: home.sync)
    }
    try Files.syncFolder(home.stateFolder)
  }

  /// Lets one process at a time do this for a home, and none for a home that is another device already.
  func alone(_ body: () throws(SyncFault) -> Void) throws(SyncFault) {
    let file = try lockFile()
    while flock(file.number, LOCK_EX) != 0 {
      guard errno == EINTR else { throw .system(.last("flock", on: home.syncLock)) }
    }
    // Given back with the file, whatever happens to the process.
    defer { _ = flock(file.number, LOCK_UN) }
    Self.finish(home)
    guard SyncNote(at: home.sync)?.device == note.device else { throw .continued }
    try body()
  }

  private func lockFile() throws(SyncFault) -> Descriptor {
    return try renaming(SyncFault.system, Descriptor.open(home.syncLock, O_RDWR | O_CREAT))
  }

  /// Who the home becomes: the same each time until it has become it.
  ///
  /// - Parameters:
  ///   - before: whose the file of messages is.
  ///   - taken: the names in the household.
  func successor(of before: DeviceID, besides taken: [String], at wall: Int64) throws(SyncFault) -> SyncNote {
    var successor: SyncNote
    if let kept = SyncNote(at: home.syncSuccessor), kept.owner == note.owner, kept.past?.device == before {
      successor = kept
      (successor.url, successor.password, successor.keys) = (note.url, note.password, note.keys)
      if successor == kept { return kept }
    } else {
      successor = note
      successor.device = Household.identity(DeviceID.self, sodium)
      successor.secret = sodium.deviceKeys().secretKey
      successor.name = DeviceNaming.next(after: note.name, besides: taken)
      successor.past = SyncNote.Past(device: before, name: note.name, at: wall)
    }
    try renaming(SyncFault.system, successor.save(at: home.syncSuccessor))
    try renaming(SyncFault.system, Files.syncFolder(home.stateFolder))
    return successor
  }

  /// Puts the successor into the household, as a guest of this device: one that was revoked invites nobody. From then
  /// on the connection is the successor's.
  func enroll(_ successor: SyncNote, in mailbox: any HouseholdMailbox) throws(SyncFault) {
    guard let keys = DeviceKeys(secretKey: successor.secret, with: sodium) else { throw .sealing(.badKey) }
    let token = keys.token(with: sodium)
    let ticket = Array(sodium.functions.hash(successor.device.octets + token, [], 32).prefix(16))
    do throws(MailboxError) {
      do throws(MailboxError) {
        try mailbox.enter(successor.device, token: token)
      } catch .unknownDevice {
        try mailbox.invite(ticket, seconds: Self.seconds)
        try mailbox.enroll(successor.device, key: keys.publicKey, token: token, ticket: ticket)
      }
    } catch { throw .mailbox(error) }
  }

  /// How long its ticket is good for.
  private static let seconds = 60

  /// The home is the successor from now on.
  func finish() throws(SyncFault) {
    try renaming(SyncFault.system, Self.take(home))
  }
}
