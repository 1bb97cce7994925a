internal import CLinux
import Glibc

package enum Files {
  /// Reads a file to its end.
  ///
  /// - Parameter limit: a larger file is refused with `EFBIG`, so that a mistaken path cannot fill the memory.
  package static func read(_ path: String, limit: Int = 64 << 20) throws(SystemError) -> [UInt8] {
    try read(Descriptor.open(path, O_RDONLY), named: path, limit: limit)
  }

  /// Reads what is on a descriptor (a file, a pipe, standard input) to its end.
  package static func read(
    _ descriptor: borrowing Descriptor, named name: String, limit: Int = 64 << 20
  ) throws(SystemError) -> [UInt8] {
    var content: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = unsafe Glibc.read(descriptor.number, &chunk, chunk.count)
      if count < 0 {
        if errno == EINTR { continue }
        throw .last("read", on: name)
      }
      if count == 0 { return content }
      guard content.count + count <= limit else { throw SystemError("read", EFBIG, on: name) }
      content += chunk[..<count]
    }
  }

  package static func write(_ content: some Collection<UInt8>, to descriptor: Int32) throws(SystemError) {
    let octets = Array(content)
    var written = 0
    while written < octets.count {
      let count = unsafe octets.withUnsafeBytes { bytes in
        unsafe Glibc.write(descriptor, bytes.baseAddress.map { unsafe $0 + written }, octets.count - written)
      }
      if count < 0 {
        if errno == EINTR { continue }
        throw .last("write")
      }
      written += count
    }
  }

  /// A file without a name, with this content, which is read from its beginning.
  package static func inMemory(_ content: [UInt8]) throws(SystemError) -> Descriptor {
    let number = unsafe focuskey_memory_file("content")
    guard number >= 0 else { throw .last("memfd_create") }
    let file = Descriptor(owning: number)
    try write(content, to: file.number)
    guard lseek(file.number, 0, SEEK_SET) == 0 else { throw .last("lseek") }
    return file
  }

  /// Replaces a file so that a reader, or a machine that loses power, sees the old content or the new, never a part.
  ///
  /// A device or a pipe is written to and stays what it is: nobody who names `/dev/null` wants a file there.
  package static func replace(
    _ path: String, with content: [UInt8], mode: UInt32 = 0o600, isDurable: Bool = true
  ) throws(SystemError) {
    if isDevice(path) {
      let file = try Descriptor.open(path, O_WRONLY)
      return try write(content, to: file.number)
    }
    let draft = "\(path).new"
    let file = try openDraft(draft, mode: mode)
    defer { _ = flock(file.number, LOCK_UN) }
    do throws(SystemError) {
      try write(content, to: file.number)
      if isDurable, fsync(file.number) != 0 { throw .last("fsync", on: draft) }
      guard unsafe rename(draft, path) == 0 else { throw .last("rename", on: path) }
    } catch {
      unsafe unlink(draft)
      throw error
    }
  }

  /// An empty draft, locked: of several who replace a file, each waits for the one before.
  private static func openDraft(_ draft: String, mode: UInt32) throws(SystemError) -> Descriptor {
    while true {
      let file = try Descriptor.open(draft, O_WRONLY | O_CREAT, mode: mode)
      // Where files cannot be locked nobody waits.
      while flock(file.number, LOCK_EX) != 0, errno == EINTR {}
      // What the one before has put in its place is a draft no longer.
      guard isSame(file, draft) else { continue }
      guard ftruncate(file.number, 0) == 0 else { throw .last("ftruncate", on: draft) }
      return file
    }
  }

  private static func isDevice(_ path: String) -> Bool {
    var found = stat()
    guard unsafe stat(path, &found) == 0 else { return false }
    return [S_IFCHR, S_IFBLK, S_IFIFO].contains(found.st_mode & S_IFMT)
  }

  /// Makes a folder and those above it that are missing; for this user alone, unless other rights are named.
  package static func makeFolder(_ path: String, mode: UInt32 = 0o700) throws(SystemError) {
    if unsafe mkdir(path, mode) == 0 { return }
    if errno == EEXIST, isFolder(path) { return }
    let cause = SystemError.last("mkdir", on: path)
    guard cause.code == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex else { throw cause }
    try makeFolder(String(path[..<slash]), mode: mode)
    guard unsafe mkdir(path, mode) == 0 || errno == EEXIST else { throw .last("mkdir", on: path) }
  }

  package static func exists(_ path: String) -> Bool {
    unsafe access(path, F_OK) == 0
  }

  /// Whether an open file is the one that has that path now.
  package static func isSame(_ file: borrowing Descriptor, _ path: String) -> Bool {
    var held = stat()
    var there = stat()
    guard unsafe fstat(file.number, &held) == 0, unsafe stat(path, &there) == 0 else { return false }
    return held.st_ino == there.st_ino && held.st_dev == there.st_dev
  }

  package static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
