import Glibc
internal import LinuxRuntime

/// The files of the system as the doctor looks at them; a test shows it a folder of its own instead of the root.
struct SystemView: Sendable {
  let root: String

  func path(_ path: String) -> String { root == "/" ? path : root + path }

  func exists(_ file: String) -> Bool { Files.exists(path(file)) }

  /// The first line of a small file; `nil` if it cannot be read.
  func line(_ file: String) -> String? {
    guard let content = try? Files.read(path(file), limit: 1 << 16) else { return nil }
    return String(decoding: content.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
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

  /// Whether this user may read and write the file.
  func isUsable(_ file: String) -> Bool { unsafe access(path(file), R_OK | W_OK) == 0 }
}
