import Glibc
internal import Sealing
internal import ServiceContract
internal import SyncFiles

/// How a home goes over to a new id in its household. Cut off at any moment, it comes to the same id the next time: who
/// the home becomes is kept first, then put into the mailbox, then made the owner of the file of messages, then of the
/// home.
struct Succession {
  let home: Home
  let note: SyncNote
  let sodium: Sodium

  /// Completes the last step if a process ended just before it.
  static func finish(_ home: Home) {
    guard Files.exists(home.syncSuccessor), let successor = SyncNote(at: home.syncSuccessor),
      let store = try? SyncStore(path: home.syncStore), (try? store.device()) == successor.device
    else { return }
    // What cannot be renamed is tried again at the next look.
    try? take(home)
  }

  /// Makes the successor's note the home's.
  private static func take(_ home: Home) throws(SystemError) {
    guard unsafe rename(home.syncSuccessor, home.sync) == 0 else {
      // Another process may have done so.
      if errno == ENOENT { return }
      throw .last("rename", on: home.sync)
    }
    try Files.syncFolder(home.stateFolder)
  }

  /// Runs in one process at a time, and not for a home that is another device already.
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

  /// Returns the home's next identity, the same each time until the succession is complete.
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

  /// Enrols the successor as this device's guest (a revoked one invites nobody) and connects as it.
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

  /// How long its ticket is valid, in seconds.
  private static let seconds = 60

  /// Makes the successor the owner of the home.
  func finish() throws(SyncFault) {
    try renaming(SyncFault.system, Self.take(home))
  }
}
