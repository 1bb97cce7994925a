internal import Learning
internal import ServiceContract

/// Everything that a home keeps: its names in a backup and its places on this computer.
struct BackupContents {
  /// Something that is swapped as a whole: a file, or a folder with its contents.
  struct Part {
    /// Its name in the archive; names below it begin with it and a slash.
    let name: String
    let path: String
    let kind: Kind

    enum Kind {
      /// A SQLite database, which SQLite itself copies, with the files beside it.
      case database
      case file
      /// A folder of files with these endings.
      case folder([String], depth: Int)
      /// Folders of files named by their content: a backup's files are added to those there are.
      case store([String])
    }

    /// Where its successor waits until everything is there.
    var draft: String { path + Self.draftEnding }
    /// Where the old one goes when its successor comes.
    var old: String { path + ".before-restore" }

    static let draftEnding = ".restore"
  }

  let parts: [Part]

  /// Leaves out task folders elsewhere that the person named: other programs use them too.
  init(_ home: Home, ownTasks: String) {
    parts = [
      Part(name: "focuskey.sqlite", path: home.database, kind: .database),
      Part(name: "decks.sqlite", path: home.decks, kind: .database),
      Part(name: "config.json5", path: home.configuration, kind: .file),
      Part(name: "phones.json", path: "\(home.stateFolder)/phones.json", kind: .file),
      Part(name: "board.json", path: home.board, kind: .file),
      Part(name: "signing-cards.json", path: home.signingCards, kind: .file),
      Part(name: "sensors.json", path: home.sensors, kind: .file),
      Part(name: "noise", path: home.noiseNote, kind: .file),
      Part(name: "tasks", path: ownTasks, kind: .folder([".ics", "displayname", "color"], depth: 1)),
      Part(name: "nights", path: "\(home.stateFolder)/nights", kind: .folder([".json", ".svg"], depth: 0)),
      // The last one: what changes by itself is in memory by then.
      Part(name: "media", path: home.media, kind: .store(MediaForm.allCases.map { "." + $0.rawValue })),
    ]
  }

  /// Where to make the file of a name in an archive; `nil` for names that no backup has.
  func draft(of name: String) -> String? {
    for part in parts {
      switch part.kind {
      case .database, .file: if part.name == name { return part.draft }
      case .store:
        guard name.hasPrefix(part.name + "/") else { continue }
        let segments = name.split(separator: "/", omittingEmptySubsequences: false)
        guard segments.count == 3, segments[1].utf8.count == 32, CardMedia.isHex(segments[1].utf8),
          CardMedia.form(of: String(segments[2])) != nil
        else { return nil }
        return "\(part.draft)/\(segments[1])/\(segments[2])"
      case .folder(let endings, let depth):
        guard name.hasPrefix(part.name + "/") else { continue }
        let rest = name.dropFirst(part.name.count + 1)
        let segments = rest.split(separator: "/", omittingEmptySubsequences: false)
        let isFine = segments.allSatisfy { segment in
          !segment.isEmpty && !segment.hasPrefix(".") && segment.utf8.count <= 255
            && segment.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
        }
        guard isFine, segments.count <= depth + 1, endings.contains(where: { rest.hasSuffix($0) }) else { return nil }
        return "\(part.draft)/\(rest)"
      }
    }
    return nil
  }
}
