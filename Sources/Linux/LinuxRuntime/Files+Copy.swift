import Glibc

extension Files {
  /// Copies a file's content, however large, into another file, which must exist already.
  package static func copy(_ path: String, to other: String) throws(SystemError) {
    try copy(Descriptor.open(path, O_RDONLY), named: path, to: other)
  }

  /// Copies what an open file holds, from its beginning. To close a descriptor of a file with locks (fcntl(2)) is to
  /// let all of them go.
  package static func copy(_ source: borrowing Descriptor, named path: String, to other: String) throws(SystemError) {
    let target = try Descriptor.open(other, O_WRONLY | O_TRUNC)
    var portion = [UInt8](repeating: 0, count: 1 << 20)
    var place: off_t = 0
    while true {
      let count = unsafe pread(source.number, &portion, portion.count, place)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .last("read", on: path) }
      guard count > 0 else { break }
      try write(portion[..<count], to: target.number)
      place += off_t(count)
    }
    guard fsync(target.number) == 0 else { throw .last("fsync", on: other) }
  }
}
