package import FocusSession

/// A task as somebody types it in one line: words, then a date as people say it, with marks and attributes anywhere.
///
/// `Write the report fri 15:00 +thesis` is due on Friday at three and belongs to the thesis. Taskwarrior's attributes
/// mean what they mean there: `Buy milk due:fri project:home +errand`.
package struct QuickTask: Equatable, Sendable {
  package var summary: String
  package var due: TaskTime?
  package var project: String?
  package var tags: [String] = []
  package var edit = TaskEdit()
  /// The words that name other tasks which have to be done before.
  package var after: [String] = []
  /// An attribute whose value means nothing, such as `due:sometime`.
  package var fault: String?

  /// The longest date has five words: `on 24 dec 2026 15:00` without its `on`.
  private static let mostWords = 6

  /// Reads a line; `nil` where no words are left for the task itself.
  package init?(_ line: String, now: Timestamp, in zone: CivilZone) {
    self.init(words: line.split(whereSeparator: { $0.isWhitespace }), now: now, in: zone)
  }

  /// Reads words, as a terminal cuts them: one may have blanks in it where it was quoted.
  ///
  /// - Parameter needsWords: whether words have to be left; an edit may have attributes alone.
  package init?(words given: [Substring], now: Timestamp, in zone: CivilZone, needsWords: Bool = true) {
    summary = ""
    let dates = NaturalDate(now: now, in: zone)
    var words: [Substring] = []
    var marks: [String] = []
    var rule: String?
    for word in given {
      if word.utf8.count > 1, word.utf8.first == UInt8(ascii: "+"), Self.isName(word) {
        marks.append(String(word.dropFirst()))
      } else if word.utf8.count > 1, word.utf8.first == UInt8(ascii: "@"), Self.isName(word) {
        add(tag: String(word.dropFirst()))
      } else if let (name, value) = Self.attribute(word) {
        if name == "recur" { rule = value } else { read(name, value, dates) }
      } else {
        words.append(word)
      }
    }
    let hasDue = edit.due != nil
    // The longest end that is a date, as long as something is left to do.
    for count in stride(from: min(Self.mostWords, words.count - 1), through: 1, by: -1) where !hasDue {
      let end = words.suffix(count)
      // "due" and "by" belong to the date, wherever one follows.
      let said = end.first.map { ["due", "by"].contains($0.lowercased()) } == true ? end.dropFirst() : end
      guard !said.isEmpty, let time = dates.time(said.joined(separator: " ")) else { continue }
      edit.due = .some(time)
      words.removeLast(count)
      break
    }
    due = edit.due ?? nil
    // Who names no project means one with the first mark; further ones are tags, as all are beside a named project.
    for mark in marks {
      if edit.project == nil, needsWords { edit.project = .some(mark) } else { add(tag: mark) }
    }
    project = edit.project ?? nil
    if let rule { read(rule: rule, zone) }
    guard !words.isEmpty || !needsWords else { return nil }
    summary = words.joined(separator: " ")
  }

  private mutating func add(tag: String) { if !tags.contains(tag) { tags.append(tag) } }

  private mutating func read(rule text: String, _ zone: CivilZone) {
    if text.isEmpty || text == "none" {
      edit.recurrence = .some(nil)
    } else if let rule = Recurrence(word: text, from: due, in: zone) ?? Recurrence(rule: text) {
      edit.recurrence = .some(rule)
    } else {
      fault = fault ?? "recur:" + text
    }
  }

  private mutating func read(_ name: String, _ value: String, _ dates: NaturalDate) {
    let isNone = value.isEmpty || value == "none"
    func time() -> TaskTime?? { isNone ? .some(nil) : dates.time(value).map { .some($0) } }
    var isKnown = true
    switch name {
    case "due":
      edit.due = time()
      isKnown = edit.due != nil
    case "scheduled":
      edit.scheduled = time()
      isKnown = edit.scheduled != nil
    case "wait":
      edit.wait = time()
      isKnown = edit.wait != nil
    case "priority":
      edit.priority = .some(TaskPriority(rawValue: value.uppercased()))
      isKnown = isNone || TaskPriority(rawValue: value.uppercased()) != nil
    case "project": edit.project = .some(isNone ? nil : value)
    case "profile": edit.profile = .some(isNone ? nil : value)
    case "estimate":
      let lapse = Self.length(value)
      edit.estimate = .some(lapse)
      isKnown = isNone || lapse != nil
    case "depends": after += value.split(separator: ",").map { String($0) }
    default:
      for tag in value.split(separator: ",") { add(tag: String(tag)) }
    }
    if !isKnown { fault = fault ?? name + ":" + value }
  }

  /// `6h`, `90m`, `1h30m`, or iCalendar's form.
  static func length(_ text: String) -> Lapse? {
    if let lapse = BasicDuration.read(text.uppercased()), lapse > .zero { return lapse }
    let small = text.lowercased()
    let isDays = small.hasSuffix("d")
    guard let lapse = BasicDuration.read((isDays ? "P" : "PT") + small.uppercased()), lapse > .zero else { return nil }
    return lapse <= .days(36_500) ? lapse : nil
  }

  /// Attribute names; the beginning of a name is enough, as in Taskwarrior.
  private static let names = [
    "due", "project", "priority", "scheduled", "wait", "estimate", "recur", "depends", "tags", "profile",
  ]
  private static let shortest = ["due": 3, "wait": 4, "tags": 3]

  private static func attribute(_ word: Substring) -> (name: String, value: String)? {
    let sides = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard sides.count == 2, !sides[1].hasPrefix("/") else { return nil }
    let given = sides[0].lowercased()
    guard given.utf8.count >= 3, let name = names.first(where: { $0.hasPrefix(given) }),
      given.utf8.count >= shortest[name] ?? 3
    else { return nil }
    return (name, String(sides[1]))
  }

  /// `+2w` is a date and `+1` a number; a project's name begins with a letter.
  private static func isName(_ word: Substring) -> Bool { word.dropFirst().first?.isLetter == true }
}
