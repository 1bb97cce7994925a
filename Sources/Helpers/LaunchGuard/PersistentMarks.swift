import Glibc
import LinuxRuntime

/// The files that the kernel asks about now, as it tells them itself (proc_pid_fdinfo(5), fanotify).
enum PersistentMarks {
  static func inodes(of group: Int32) -> Set<UInt64> {
    guard let octets = try? Files.read("/proc/self/fdinfo/\(group)", limit: 16 << 20) else { return [] }
    return inodes(in: octets)
  }

  /// The same, in what the kernel told: `fanotify ino:` and a number in hex at the beginning of a line. There may be
  /// thousands of lines twice a second.
  static func inodes(in octets: [UInt8]) -> Set<UInt64> {
    let beginning = Array("fanotify ino:".utf8)
    var found = Set<UInt64>(minimumCapacity: octets.count / 128)
    var start = 0
    while start + beginning.count < octets.count {
      var place = start
      while place < octets.count, place - start < beginning.count, octets[place] == beginning[place - start] {
        place += 1
      }
      if place - start == beginning.count {
        var inode: UInt64 = 0
        while place < octets.count, let digit = digit(octets[place]) {
          inode = inode << 4 | digit
          place += 1
        }
        found.insert(inode)
      }
      while place < octets.count, octets[place] != 0x0A { place += 1 }
      start = place + 1
    }
    return found
  }

  private static func digit(_ octet: UInt8) -> UInt64? {
    switch octet {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(octet - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(octet - UInt8(ascii: "a")) + 10
    default: nil
    }
  }
}
