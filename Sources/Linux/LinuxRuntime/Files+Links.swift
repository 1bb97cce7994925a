import Glibc

extension Files {
  /// What a symbolic link says, as it says it; also those of `/proc`, which tell the file behind a process or a
  /// descriptor.
  package static func target(of link: String) -> String? {
    var buffer = [UInt8](repeating: 0, count: 4097)
    let count = unsafe buffer.withUnsafeMutableBytes { bytes in
      guard let start = unsafe bytes.bindMemory(to: CChar.self).baseAddress else { return -1 }
      return unsafe readlink(link, start, bytes.count)
    }
    return count > 0 && count < buffer.count ? String(decoding: buffer[..<count], as: UTF8.self) : nil
  }

  /// A path with all links in it followed; `nil` where nothing is there.
  package static func real(_ path: String) -> String? {
    guard let found = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(found) }
    return unsafe String(cString: found)
  }
}
