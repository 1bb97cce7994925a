import Glibc
import LinuxRuntime

/// Identifies a file, whatever its path.
struct FileIdentity: Hashable, Sendable {
  let device: UInt64
  let inode: UInt64

  init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
  }

  /// The file at a path, with all links followed; `nil` if there is none.
  init?(of path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    self.init(status)
  }
}

struct ProgramFile {
  let identity: FileIdentity
  /// When its content was written last, in nanoseconds: a file system may give a new file the number of one that is
  /// gone.
  let written: Int64
  /// Its path with all links followed.
  let path: String

  /// Looks at a file without opening it, so that a pipe or a device cannot make anybody wait; `nil` where no program
  /// is there.
  init?(_ path: String) {
    // O_PATH.
    guard let file = try? Descriptor.open(path, 0o10000000) else { return nil }
    var status = stat()
    guard unsafe fstat(file.number, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_mode & 0o111 != 0
    else {
      return nil
    }
    guard let real = Self.path(of: file.number) else { return nil }
    identity = FileIdentity(status)
    written = Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec)
    self.path = real
  }

  /// The current path of a descriptor's file.
  static func path(of descriptor: Int32) -> String? {
    Files.target(of: "/proc/self/fd/\(descriptor)")
  }

  /// The folder if it is this application's alone; there, a new version is known by its name.
  var ownFolder: String? {
    guard let slash = path.lastIndex(of: "/") else { return nil }
    let folder = String(path[..<slash])
    let homes = [
      "/opt/", "/usr/lib/", "/usr/lib64/", "/usr/libexec/", "/usr/share/", "/usr/local/lib/", "/var/lib/flatpak/app/",
    ]
    guard let home = homes.first(where: { folder.hasPrefix($0) }), folder.utf8.count > home.utf8.count else {
      return nil
    }
    let last = folder[folder.index(after: folder.lastIndex(of: "/") ?? folder.startIndex)...]
    let shared = ["bin", "sbin", "lib", "libexec", "games"]
    return last.hasSuffix("-linux-gnu") || shared.contains(String(last)) ? nil : folder
  }
}
