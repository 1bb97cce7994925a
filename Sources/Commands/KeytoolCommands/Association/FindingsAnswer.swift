internal import CommandShell
internal import JSONText
internal import SiteAssociation

/// What is to be said about a file, for people and for programs. Findings of several kinds of files may stand together.
struct FindingsAnswer: Answer {
  /// The file or the address.
  let name: String
  /// What more there is to say, such as how the file was fetched.
  var more: [(name: String, value: JSONValue)] = []
  /// The same for people.
  var moreLines: [String] = []

  private var objects: [JSONValue] = []
  private var lines: [String] = []
  private var counts: [FindingLevel: Int] = [:]

  init(name: String) {
    self.name = name
  }

  init<Kind>(name: String, findings: [Finding<Kind>]) {
    self.name = name
    add(findings)
  }

  mutating func add<Kind>(_ findings: [Finding<Kind>]) {
    for finding in findings {
      objects.append(finding.json)
      lines += finding.lines(in: name)
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
    return "\(oneLine(name)): \(parts.isEmpty ? "nothing to say against it" : parts.joined(separator: ", "))"
  }
}

extension Finding {
  /// `file:line:column: level: what [kind, basis]`, as editors know it, and the fix below.
  func lines(in name: String) -> [String] {
    let position = place.map { ":\($0.line):\($0.column)" } ?? ""
    let word = level == .info ? "note" : level.rawValue
    var lines = ["\(oneLine(name))\(position): \(word): \(oneLine(message)) [\(kind.rawValue), \(basis.rawValue)]"]
    if let fix { lines.append("    \(oneLine(fix))") }
    return lines
  }
}
