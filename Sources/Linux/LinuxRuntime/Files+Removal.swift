internal import CLinux
import Glibc

extension Files {
  /// Removes a file; succeeds if there is none.
  package static func remove(_ path: String) throws(SystemError) {
    guard unsafe unlink(path) == 0 || errno == ENOENT else { throw .last("unlink", on: path) }
  }

  /// Writes zeros over a file's content, brings them to the disk, and empties it.
  ///
  /// A disk that moves blocks by itself may keep old ones; nothing on this side of it can change that.
  package static func writeOver(_ path: String) throws(SystemError) {
    let file = try Descriptor.open(path, O_WRONLY)
    var status = stat()
    guard unsafe fstat(file.number, &status) == 0 else { throw .last("fstat", on: path) }
    let zeros = [UInt8](repeating: 0, count: 1 << 16)
    var left = Int(status.st_size)
    while left > 0 {
      let portion = min(left, zeros.count)
      try write(zeros[..<portion], to: file.number)
      left -= portion
    }
    guard fsync(file.number) == 0 else { throw .last("fsync", on: path) }
    guard ftruncate(file.number, 0) == 0 else { throw .last("ftruncate", on: path) }
  }

  /// Syncs the names in a folder to the disk: renames and removals survive a power failure.
  package static func syncFolder(_ path: String) throws(SystemError) {
    let folder = try Descriptor.open(path, O_RDONLY | O_DIRECTORY)
    guard fsync(folder.number) == 0 else { throw .last("fsync", on: path) }
  }

  /// Syncs everything written to a folder's file system: one wait for many files.
  package static func syncFileSystem(of path: String) throws(SystemError) {
    let folder = try Descriptor.open(path, O_RDONLY | O_DIRECTORY)
    guard focuskey_sync_filesystem(folder.number) == 0 else { throw .last("syncfs", on: path) }
  }
}
