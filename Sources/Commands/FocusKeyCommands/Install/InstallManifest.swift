internal import CommandShell
import Glibc
internal import JSONText
internal import LinuxRuntime
internal import Requests

/// A file that belongs to an installation.
struct InstalledFile {
  /// What it is, in a few words.
  let what: String
  let path: String
  let content: Content

  enum Content {
    case text(String)
    /// A symbolic link to that place.
    case link(String)
  }
}

/// Everything that an installation put on this computer, noted in a file, so that it can be taken away to the last
/// folder.
struct InstallManifest {
  private let note: String
  private(set) var files: [String] = []
  private(set) var folders: [String] = []

  /// The things that the note remembers; none where there is no note.
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

  /// Puts a file in its place. It is noted first: what a power cut leaves behind can be taken away.
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

  /// Takes everything away: the files, the note, and the folders that were made for them and are empty now.
  mutating func removeAll() throws(Failure) {
    for file in files where unsafe unlink(file) != 0 && errno != ENOENT && errno != ENOTDIR {
      throw .writing(file, .last("unlink", on: file))
    }
    _ = unsafe unlink(note)
    for folder in folders.reversed() { _ = unsafe rmdir(folder) }
    files = []
    folders = []
  }

  /// Makes the folders above a file that are missing, and remembers which these were.
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
