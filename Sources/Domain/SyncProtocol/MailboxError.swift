package enum MailboxError: Error, Equatable, Sendable {
  case noLibrary
  /// The address cannot be used; with the reason.
  case badAddress(String)
  /// The address is that of a pooling service in transaction mode.
  case pooled
  /// Nobody answers there, or the line broke; in libpq's words.
  case away(String)
  /// The server is there and does not let us in; in its words.
  case refused(String)
  /// The server is there, and the way to it is not safe; in libpq's words.
  case untrusted(String)
  case noSchema
  case newerSchema(Int)
  case olderSchema(Int)
  /// The login does not belong to a mailbox.
  case notAllowed(String)
  /// The login has no household: it was forgotten, or never made.
  case noHousehold
  /// The household has devices already, and another joins by an invitation.
  case needsInvitation
  /// The invitation was used already, or has expired.
  case usedInvitation
  case unknownDevice
  case revoked
  /// Envelopes before these are missing; the number that is due.
  case gap(due: UInt64)
  /// Another log goes on under this device's id.
  case forked(head: UInt64)
  /// Another device was revoked or joined at the same moment.
  case raced
  /// The household has a newer key than this device.
  case oldKey
  case cancelled
  /// Something else; SQLSTATE and the server's words.
  case unexpected(code: String, String)
  case noFolder(String)
  case folderTaken(String)
  case readOnlyFolder(String)
  case fullFolder(String)
  /// What is written into the folder cannot be renamed there.
  case noRename(String)
  /// The folder cannot be used; the system's reason.
  case folderFailed(String, String)

  /// What is wrong, for a person, without a full stop.
  package var what: String {
    switch self {
    case .noLibrary: "libpq cannot be loaded"
    case .badAddress(let why): "the database's address cannot be used: \(why)"
    case .pooled: "port 6543 pools transactions: there nothing is ever heard of other devices"
    case .away(let why): why.isEmpty ? "the database does not answer" : "the database does not answer: \(why)"
    case .refused(let why): "the database refuses the login: \(why)"
    case .untrusted(let why): "the connection to the database is not safe: \(why)"
    case .noSchema: "the database has no mailbox"
    case .newerSchema(let version): "a later version of FocusKey made the mailbox (\(version))"
    case .olderSchema(let version): "an earlier version of FocusKey made the mailbox (\(version))"
    case .notAllowed(let why): "the login may not do this: \(why)"
    case .noHousehold: "the household was forgotten or never made"
    case .needsInvitation: "this login has a household with devices"
    case .usedInvitation: "the invitation was used or is over"
    case .unknownDevice: "this device is not in the household"
    case .revoked: "this device was revoked"
    case .gap(let due): "the database lacks envelope \(due) of this device"
    case .forked: "another log continues under this device's name"
    case .raced: "the household changed at the same moment"
    case .oldKey: "the household has a newer key that this device does not have"
    case .cancelled: "it was called off"
    case .unexpected(let code, let why): "the database says \(code): \(why)"
    case .noFolder: "the folder is not there"
    case .folderTaken: "the folder has a household already"
    case .readOnlyFolder: "nothing can be written into the folder"
    case .fullFolder: "there is no room left where the folder is"
    case .noRename: "files cannot be renamed in the folder"
    case .folderFailed(_, let why): "the folder cannot be used: \(why)"
    }
  }

  /// What to do about it, without a full stop.
  package var advice: String {
    switch self {
    case .noLibrary: "install it: sudo apt install libpq5"
    case .badAddress: "use folder:PATH, or postgresql://USER:PASSWORD@HOST/NAME, with ?host=/FOLDER for a socket"
    case .pooled: "use the port of the session mode, 5432"
    case .away: "start the server or wait; this device works without it"
    case .refused: "check user and password"
    case .untrusted: "the server needs a certificate of that name; name its authority's file with sslrootcert=FILE"
    case .noSchema: "as the database's owner: focuskey sync init URL, or run what focuskey sync schema prints"
    case .newerSchema: "update FocusKey here"
    case .olderSchema: "as the database's owner, run what focuskey sync schema prints"
    case .notAllowed: "use the database owner's login, or one in role focuskey_device"
    case .noHousehold: "leave and begin again: focuskey sync leave"
    case .needsInvitation, .usedInvitation: "make one on a device that is in: focuskey sync invite"
    case .unknownDevice, .revoked, .oldKey: "leave and join again: focuskey sync leave"
    case .gap, .forked: "try again: focuskey sync now"
    case .raced, .cancelled: "try again"
    case .unexpected: "see the server's log"
    case .noFolder: "make it, or have what carries it bring it here; this computer works without it"
    case .folderTaken: "join it by a link of focuskey sync invite, or use an empty folder"
    case .readOnlyFolder: "give yourself the right to write there"
    case .fullFolder: "make room; what waits is sent then"
    case .noRename: "use a folder on another file system"
    case .folderFailed: "look at the folder; this computer works without it"
    }
  }
}
