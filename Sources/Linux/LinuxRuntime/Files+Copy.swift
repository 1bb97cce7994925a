import Glibc

extension Files {
  /// Copies what a file holds into another, which is there already, however large it is.
  public static func copy(_ path: String, to other: String) throws(SystemError) {
    let source = try Descriptor.open(path, O_RDONLY)
    let target = try Descriptor.open(other, O_WRONLY | O_TRUNC)
    var portion = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = unsafe Glibc.read(source.number, &portion, portion.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .last("read", on: path) }
      guard count > 0 else { break }
      try write(portion[..<count], to: target.number)
    }
    guard fsync(target.number) == 0 else { throw .last("fsync", on: other) }
  }
}
