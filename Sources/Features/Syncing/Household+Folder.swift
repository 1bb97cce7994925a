internal import FolderMailbox
import Glibc
internal import Octets
internal import Sealing
internal import ServiceContract
internal import SyncProtocol

extension Household {
  func begin(inFolder path: String, called name: String?) throws(SyncFault) -> JSONValue {
    let sodium = try sodium()
    let url = try SyncFault.asking { () throws(MailboxError) in try FolderURL.whole(path) }
    let note = SyncNote(
      url: url, password: Self.noPassword(sodium), owner: Self.identity(OwnerID.self, sodium),
      device: Self.identity(DeviceID.self, sodium), secret: sodium.deviceKeys().secretKey, name: name ?? Self.hostName,
      keys: [Invitation.Key(epoch: .first, group: sodium.chance(SealFunctions.keyCount))])
    try removeKept()
    try SyncFault.asking { () throws(MailboxError) in
      guard let mailbox = try note.open(with: sodium, in: home) as? FolderMailbox else { return }
      _ = try mailbox.found(note.owner)
    }
    let mailbox = try SyncFault.asking { () throws(MailboxError) in try note.open(with: sodium, in: home) }
    try enroll(note, ticket: nil, mailbox, sodium)
    return try status()
  }

  /// A folder needs no password, but an invitation has a field for one.
  static func noPassword(_ sodium: Sodium) -> String {
    Base64URLText.text(of: sodium.chance(Invitation.passwordCount))
  }

  /// Removes this device's copies of what was written into a folder.
  func removeKept() throws(SyncFault) {
    try renaming(SyncFault.system, home.removeKept())
  }
}

extension ServiceContract.Home {
  /// Removes this device's copies of what was written into a folder.
  func removeKept() throws(SystemError) {
    guard Files.isFolder(syncFolder) else { return }
    for name in try Files.names(inFolder: syncFolder) { try Files.remove("\(syncFolder)/\(name)") }
    unsafe rmdir(syncFolder)
  }
}
