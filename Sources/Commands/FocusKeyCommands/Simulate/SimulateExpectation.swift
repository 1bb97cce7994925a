internal import FocusSession
internal import Requests
internal import Spelling

struct SimulateExpectation: Equatable {
  let line: ScriptLine
  let path: [String]
  let value: JSONValue

  /// The known members of a status: a misspelt path would otherwise look like a missing value.
  private static let known: [(name: String, members: [String])] = [
    ("state", []), ("question", ["kind", "opens_at", "opens_in_ms", "closes_at", "profile"] + steps), ("profile", []),
    ("layers", []),
    ("session", []), ("task", []), ("started_at", []), ("planned_end", []), ("focused_seconds", []),
    ("remaining_seconds", []), ("break", ["ends_at", "remaining_seconds"]),
    ("breaks", ["taken", "left", "next_at"] + steps),
    ("attempts", []),
    (
      "guard",
      ["state", "since", "straying_seconds", "causes", "rings", "hushed", "snoozes_left", "snoozed_until", "was_work"]
    ),
    (
      "allowances",
      [
        "id", "minutes", "minutes_today", "used_seconds", "left_seconds", "week_left_seconds", "rolled_over_seconds",
        "earned_minutes", "state", "opens_at", "from", "asked", "name",
      ] + steps
    ),
    ("challenge", ["date", "target", "done", "met", "reason", "level", "repetitions"]),
    ("nudges", ["at", "reason"]), ("night", ["day", "ends_at", "awake", "minutes"]), ("emergency", ["ends_at"]),
    ("end", []),
    ("next", ["profile", "schedule", "at"]),
    ("shield", ["layer", "state", "why"]), ("readers", ["name", "backend", "state"]),
  ]

  private static let steps = [
    "steps", "step", "state", "needed", "done", "left_seconds", "key", "sentence", "text", "instead_of", "why",
  ]

  init(_ words: inout SimulateWords) throws(Failure) {
    line = words.line
    guard let path = words.next() else {
      throw Failure(line, "the path is missing", "write expect state focusing")
    }
    let text = words.remainder()
    guard !text.isEmpty else { throw Failure(line, "the value is missing", "write expect \(path) VALUE") }
    self.path = path.split(separator: ".", omittingEmptySubsequences: false).map { String($0) }
    value = Self.value(text)
    try check()
  }

  private func check() throws(Failure) {
    guard let first = path.first, let entry = Self.known.first(where: { $0.name == first }) else {
      throw Failure(line, unknown: "path", path.first ?? "", among: Self.known.map { $0.name })
    }
    for part in path.dropFirst() where Int(part) == nil && !entry.members.contains(part) {
      let whole = entry.members.map { first + "." + $0 }
      throw Failure(line, unknown: "path", path.joined(separator: "."), among: whole.isEmpty ? [first] : whole)
    }
  }

  /// A JSON literal, else a bare word.
  private static func value(_ text: String) -> JSONValue {
    do { return try JSONDocument(text).root.value } catch { return .string(text) }
  }

  /// Returns what the status has at the path; `null` for nothing.
  func found(in status: JSONValue) -> JSONValue {
    var value = status
    for part in path {
      switch value {
      case .object(let members): value = members[part] ?? .null
      case .array(let elements):
        guard let index = Int(part), elements.indices.contains(index) else { return .null }
        value = elements[index]
      default: return .null
      }
    }
    return value
  }

  /// Whether that was expected. Two times are equal if they name the same moment.
  func holds(for found: JSONValue) -> Bool {
    if found == value { return true }
    switch (found, value) {
    case (.string(let one), .string(let other)):
      guard let moment = ISO8601.moment(one) else { return false }
      return moment == ISO8601.moment(other)
    case (.integer(let one), .number(let other)): return Double(one) == other
    // A bare word for an identifier that looks like a number.
    case (.string(let one), .integer(let other)): return one == String(other)
    default: return false
    }
  }
}
