package import FocusSession

/// Which tasks are meant: words, marks and attributes, all of which have to fit.
///
/// `+errand project:home due.before:fri milk` are errands at home with "milk" in their words that are due before
/// Friday.
package struct TaskFilter: Sendable {
  private enum Part: Sendable {
    case words(String)
    case tag(String, Bool)
    case project(String?)
    case priority(TaskPriority?)
    case status(TaskStatus)
    case list(String)
    case due(TaskTime?)
    case dueBefore(TaskTime)
    case dueAfter(TaskTime)
    case number(Int)
    case overdue, today, active, blocked, waiting, done
  }

  private var parts: [Part] = []
  /// Whether it also asks for tasks that are done, blocked or waiting, which a list leaves out.
  package private(set) var wantsAll = false
  package var isEmpty: Bool { parts.isEmpty }

  /// Reads words; throws the word that means nothing.
  package init(_ words: [String], now: Timestamp, in zone: CivilZone) throws(TaskFilterFault) {
    let dates = NaturalDate(now: now, in: zone)
    for word in words where !word.isEmpty { parts.append(try part(word, dates)) }
  }

  private mutating func part(_ word: String, _ dates: NaturalDate) throws(TaskFilterFault) -> Part {
    if let number = Int(word), number > 0 { return .number(number) }
    if word.hasPrefix("@"), word.utf8.count > 1 { return .tag(String(word.dropFirst()), true) }
    if word.hasPrefix("+") || word.hasPrefix("-"), word.utf8.count > 1 {
      let name = String(word.dropFirst())
      switch name {
      case "OVERDUE": return .overdue
      case "TODAY": return .today
      case "ACTIVE": return .active
      case "BLOCKED", "WAITING", "COMPLETED":
        wantsAll = true
        return name == "BLOCKED" ? .blocked : name == "WAITING" ? .waiting : .done
      default: return .tag(name, word.hasPrefix("+"))
      }
    }
    let sides = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard sides.count == 2 else { return .words(word.lowercased()) }
    let value = String(sides[1])
    let isNone = value.isEmpty || value == "none"
    func time() throws(TaskFilterFault) -> TaskTime {
      guard let time = dates.time(value) else { throw TaskFilterFault(word: word) }
      return time
    }
    switch sides[0].lowercased() {
    case "project", "pro", "proj": return .project(isNone ? nil : value)
    case "tag": return .tag(value, true)
    case "list": return .list(value)
    case "pri", "priority":
      guard let priority = TaskPriority(rawValue: value.uppercased()) else {
        if isNone { return .priority(nil) }
        throw TaskFilterFault(word: word)
      }
      return .priority(priority)
    case "status":
      let known = TaskStatus.allCases.first { $0.word == value } ?? (value == "pending" ? .needsAction : nil)
      guard let status = known else { throw TaskFilterFault(word: word) }
      wantsAll = true
      return .status(status)
    case "due": return isNone ? .due(nil) : .due(try time())
    case "due.before": return .dueBefore(try time())
    case "due.after": return .dueAfter(try time())
    default: return .words(word.lowercased())
    }
  }

  package func fits(_ ranked: RankedTask, list: String, number: Int?, now: Timestamp, in zone: CivilZone) -> Bool {
    parts.allSatisfy { fits($0, ranked, list, number, now, zone) }
  }

  private func fits(
    _ part: Part, _ ranked: RankedTask, _ list: String, _ number: Int?, _ now: Timestamp, _ zone: CivilZone
  ) -> Bool {
    let task = ranked.task
    switch part {
    case .words(let text):
      return task.summary.lowercased().holds(text) || (task.notes?.lowercased().holds(text) ?? false)
        || task.annotations.contains { $0.text.lowercased().holds(text) }
    case .tag(let tag, let isWanted): return task.tags.contains(tag) == isWanted
    // A project has its parts: `home` means `home.garden` too.
    case .project(let project):
      guard let project else { return task.project == nil }
      return task.project == project || task.project?.hasPrefix(project + ".") == true
    case .priority(let priority): return task.priority == priority
    case .status(let status): return task.status == status
    case .list(let name): return list == name
    case .due(nil): return task.due == nil
    case .due(let day?): return task.due?.day(in: zone) == day.day(in: zone)
    case .dueBefore(let time): return task.due.map { $0.end(in: zone) <= time.start(in: zone) } ?? false
    case .dueAfter(let time): return task.due.map { $0.start(in: zone) >= time.end(in: zone) } ?? false
    case .number(let wanted): return number == wanted
    case .overdue: return task.due.map { $0.end(in: zone) <= now } ?? false
    case .today: return task.due?.day(in: zone) == zone.day(at: now)
    case .active: return task.isStarted && !task.isOver
    case .blocked: return ranked.isBlocked
    case .waiting: return ranked.isWaiting
    case .done: return task.status == .completed
    }
  }
}

extension String {
  /// Whether a text is a part of this one, letter by letter, however each is encoded. The standard library's own search
  /// brings its engine of regular expressions.
  fileprivate func holds(_ part: String) -> Bool {
    guard let first = part.first else { return true }
    var rest = self[...]
    while let start = rest.firstIndex(of: first) {
      if rest[start...].starts(with: part) { return true }
      rest = rest[start...].dropFirst()
    }
    return false
  }
}

package struct TaskFilterFault: Error, Equatable, Sendable {
  package let word: String

  package init(word: String) { self.word = word }
}
