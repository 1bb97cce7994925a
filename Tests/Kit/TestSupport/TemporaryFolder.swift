import Glibc

/// A folder of its own for one test; it is gone with all that is in it when the test lets it go.
package final class TemporaryFolder: Sendable {
  package let path: String

  package init() {
    var template = Array("/tmp/focuskey-test-XXXXXX".utf8CString)
    guard let made = unsafe mkdtemp(&template) else { fatalError("no folder can be made under /tmp") }
    path = unsafe String(cString: made)
  }

  /// The path of something in the folder.
  package func callAsFunction(_ name: String) -> String {
    "\(path)/\(name)"
  }

  deinit {
    remove(path)
  }

  private func remove(_ path: String) {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return }
    if status.st_mode & S_IFMT == S_IFDIR, let folder = unsafe opendir(path) {
      while let entry = unsafe readdir(folder) {
        let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
          unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
        }
        if name != ".", name != ".." { remove("\(path)/\(name)") }
      }
      unsafe closedir(folder)
      unsafe rmdir(path)
    } else {
      unsafe unlink(path)
    }
  }
}
