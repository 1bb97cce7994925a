import Glibc

extension Files {
  /// The names of what is in a folder, sorted by their octets; without `.` and `..`.
  public static func names(inFolder path: String) throws(SystemError) -> [String] {
    guard let folder = unsafe opendir(path) else { throw .last("opendir", on: path) }
    defer { unsafe closedir(folder) }
    var names: [String] = []
    while let entry = unsafe readdir(folder) {
      // The name ends with a zero within its 256 octets (readdir(3)) and stays until the next call.
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted { one, other in one.utf8.lexicographicallyPrecedes(other.utf8) }
  }
}
