internal import CommandShell
internal import SiteAssociation
internal import Spelling

/// The findings about files of one or several kinds, for people, programs and GitHub workflows.
struct FindingsAnswer: PrintedAnswer {
  /// The file or the address.
  let name: String
  /// Whether it is a site rather than a file.
  var isSite = false
  /// Further members of the answer, such as how the file was fetched.
  var more: [(name: String, value: JSONValue)] = []
  /// Further lines of the answer for people.
  var moreLines: [String] = []
  /// The checks that passed; `nil` if they were not asked for.
  var checked: [PassedCheck]?
  /// What the file contains, if it can be read.
  var contents = ""

  private(set) var findings: [ShownFinding] = []

  init(name: String) {
    self.name = name
  }

  /// `text` is the text in which the findings have their places.
  mutating func add<Kind>(_ findings: [Finding<Kind>], in text: [UInt8] = []) {
    let source = SourceText(text)
    self.findings += findings.map { ShownFinding($0, in: source) }
  }

  var isSound: Bool { !findings.contains { $0.level == .error } }

  var json: JSONValue {
    members(after: ["ok": .bool(isSound), "findings": .array(findings.map(\.json))])
  }

  /// What is known of the file beyond the findings, for an answer about several files.
  var overview: JSONValue { members(after: ["file": .string(name), "ok": .bool(isSound)]) }

  var findingsWithFile: [JSONValue] {
    findings.map { finding in
      guard case .object(var members) = finding.json else { return finding.json }
      members["file"] = .string(name)
      return .object(members)
    }
  }

  private func members(after first: JSONObject) -> JSONValue {
    var object = first
    if let checked {
      object.append("checked", .array(checked.map { ["check": .string($0.name), "text": .string($0.text)] }))
    }
    for (name, value) in more { object.append(name, value) }
    return .object(object)
  }

  var text: String {
    let passed = (checked ?? []).map { "\(oneLine(name)): ok: \($0.text)" }
    return (moreLines + findings.flatMap { $0.lines(in: name) } + passed + [summary]).joined(separator: "\n")
  }

  func screen(_ terminal: TerminalStyle) -> String {
    let passed = (checked ?? []).map { check in
      "\(terminal.paint(terminal.hasUnicode ? "\u{2713}" : "ok", .good)) \(oneLine(check.text))"
    }
    let tone: TerminalStyle.Tone =
      !isSound ? .bad : findings.contains { $0.level == .warning } ? .warning : .good
    return
      (moreLines + findings.flatMap { $0.painted(in: name, terminal) } + passed + [terminal.paint(summary, tone)])
      .joined(separator: "\n")
  }

  private var summary: String {
    let parts = [(FindingLevel.error, "error"), (.warning, "warning"), (.info, "note")].compactMap { level, word in
      let count = findings.count { $0.level == level }
      return count > 0 ? counted(count, word) : nil
    }
    let verdict = (isSound ? ["valid"] : []) + parts
    return "\(oneLine(name)): " + verdict.joined(separator: ", ") + (contents.isEmpty ? "" : ": \(contents)")
  }
}

struct ShownFinding {
  let level: FindingLevel
  let json: JSONValue
  let kind: String
  let basis: String
  let message: String
  let fix: String?
  let place: JSONPlace?
  /// The line and a mark under the place.
  let excerpt: [String]

  init<Kind>(_ finding: Finding<Kind>, in source: SourceText) {
    level = finding.level
    json = finding.json
    kind = finding.kind.rawValue
    basis = finding.basis.rawValue
    message = finding.message
    fix = finding.fix
    place = finding.place
    excerpt = finding.place.map(source.excerpt) ?? []
  }

  private var word: String { level == .info ? "note" : level.rawValue }

  private func position(in name: String) -> String {
    oneLine(name) + (place.map { ":\($0.line):\($0.column)" } ?? "")
  }

  /// `file:line:column: level: what [kind, basis]`, as editors know it; below it the line with a mark, and the fix.
  func lines(in name: String) -> [String] {
    ["\(position(in: name)): \(word): \(oneLine(message)) [\(kind), \(basis)]"] + excerpt.map { "    " + $0 }
      + (fix.map { ["    \(oneLine($0))"] } ?? [])
  }

  /// The same with colours: the mark and the level have the colour of the level.
  func painted(in name: String, _ terminal: TerminalStyle) -> [String] {
    let tone: TerminalStyle.Tone =
      switch level {
      case .error: .bad
      case .warning: .warning
      case .info: .accent(1)
      }
    let head =
      "\(terminal.paint(position(in: name) + ":", .strong)) \(terminal.paint(word + ":", tone)) \(oneLine(message)) "
      + terminal.paint("[\(kind), \(basis)]", .faint)
    let marks = excerpt.enumerated().map { index, line in
      "    " + (index == 0 ? line : terminal.paint(line, tone))
    }
    return [head] + marks + (fix.map { ["    \(terminal.paint(oneLine($0), .good))"] } ?? [])
  }
}
