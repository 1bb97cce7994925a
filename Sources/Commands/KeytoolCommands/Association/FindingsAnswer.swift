internal import CommandShell
internal import JSONText
internal import SiteAssociation

/// The findings about a file, for people and for programs. Findings of several kinds of files can be together.
struct FindingsAnswer: Answer {
  /// The file or the address.
  let name: String
  /// Further members of the answer, such as how the file was fetched.
  var more: [(name: String, value: JSONValue)] = []
  /// The same for people.
  var moreLines: [String] = []

  private var objects: [JSONValue] = []
  private var lines: [String] = []
  private var counts: [FindingLevel: Int] = [:]

  init(name: String) {
    self.name = name
  }

  /// What the file contains, if it can be read.
  var contents = ""

  /// - Parameter text: the text in which the findings have their places.
  mutating func add<Kind>(_ findings: [Finding<Kind>], in text: [UInt8] = []) {
    let source = SourceText(text)
    for finding in findings {
      objects.append(finding.json)
      lines += finding.lines(in: name, source)
      counts[finding.level, default: 0] += 1
    }
  }

  var isSound: Bool { counts[.error] == nil }

  var json: JSONValue {
    var object: JSONObject = ["ok": .bool(isSound), "findings": .array(objects)]
    for (name, value) in more { object.append(name, value) }
    return .object(object)
  }

  var text: String { (moreLines + lines + [summary]).joined(separator: "\n") }

  private var summary: String {
    var parts: [String] = []
    for (level, one, many) in [
      (FindingLevel.error, "error", "errors"), (.warning, "warning", "warnings"), (.info, "note", "notes"),
    ] {
      if let count = counts[level] { parts.append("\(count) \(count == 1 ? one : many)") }
    }
    let verdict = (isSound ? ["valid"] : []) + parts
    return "\(oneLine(name)): " + verdict.joined(separator: ", ") + (contents.isEmpty ? "" : ": \(contents)")
  }
}

extension Finding {
  /// `file:line:column: level: what [kind, basis]`, as editors know it; below it the line with a mark, and the fix.
  func lines(in name: String, _ source: SourceText) -> [String] {
    let position = place.map { ":\($0.line):\($0.column)" } ?? ""
    let word = level == .info ? "note" : level.rawValue
    var lines = ["\(oneLine(name))\(position): \(word): \(oneLine(message)) [\(kind.rawValue), \(basis.rawValue)]"]
    if let place { lines += source.excerpt(at: place).map { "    " + $0 } }
    if let fix { lines.append("    \(oneLine(fix))") }
    return lines
  }
}
