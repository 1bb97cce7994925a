internal import CommandShell
internal import FocusSession
internal import Languages
internal import Spelling
internal import TaskFiles
internal import Tasks

struct TaskRow: PrintedAnswer {
  private let ranked: RankedTask
  private let zone: CivilZone
  private let number: Int?
  private let isAnswer: Bool

  /// `number` is the short number of the task; `isAnswer` says that something was done.
  init(_ ranked: RankedTask, _ zone: CivilZone, number: Int? = nil, isAnswer: Bool = false) {
    self.number = number
    self.ranked = ranked
    self.zone = zone
    self.isAnswer = isAnswer
  }

  var json: JSONValue {
    var object = ranked.json(in: zone, number: number)
    if isAnswer { object["ok"] = true }
    return .object(object)
  }

  var text: String { text(in: .english) }

  func text(in speech: Speech) -> String {
    let task = ranked.task
    var parts = [
      (number.map { String($0) } ?? "").leftPadded(to: 3), decimals(ranked.urgency.total, 1).leftPadded(to: 5),
      oneLine(task.summary),
    ]
    if let due = task.due { parts.append(speech.say("due \(due.words(in: zone))")) }
    if task.recurrence != nil || task.foreignRule != nil { parts.append(speech.say("repeats")) }
    if let priority = task.priority { parts.append(priority.rawValue) }
    if let project = task.project { parts.append("+\(oneLine(project))") }
    for tag in task.tags { parts.append("@\(oneLine(tag))") }
    if task.status != .needsAction { parts.append(speech.say(task.status.word)) }
    if ranked.isBlocked { parts.append(speech.say("blocked")) }
    if ranked.isWaiting { parts.append(speech.say("waiting")) }
    if ranked.focused > .zero {
      parts.append(speech.say("\(shortDuration(seconds: ranked.focused.wholeSeconds)) focused"))
    }
    return parts.joined(separator: "  ")
  }
}

struct WhyAnswer: PrintedAnswer {
  let ranked: RankedTask

  var json: JSONValue {
    guard case .object(var object) = ranked.urgency.json else { return ranked.urgency.json }
    object["uid"] = .string(ranked.task.uid)
    object["summary"] = .string(ranked.task.summary)
    return .object(object)
  }

  var text: String {
    var lines = [oneLine(ranked.task.summary)]
    for term in ranked.urgency.terms {
      lines.append("  \(term.name.padded(to: 12))\(decimals(term.value, 3).leftPadded(to: 8))")
    }
    lines.append("  \("urgency".padded(to: 12))\(decimals(ranked.urgency.total, 3).leftPadded(to: 8))")
    return lines.joined(separator: "\n")
  }
}

struct FindingRow {
  private let finding: TaskFileFinding

  init(_ finding: TaskFileFinding) { self.finding = finding }

  /// Whether it is only a note, because a task may repeat for ever.
  var isNote: Bool { finding.finding.cause == .endlessRule }

  var text: String { "\(finding.path):\(finding.finding.line): \(oneLine(finding.finding.sentence))" }

  var json: JSONValue {
    [
      "file": .string(finding.path), "kind": .string(finding.finding.kind), "level": isNote ? "note" : "warning",
      "line": JSONValue(finding.finding.line), "message": .string(finding.finding.sentence),
    ]
  }
}

private func decimals(_ number: Double, _ count: Int) -> String {
  var scale = 1.0
  for _ in 0..<count { scale *= 10 }
  let whole = Int64((number.magnitude * scale).rounded())
  let digits = String(whole % Int64(scale))
  let zeros = String(repeating: "0", count: count - digits.count)
  return "\(number < 0 && whole > 0 ? "-" : "")\(whole / Int64(scale)).\(zeros)\(digits)"
}

extension TaskTime {
  /// A day, or a day with its time.
  func words(in zone: CivilZone) -> String { String(text(in: zone).prefix(16).exchanging("T", for: " ")) }
}

extension String {
  fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
  fileprivate func leftPadded(to width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }
}
