/// An archive of files without compression (APPNOTE.TXT 4.3), as browsers expect extensions.
package enum ZipArchive {
  package struct File: Sendable {
    /// Its path in the archive.
    package let name: String
    package let content: [UInt8]

    package init(name: String, content: [UInt8]) {
      self.name = name
      self.content = content
    }
  }

  /// The archive's octets; the same files always give the same.
  package static func octets(of files: [File]) -> [UInt8] {
    var archive: [UInt8] = []
    var directory: [UInt8] = []
    for file in files {
      let place = archive.count
      let name = Array(file.name.utf8)
      let size = file.content.count
      // Version 1.0, names in UTF-8, stored, midnight of the first day that the format can say.
      let common =
        two(10) + two(0x0800) + two(0) + two(0) + two(0x21) + four(Int(checksum(of: file.content))) + four(size)
        + four(size) + two(name.count) + two(0)
      archive += [0x50, 0x4B, 3, 4] + common + name + file.content
      // No comment, on the first disk, a file without attributes.
      directory += [0x50, 0x4B, 1, 2] + two(10) + common
      directory += two(0) + two(0) + two(0) + four(0) + four(place) + name
    }
    let start = archive.count
    archive += directory
    archive += [0x50, 0x4B, 5, 6] + two(0) + two(0) + two(files.count) + two(files.count)
    archive += four(directory.count) + four(start) + two(0)
    return archive
  }

  /// CRC-32 as archives have it, computed a bit at a time: an extension is small.
  static func checksum(of content: [UInt8]) -> UInt32 {
    var sum = UInt32.max
    for octet in content {
      sum ^= UInt32(octet)
      for _ in 0..<8 { sum = sum & 1 == 1 ? (sum >> 1) ^ 0xEDB8_8320 : sum >> 1 }
    }
    return ~sum
  }

  private static func two(_ value: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
  }

  private static func four(_ value: Int) -> [UInt8] {
    two(value) + two(value >> 16)
  }
}
