internal import CLinux
import Glibc

extension Files {
  /// The names of what is in a folder, sorted by their octets; without `.` and `..`.
  package static func names(inFolder path: String) throws(SystemError) -> [String] {
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
  /// Makes a folder that was not there before, for this user alone; its path, which begins with some words and ends
  /// with others by chance.
  ///
  /// It is safe from others where nobody else may rename what is beside it, as in a folder of one's own, or in `/tmp`.
  package static func makeNewFolder(_ beginning: String) throws(SystemError) -> String {
    var path = Array("\(beginning)XXXXXX".utf8CString)
    guard let made = unsafe mkdtemp(&path) else { throw .last("mkdtemp", on: beginning) }
    return unsafe String(cString: made)
  }

  package static func isOwn(_ path: String) -> Bool { owner(of: path) == geteuid() }

  /// The owner of a file or folder; `nil` where there is none.
  package static func owner(of path: String) -> UInt32? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? status.st_uid : nil
  }

  /// What kind of file system a folder is on, by its number in statfs(2); `nil` where that cannot be told.
  package static func fileSystem(of path: String) -> UInt32? {
    let kind = unsafe focuskey_filesystem_kind(path)
    return kind == 0 ? nil : kind
  }
}
