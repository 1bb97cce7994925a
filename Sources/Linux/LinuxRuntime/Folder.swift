import Glibc

package enum Folder {
  /// The files below a folder with that ending, by their path in it; links are not followed into other folders.
  package static func files(below folder: String, ending: String, depth: Int = 3) -> [String] {
    names(in: folder).flatMap { name -> [String] in
      if name.hasSuffix(ending) { return [name] }
      guard depth > 0, Files.isFolder("\(folder)/\(name)") else { return [] }
      return files(below: "\(folder)/\(name)", ending: ending, depth: depth - 1).map { "\(name)/\($0)" }
    }
  }

  /// The names in a folder, in alphabetical order.
  package static func names(in folder: String) -> [String] {
    guard let stream = unsafe opendir(folder) else { return [] }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }
}
