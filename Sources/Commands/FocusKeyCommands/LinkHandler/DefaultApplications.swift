/// The list in which a person's desktop keeps which application opens what: `mimeapps.list` (freedesktop.org,
/// "Association between MIME types and applications", 1.0.1). Whatever else is in it stays as it is.
struct DefaultApplications: Equatable {
  /// What is needed to undo a change, byte for byte.
  enum Undo: Equatable {
    /// The list named this application before.
    case restore(String)
    /// The list had a section for defaults, but no line for the type.
    case removeLine
    /// The list had no section for defaults; `lead` is what was put before the new one.
    case removeSection(lead: String)
  }

  private static let section = "[Default Applications]"

  private(set) var text: String

  /// The applications for a type, the first one first, as they are written; `nil` where the list names none.
  func applications(for type: String) -> String? {
    guard let index = line(for: type) else { return nil }
    return String(lines[index].drop { letter in letter != "=" }.dropFirst().trimmed)
  }

  /// Sets the application for a type, and returns how to undo that.
  mutating func set(_ application: String, for type: String) -> Undo {
    var lines = lines
    let new = Substring("\(type)=\(application)")
    if let index = line(for: type) {
      let before = applications(for: type) ?? ""
      lines[index] = new
      text = lines.joined(separator: "\n")
      return .restore(before)
    }
    if let header = header {
      lines.insert(new, at: header + 1)
      text = lines.joined(separator: "\n")
      return .removeLine
    }
    let lead = text.isEmpty ? "" : text.hasSuffix("\n") ? "\n" : "\n\n"
    text += lead + Self.section + "\n" + new + "\n"
    return .removeSection(lead: lead)
  }

  /// Undoes a change, unless another application has been named since.
  mutating func takeBack(_ undo: Undo, application: String, type: String) {
    guard applications(for: type) == application, let index = line(for: type) else { return }
    var lines = lines
    switch undo {
    case .restore(let before):
      lines[index] = Substring("\(type)=\(before)")
    case .removeLine:
      lines.remove(at: index)
    case .removeSection(let lead):
      let added = lead + Self.section + "\n\(type)=\(application)\n"
      if text.hasSuffix(added) {
        text.removeLast(added.count)
        return
      }
      lines.remove(at: index)
    }
    text = lines.joined(separator: "\n")
  }

  private var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

  private var header: Int? {
    lines.firstIndex { line in line.trimmed == Self.section }
  }

  private func line(for type: String) -> Int? {
    guard let header else { return nil }
    for (index, line) in lines.enumerated().dropFirst(header + 1) {
      if line.hasPrefix("[") { return nil }
      let name = line.prefix { letter in letter != "=" }
      if name.count < line.count, name.trimmed == type { return index }
    }
    return nil
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    var rest = drop { letter in letter.isWhitespace }
    while let last = rest.last, last.isWhitespace { rest.removeLast() }
    return rest
  }
}
