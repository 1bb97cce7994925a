import Glibc

extension Files {
  /// Reads a file that the user of this program wrote there: nothing that a link leads to, no pipe that would keep the
  /// reader waiting, nothing of another user's.
  ///
  /// - Parameter limit: a larger file is refused with `EFBIG`.
  package static func readOwn(_ path: String, limit: Int) throws(SystemError) -> [UInt8] {
    let file = try Descriptor.open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    var status = stat()
    guard unsafe fstat(file.number, &status) == 0 else { throw .last("fstat", on: path) }
    guard status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid() else {
      throw SystemError("open", EPERM, on: path)
    }
    return try read(file, named: path, limit: limit)
  }
}
