/// The desktop entry with which `focuskey:` links find their way (freedesktop.org, "Desktop Entry Specification", 1.5).
///
/// It also remembers how to take the change of the defaults back.
struct LinkHandlerEntry: Equatable {
  /// The file's name, by which lists of defaults refer to the application.
  static let name = "focuskey-link.desktop"
  /// The type under which desktops keep the handler of our scheme.
  static let type = "x-scheme-handler/focuskey"

  let program: String
  /// The folder of the service that gets the links, if it is not the usual one.
  let home: String?
  let undo: DefaultApplications.Undo
  let traces: LinkHandlerTraces

  var text: String {
    var words = [Self.quoted(program), "open"]
    if let home { words += ["--home", Self.quoted(home)] }
    words.append("%u")
    var lines = [
      "[Desktop Entry]", "Type=Application", "Version=1.0", "Name=FocusKey",
    ]
    lines += MenuComment.lines("Open links of cards in FocusKey")
    lines += [
      "Exec=" + words.joined(separator: " "), "Terminal=false", "NoDisplay=true", "StartupNotify=false",
      "MimeType=\(Self.type);",
    ]
    switch undo {
    case .restore(let before): lines.append("X-FocusKey-Before=\(before)")
    case .removeLine: lines.append("X-FocusKey-Added=line")
    case .removeSection(let lead): lines.append("X-FocusKey-Added=section\(lead.count)")
    }
    if !traces.words.isEmpty { lines.append(Self.made + traces.words) }
    return lines.joined(separator: "\n") + "\n"
  }

  private static let made = "X-FocusKey-Made="

  static func traces(in text: String) -> LinkHandlerTraces {
    let line = text.split(separator: "\n").first { $0.hasPrefix(made) }
    return line.map { LinkHandlerTraces($0.dropFirst(made.count)) } ?? LinkHandlerTraces()
  }

  static func undo(in text: String) -> DefaultApplications.Undo {
    for line in text.split(separator: "\n") {
      if line.hasPrefix("X-FocusKey-Before=") { return .restore(String(line.dropFirst("X-FocusKey-Before=".count))) }
      if line.hasPrefix("X-FocusKey-Added=section"), let count = Int(line.dropFirst("X-FocusKey-Added=section".count)) {
        return .removeSection(lead: String(repeating: "\n", count: min(2, max(0, count))))
      }
    }
    return .removeLine
  }

  /// A word of an `Exec` line: between quotes, with the four letters escaped that mean something there, then once more
  /// as any text of the file, and percent signs doubled. A plain word is without quotes, because xdg-open does not
  /// know them.
  static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { octet in
      octet >= 0x80 || (octet > 0x20 && octet < 0x7F && !"\"'\\><~|&;$*?#()`%".utf8.contains(octet))
    }
    if isPlain, !word.isEmpty { return word }
    var quoted = "\""
    for letter in word {
      switch letter {
      case "\\": quoted += "\\\\\\\\"
      case "\"", "`", "$": quoted += "\\\\\(letter)"
      case "%": quoted += "%%"
      default: quoted.append(letter)
      }
    }
    return quoted + "\""
  }
}
