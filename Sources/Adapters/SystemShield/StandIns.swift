import DesktopEntries
import Glibc
import LinuxRuntime

/// Desktop entries that stand in, in the person's own folder, for those of blocked apps: menus and launchers
/// then start the shield in the app's place.
///
/// Each carries a mark of its own, and an entry of the person's own waits beside it under another name until it comes
/// back, so that everything can be brought back by looking at the folder, no matter who put it there and how it ended.
struct StandIns: Sendable {
  private static let mark = "X-FocusKey-Shield=true"
  /// The ending of the original entry's name while a stand-in replaces it.
  private static let kept = ".focuskey-kept"
  private static let madeFolder = ".focuskey-made"

  let folder: String

  init(dataFolder: String) {
    folder = "\(dataFolder)/applications"
  }

  static func isOne(_ octets: [UInt8]) -> Bool {
    String(decoding: octets, as: UTF8.self).split(separator: "\n").contains { $0 == mark }
  }

  /// The path of the entry that a stand-in hides, if there is one.
  static func original(behind path: String) -> String {
    path + kept
  }

  /// The ids that have a stand-in now.
  var standing: [String] {
    Folder.names(in: folder).filter { name in
      name.hasSuffix(".desktop")
        && (try? Files.read("\(folder)/\(name)", limit: DesktopEntry.longest)).map(Self.isOne) ?? false
    }.map { String($0.dropLast(8)) }
  }

  /// `entry` is the packager's text, `command` is what is started instead.
  func put(_ id: String, entry: [UInt8], command: [String]) throws(SystemError) {
    let path = "\(folder)/\(id).desktop"
    if !Files.exists(folder) {
      try Files.makeFolder(folder, mode: 0o755)
      try Files.replace("\(folder)/\(Self.madeFolder)", with: [])
    }
    if let there = try? Files.read(path, limit: DesktopEntry.longest), !Self.isOne(there) {
      // Two names for one file, so that there is no moment without it.
      guard unsafe link(path, Self.original(behind: path)) == 0 || errno == EEXIST else {
        throw .last("link", on: path)
      }
    }
    try Files.replace(path, with: Self.text(entry, command: command), mode: 0o644)
  }

  /// Removes every stand-in whose app is not in `ids`, and restores the entry behind it.
  func restore(except ids: Set<String> = []) {
    for id in standing where !ids.contains(id) {
      let path = "\(folder)/\(id).desktop"
      if unsafe rename(Self.original(behind: path), path) != 0 { _ = unsafe unlink(path) }
    }
    // An entry that the person put in the stand-in's place since is theirs to keep; what was kept beside it is older.
    for name in Folder.names(in: folder) where name.hasSuffix(".desktop\(Self.kept)") {
      let path = "\(folder)/\(name.dropLast(Self.kept.count))"
      let isHeld = ids.contains { path.hasSuffix("/\($0).desktop") }
      if !isHeld { _ = unsafe unlink("\(folder)/\(name)") }
    }
    guard ids.isEmpty, Files.exists("\(folder)/\(Self.madeFolder)") else { return }
    _ = unsafe unlink("\(folder)/\(Self.madeFolder)")
    _ = unsafe rmdir(folder)
  }

  /// The entry as it was, in every language, but starting something else and never by a message on the bus.
  static func text(_ entry: [UInt8], command: [String]) -> [UInt8] {
    let exec = "Exec=" + command.map(word).joined(separator: " ")
    var lines: [Substring] = []
    for line in String(decoding: entry, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false) {
      let key = line.prefix { $0 != "=" && $0 != " " }
      switch key {
      case "Exec": lines.append(exec[...])
      case "DBusActivatable", "TryExec": break
      default: lines.append(line)
      }
      if line == "[Desktop Entry]" { lines.append(mark[...]) }
    }
    return Array(lines.joined(separator: "\n").utf8)
  }

  /// A word of `Exec`, quoted (Desktop Entry Specification, "The Exec key"); the file's own escapes come on top.
  private static func word(_ word: String) -> String {
    var text = "\""
    for letter in word {
      switch letter {
      case "\\": text += #"\\\\"#
      case "\"", "`", "$": text += #"\\"# + String(letter)
      case "%": text += "%%"
      default: text.append(letter)
      }
    }
    return text + "\""
  }
}
