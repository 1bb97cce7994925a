import Glibc
import LinuxRuntime

/// The files that the kernel asks about now, as it tells them itself (proc_pid_fdinfo(5), fanotify).
enum PersistentMarks {
  /// The numbers of the marked files and folders.
  static func inodes(of group: Int32) -> Set<UInt64> {
    guard let octets = try? Files.read("/proc/self/fdinfo/\(group)", limit: 16 << 20) else { return [] }
    var found: Set<UInt64> = []
    for line in octets.split(separator: 0x0A) where line.starts(with: "fanotify ino:".utf8) {
      let digits = line.dropFirst("fanotify ino:".utf8.count).prefix { $0 != 0x20 }
      if let inode = UInt64(String(decoding: digits, as: UTF8.self), radix: 16) { found.insert(inode) }
    }
    return found
  }
}
