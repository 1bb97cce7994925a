internal import CommandShell
internal import JSONText
internal import SiteAssociation

/// What is to be said about a file, for people and for programs.
struct FindingsAnswer<Kind: FindingKind>: Answer {
  /// The file or the address.
  let name: String
  /// What was found.
  let findings: [Finding<Kind>]
  /// What more there is to say, such as how the file was fetched.
  var more: [(name: String, value: JSONValue)] = []
  /// The same for people.
  var moreText: [String] = []

  var isSound: Bool { !findings.contains { finding in finding.level == .error } }

  var json: JSONValue {
    var object = JSONObject()
    object.append("ok", .bool(isSound))
    object.append("findings", .array(findings.map { finding in finding.json }))
    for (name, value) in more { object.append(name, value) }
    return .object(object)
  }

  var text: String {
    var lines = moreText
    for finding in findings { lines += finding.lines(in: name) }
    lines.append(summary)
    return lines.joined(separator: "\n")
  }

  private var summary: String {
    guard !findings.isEmpty else { return "\(oneLine(name)): nothing to say against it" }
    var parts: [String] = []
    for (level, one, many) in [
      (FindingLevel.error, "error", "errors"), (.warning, "warning", "warnings"), (.info, "note", "notes"),
    ] {
      let count = findings.count { finding in finding.level == level }
      if count > 0 { parts.append("\(count) \(count == 1 ? one : many)") }
    }
    return "\(oneLine(name)): \(parts.joined(separator: ", "))"
  }
}

extension Finding {
  /// The finding as a program sees it.
  var json: JSONValue {
    .members([
      "level": .string(level.rawValue), "kind": .string(kind.rawValue), "path": .string(pointer.text),
      "message": .string(message), "basis": .string(basis.rawValue), "fix": fix.map { .string($0) },
      "hint": hint.map { .string($0.rawValue) }, "line": place.map { JSONValue($0.line) },
      "column": place.map { JSONValue($0.column) },
    ])
  }

  /// `file:line:column: level: kind: what`, as editors know it, and the fix below.
  func lines(in name: String) -> [String] {
    let position = place.map { ":\($0.line):\($0.column)" } ?? ""
    let word = level == .info ? "note" : level.rawValue
    var lines = ["\(oneLine(name))\(position): \(word): \(oneLine(message)) [\(kind.rawValue), \(basis.rawValue)]"]
    if let fix { lines.append("    \(oneLine(fix))") }
    return lines
  }
}
