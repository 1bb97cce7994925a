import Glibc
internal import LinuxRuntime

/// A file's new content, on the disk under a hidden name until it takes the old one's place: a reader, or a computer
/// that loses power, sees the old or the new.
struct FileDraft {
  private let path: String
  private let draft: String

  /// Without `isSynced` the caller syncs, which it can do for many files at once.
  init(_ path: String, _ octets: [UInt8], isSynced: Bool = true) throws(TaskFileError) {
    self.path = path
    let folder = TaskShelf.folder(of: path)
    draft = "\(folder)/.\(TaskFolders.name(of: path)).tmp"
    do throws(SystemError) {
      let file = try Descriptor.open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW)
      try Files.write(octets, to: file.number)
      // The rights of the file that it replaces are somebody's choice.
      var status = stat()
      if unsafe stat(path, &status) == 0 { fchmod(file.number, status.st_mode & 0o777) }
      if isSynced, fsync(file.number) != 0 { throw SystemError.last("fsync", on: draft) }
    } catch {
      unsafe unlink(draft)
      throw .system(error)
    }
  }

  func takePlace(syncsFolder: Bool = true) throws(TaskFileError) {
    guard unsafe rename(draft, path) == 0 else {
      let fault = SystemError.last("rename", on: path)
      discard()
      throw .system(fault)
    }
    guard syncsFolder else { return }
    try renaming(TaskFileError.system, Files.syncFolder(TaskShelf.folder(of: path)))
  }

  func discard() { unsafe unlink(draft) }
}

/// Keeps other programs of FocusKey from writing to the same list at the same time. It is the kernel's lock on the
/// folder, so that no file is left and nothing stays held when a program is killed.
struct FolderLock {
  private let descriptor: Int32

  /// Waits for the lock on the folder of that file.
  init(of path: String) {
    descriptor = unsafe open(TaskShelf.folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    // Where a folder cannot be locked (some network file systems, and the home of a service, which has it while it
    // runs), the stamps alone tell of other writers.
    guard descriptor >= 0 else { return }
    var tries = 2500
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK || errno == EINTR, tries > 0 {
      tries -= 1
      usleep(2000)
    }
  }

  func release() { if descriptor >= 0 { close(descriptor) } }
}
