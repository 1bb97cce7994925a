import Glibc
internal import LinuxRuntime
internal import SyncProtocol

/// A folder that something else carries from computer to computer, and this home's own copy of what it wrote there.
struct FolderPlace {
  let path: String
  /// Our own copies, from which files missing in the folder are written again.
  let kept: String

  /// What shows whether a file was changed.
  struct Stamp: Equatable {
    let file: UInt64
    let count: Int
    let written: Int64
  }

  /// No file of ours is larger.
  private static let largest = CarriedFile.Size.largest.count

  func names() throws(MailboxError) -> [String] {
    return try renaming({ MailboxError.folder($0, path) }, Files.names(inFolder: path))
  }

  func keptNames() -> [String] { (try? Files.names(inFolder: kept)) ?? [] }

  func stamp(_ file: String) -> Stamp? {
    var status = stat()
    guard unsafe lstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    let written = Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
    return Stamp(file: UInt64(status.st_ino), count: Int(status.st_size), written: written)
  }

  /// A file's content; `nil` if it is missing, not a plain file or unreadable.
  func read(_ file: String) -> [UInt8]? {
    guard stamp(file) != nil, let open = try? Descriptor.open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK) else {
      return nil
    }
    return try? Files.read(open, named: file, limit: Self.largest + 1)
  }

  func keep(_ octets: [UInt8], as name: CarriedName) throws(MailboxError) {
    try renaming({ MailboxError.folder($0, kept) }, Files.makeFolder(kept))
    try renaming({ MailboxError.folder($0, kept) }, Files.replace("\(kept)/\(name.text)", with: octets))
  }

  /// Writes a file into the folder, all or nothing.
  func write(_ octets: [UInt8], as name: CarriedName) throws(MailboxError) {
    guard Files.isFolder(path) else { throw .noFolder(path) }
    let draft = draft(name.text)
    do throws(SystemError) {
      try Files.remove(draft)
      let file = try Descriptor.open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o644)
      try Files.write(octets, to: file.number)
      guard fsync(file.number) == 0 else { throw .last("fsync", on: draft) }
      guard unsafe rename(draft, "\(path)/\(name.text)") == 0 else { throw .last("rename", on: path) }
    } catch {
      unsafe unlink(draft)
      throw .folder(error, path)
    }
    // Not every file system can: then the name comes to the disk when it does.
    try? Files.syncFolder(path)
  }

  /// A draft name that carriers ignore, one per process: two may write the same file at once.
  private func draft(_ name: String) -> String { "\(path)/\(Self.draftStart)\(name).\(getpid()).part" }

  private static let draftStart = ".~"

  static func isDraft(_ name: String, of household: UInt32) -> Bool {
    guard name.hasPrefix(draftStart) else { return false }
    return CarriedName(beginning: String(name.dropFirst(draftStart.count)))?.household == household
  }

  /// Removes drafts of processes that were killed while writing.
  func sweep(_ drafts: [String], at now: Int64) throws(MailboxError) {
    for draft in drafts {
      guard let stamp = stamp("\(path)/\(draft)"), now - stamp.written >= Self.hour else { continue }
      try remove("\(path)/\(draft)")
    }
  }

  /// In nanoseconds.
  private static let hour: Int64 = 3_600_000_000_000

  func remove(_ file: String) throws(MailboxError) {
    try renaming({ MailboxError.folder($0, path) }, Files.remove(file))
  }

  /// Throws unless files can be created, renamed and removed in the folder.
  func probe() throws(MailboxError) {
    let (first, second) = (draft("probe"), draft("probed"))
    do throws(SystemError) {
      let file = try Descriptor.open(first, O_WRONLY | O_CREAT | O_NOFOLLOW, mode: 0o600)
      try Files.write([UInt8](repeating: 1, count: CarriedFile.Size.smallest.count), to: file.number)
      guard fsync(file.number) == 0 else { throw .last("fsync", on: first) }
      guard unsafe rename(first, second) == 0 else { throw .last("rename", on: path) }
      try Files.remove(second)
    } catch {
      unsafe unlink(first)
      throw .folder(error, path)
    }
  }

  /// Whether the system reports changes: network shares and FUSE may change elsewhere.
  var tellsChanges: Bool {
    // statfs(2): AFS, 9P, Ceph, CIFS, Coda, FUSE, NCP, NFS, SMB, SMB2, vboxsf.
    let elsewhere: [UInt32] = [
      0x5346_414F, 0x0102_1997, 0x00C3_6400, 0xFF53_4D42, 0x7375_7245, 0x6573_5546, 0x564C, 0x6969, 0x517B,
      0xFE53_4D42, 0x786F_4256,
    ]
    guard let kind = Files.fileSystem(of: path) else { return false }
    return !elsewhere.contains(kind)
  }
}

extension MailboxError {
  static func folder(_ error: SystemError, _ path: String) -> MailboxError {
    switch error.code {
    case ENOENT, ENOTDIR, ENXIO, ENODEV: .noFolder(path)
    case ENOSPC, EDQUOT: .fullFolder(path)
    case EROFS: .readOnlyFolder(path)
    case EACCES, EPERM: error.call == "opendir" ? .folderFailed(path, error.reason) : .readOnlyFolder(path)
    case EXDEV, EOPNOTSUPP, ENOSYS, EINVAL, EEXIST:
      error.call == "rename" ? .noRename(path) : .folderFailed(path, error.reason)
    default: .folderFailed(path, error.reason)
    }
  }
}
