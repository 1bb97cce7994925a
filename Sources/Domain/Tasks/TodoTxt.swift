package import FocusSession

/// Tasks as lines of todo.txt: `x 2026-11-22 2026-11-01 (A) Call mum @phone +family due:2026-11-30`.
package enum TodoTxt {
  /// `nil` for an empty line; `repetition` is how many lines with the same words were before it.
  package static func task(
    _ text: String, repetition: Int = 0, line number: Int, in zone: CivilZone
  ) throws(TaskImportError) -> TaskItem? {
    var words = text.split(whereSeparator: { $0 == " " || $0 == "\t" || $0 == "\r" })[...]
    guard !words.isEmpty else { return nil }
    var task = TaskItem(uid: "", summary: "")
    if words.first == "x" {
      words.removeFirst()
      task.status = .completed
    }
    takePriority(&words, &task)
    let first = takeDay(&words)
    let second = task.status == .completed ? takeDay(&words) : nil
    takePriority(&words, &task)
    if task.status == .completed {
      // The first date is that of its end, the second that of its beginning.
      task.completed = first.map { zone.startOfDay($0) } ?? zone.startOfDay(CivilDay(number: 0))
      task.entered = second.map { zone.startOfDay($0) }
    } else {
      task.entered = first.map { zone.startOfDay($0) }
    }
    try readWords(words, into: &task, line: number)
    guard !task.summary.isEmpty else { throw TaskImportError(line: number, message: "this line has no words") }
    if task.uid.isEmpty {
      let seed = "todo.txt\n" + task.summary + "\n" + (task.project ?? "")
      task.uid = StableUID.uid(of: repetition == 0 ? seed : seed + "\n" + String(repetition))
    }
    return task
  }

  private static func readWords(
    _ words: ArraySlice<Substring>, into task: inout TaskItem, line: Int
  ) throws(TaskImportError) {
    for word in words {
      if word.utf8.count > 1, word.first == "@" {
        if !task.tags.contains(String(word.dropFirst())) { task.tags.append(String(word.dropFirst())) }
      } else if word.utf8.count > 1, word.first == "+", task.project == nil {
        task.project = String(word.dropFirst())
      } else if try !take(key: word, into: &task, line: line) {
        task.summary += (task.summary.isEmpty ? "" : " ") + word
      }
    }
  }

  /// A word such as `due:2026-11-30`, if it is one that means something here.
  private static func take(
    key word: Substring, into task: inout TaskItem, line: Int
  ) throws(TaskImportError) -> Bool {
    let sides = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard sides.count == 2, !sides[1].isEmpty else { return false }
    let value = String(sides[1])
    switch sides[0] {
    case "due": task.due = .day(try day(value, "due", line))
    case "t": task.wait = .day(try day(value, "t", line))
    case "uid": task.uid = value
    case "pri" where task.priority == nil: task.priority = priority(Substring(value))
    case "rec":
      // `1w`, or `+1w`, which counts from the day it was due, as all do here.
      let word = sides[1].hasPrefix("+") ? sides[1].dropFirst() : sides[1]
      guard let rule = Recurrence(word: String(word), from: task.due, in: .utc) else { return false }
      task.recurrence = rule
    case "estimate":
      guard let estimate = BasicDuration.read(value), estimate >= .zero else { return false }
      task.estimate = estimate
    default: return false
    }
    return true
  }

  private static func day(_ text: String, _ key: String, _ line: Int) throws(TaskImportError) -> CivilDay {
    if let day = ISO8601.day(text) { return day }
    throw TaskImportError(line: line, part: key, message: "this is not a day such as 2026-11-30: " + text)
  }

  private static func takePriority(_ words: inout ArraySlice<Substring>, _ task: inout TaskItem) {
    guard let word = words.first, word.utf8.count == 3, word.hasPrefix("("), word.hasSuffix(")"),
      let priority = priority(word.dropFirst().dropLast())
    else { return }
    task.priority = priority
    words.removeFirst()
  }

  private static func takeDay(_ words: inout ArraySlice<Substring>) -> CivilDay? {
    guard let word = words.first, let day = ISO8601.day(String(word)) else { return nil }
    words.removeFirst()
    return day
  }

  /// A is high, B medium, every other letter low.
  private static func priority(_ letter: Substring) -> TaskPriority? {
    guard letter.utf8.count == 1, let octet = letter.utf8.first, (0x41...0x5A).contains(octet) else { return nil }
    switch letter {
    case "A": return .high
    case "B": return .medium
    default: return .low
    }
  }
}

extension TodoTxt {
  /// A task as a line, without its end. A blank within a project or a tag becomes an underscore.
  package static func line(_ task: TaskItem, in zone: CivilZone) -> String {
    var parts: [String] = []
    let letter: String? =
      switch task.priority {
      case .high: "A"
      case .medium: "B"
      case .low: "C"
      case nil: nil
      }
    if task.isOver {
      parts.append("x")
      let end = task.completed ?? task.modified ?? task.entered
      if let end {
        parts.append(ISO8601.text(zone.day(at: end)))
        if let entered = task.entered { parts.append(ISO8601.text(zone.day(at: entered))) }
      }
    } else {
      if let letter { parts.append("(" + letter + ")") }
      if let entered = task.entered { parts.append(ISO8601.text(zone.day(at: entered))) }
    }
    parts.append(oneLine(task.summary, blanks: " "))
    if let project = task.project { parts.append("+" + oneLine(project, blanks: "_")) }
    for tag in task.tags { parts.append("@" + oneLine(tag, blanks: "_")) }
    if let due = task.due { parts.append("due:" + ISO8601.text(due.day(in: zone))) }
    if let wait = task.wait { parts.append("t:" + ISO8601.text(wait.day(in: zone))) }
    if let word = task.recurrence?.todoTxtWord, !task.isOver { parts.append("rec:" + word) }
    if let estimate = task.estimate { parts.append("estimate:" + BasicDuration.text(estimate)) }
    if task.isOver, let letter { parts.append("pri:" + letter) }
    parts.append("uid:" + oneLine(task.uid, blanks: "_"))
    return parts.joined(separator: " ")
  }

  private static func oneLine(_ text: String, blanks: String) -> String {
    var line = ""
    for scalar in text.unicodeScalars {
      if scalar.value <= 0x20 || scalar.value == 0x7F {
        line += blanks
      } else {
        line.unicodeScalars.append(scalar)
      }
    }
    return line
  }
}
