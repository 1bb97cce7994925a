internal import FolderMailbox
internal import PostgresMailbox
internal import Sealing
internal import ServiceContract
internal import SyncProtocol

/// A folder in the form of a database's address: `folder:PATH`.
enum FolderURL {
  private static let scheme = "folder:"

  /// The path in it; `nil` for another address.
  static func path(of url: String) -> String? {
    url.hasPrefix(scheme) ? String(url.dropFirst(scheme.count)) : nil
  }

  /// The address with an absolute path, independent of the working folder.
  static func whole(_ path: String) throws(MailboxError) -> String {
    guard let real = Files.real(path), Files.isFolder(real) else { throw .noFolder(path) }
    return scheme + real
  }
}

extension SyncNote {
  /// The folder that carries messages; `nil` if a database does.
  var folder: String? { FolderURL.path(of: url) }

  var carrier: MailboxCarrier { folder == nil ? .database : .folder }

  /// The mailbox, entered as this device; `cancel` becomes readable to end waits, -1 for none.
  func mailbox(with sodium: Sodium, in home: Home, cancel: Int32 = -1) throws(SyncFault) -> any HouseholdMailbox {
    guard let keys = DeviceKeys(secretKey: secret, with: sodium) else { throw .sealing(.badKey) }
    return try SyncFault.asking { () throws(MailboxError) in
      let mailbox = try open(with: sodium, in: home, cancel: cancel)
      try mailbox.enter(device, token: keys.token(with: sodium))
      return mailbox
    }
  }

  /// The mailbox, before it knows which device asks.
  func open(with sodium: Sodium, in home: Home, cancel: Int32 = -1) throws(MailboxError) -> any HouseholdMailbox {
    guard let folder else { return try PostgresMailbox(at: try address(), cancel: cancel) }
    guard let ring = ring(sodium) else { throw .folderFailed(home.sync, "the keys cannot be read") }
    return try FolderMailbox(
      at: folder, keeping: home.syncFolder, of: owner, with: ring, by: sodium.functions, cancel: cancel)
  }
}
