internal import CommandShell
import Glibc

struct InstalledFile {
  let what: String
  let path: String
  let content: Content

  enum Content {
    case text(String)
    case link(String)
  }
}

/// Everything that an installation put here, noted in a file so that all of it can be removed.
struct InstallManifest {
  private let note: String
  private(set) var files: [String] = []
  private(set) var folders: [String] = []

  /// Restores what the note lists; nothing without a note.
  init(note: String) throws(Failure) {
    self.note = note
    let octets: [UInt8]
    do throws(SystemError) {
      octets = try Files.read(note, limit: 1 << 20)
    } catch {
      guard error.code == ENOENT || error.code == ENOTDIR else { throw .reading(note, error) }
      return
    }
    guard let root = try? JSONDocument(octets).root else {
      throw Failure(
        .badData, kind: "damaged-note", what: "the list of installed files cannot be read", at: .text(note),
        advice: "remove this file, and the files that the manual lists")
    }
    files = root["files"]?.array?.compactMap(\.string) ?? []
    folders = root["folders"]?.array?.compactMap(\.string) ?? []
  }

  /// Whether something is there that is not ours, and so stays as it is.
  func isForeign(_ path: String) -> Bool {
    var status = stat()
    let isThere = unsafe lstat(path, &status) == 0
    return isThere && !files.contains(path)
  }

  /// Puts a file in its place, after noting it, so that what a power cut leaves can be removed.
  mutating func put(_ file: InstalledFile) throws(Failure) {
    do throws(SystemError) {
      try makeFolder(above: note)
      try makeFolder(above: file.path)
      if !files.contains(file.path) { files.append(file.path) }
      try write()
      switch file.content {
      case .text(let text): try Files.replace(file.path, with: Array(text.utf8), mode: 0o644)
      case .link(let place):
        _ = unsafe unlink(file.path)
        guard unsafe symlink(place, file.path) == 0 else { throw SystemError.last("symlink", on: file.path) }
      }
    } catch {
      throw .writing(file.path, error)
    }
  }

  /// Removes everything: the files, the note, and the folders made for them that are now empty.
  mutating func removeAll() throws(Failure) {
    for file in files where unsafe unlink(file) != 0 && errno != ENOENT && errno != ENOTDIR {
      throw .writing(file, .last("unlink", on: file))
    }
    _ = unsafe unlink(note)
    for folder in folders.reversed() { _ = unsafe rmdir(folder) }
    files = []
    folders = []
  }

  /// Makes the missing folders above a file, and remembers which they were.
  private mutating func makeFolder(above file: String) throws(SystemError) {
    var missing: [String] = []
    var path = file[...]
    while let slash = path.lastIndex(of: "/"), slash != path.startIndex {
      path = path[..<slash]
      if Files.isFolder(String(path)) { break }
      missing.insert(String(path), at: 0)
    }
    for folder in missing {
      try Files.makeFolder(folder)
      if !folders.contains(folder) { folders.append(folder) }
    }
  }

  private func write() throws(SystemError) {
    let things: JSONValue = ["files": JSONValue(files), "folders": JSONValue(folders)]
    try Files.replace(note, with: things.octets)
  }
}
