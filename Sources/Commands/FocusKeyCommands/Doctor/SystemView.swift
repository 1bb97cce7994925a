import Glibc
internal import LinuxRuntime

/// The system's files as the doctor sees them; a test gives it a folder instead of the root.
struct SystemView: Sendable {
  let root: String

  func path(_ path: String) -> String { root == "/" ? path : root + path }

  func exists(_ file: String) -> Bool { Files.exists(path(file)) }

  /// The lines of a small file; none if it cannot be read.
  func lines(_ file: String) -> [String] {
    guard let content = try? Files.read(path(file), limit: 1 << 16) else { return [] }
    return content.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The first line of a small file; `nil` if it cannot be read.
  func line(_ file: String) -> String? { lines(file).first }

  /// Whether group(5) lists the user, who may lack its rights until the next login.
  func isMember(_ user: String, of group: String) -> Bool {
    lines("/etc/group").contains { line in
      let fields = line.split(separator: ":", omittingEmptySubsequences: false)
      return fields.count == 4 && fields[0] == group && fields[3].split(separator: ",").contains { $0 == user }
    }
  }

  func names(in folder: String) -> [String] {
    guard let handle = unsafe opendir(path(folder)) else { return [] }
    defer { unsafe closedir(handle) }
    var names: [String] = []
    while let entry = unsafe readdir(handle) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  func isUsable(_ file: String) -> Bool { unsafe access(path(file), R_OK | W_OK) == 0 }
}
