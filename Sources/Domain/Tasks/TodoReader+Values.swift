package import CalendarText
internal import FocusSession

extension TodoReader {
  /// The first line of a property that may be there once; a repetition becomes a finding.
  mutating func only(_ component: CalendarComponent, _ name: String) -> ContentLine? {
    let lines = component.all(name)
    if lines.count > 1 { findings.append(TaskFinding(line: lines[1].line, cause: .repeated(name))) }
    return lines.first
  }

  /// A property's text; `nil` where it is empty.
  mutating func text(_ component: CalendarComponent, _ name: String) -> String? {
    guard let line = only(component, name), !line.value.isEmpty else { return nil }
    return CalendarValues.text(line.value)
  }

  /// The distinct words of all lists of that name.
  func words(_ component: CalendarComponent, _ name: String) -> [String] {
    var words: [String] = []
    for line in component.all(name) {
      for word in CalendarValues.list(line.value) where !word.isEmpty && !words.contains(word) { words.append(word) }
    }
    return words
  }

  mutating func number(_ component: CalendarComponent, _ name: String, _ range: ClosedRange<Int>) -> Int? {
    guard let line = only(component, name) else { return nil }
    guard let number = Int(line.value) else {
      bad(line)
      return nil
    }
    guard range.contains(number) else {
      let allowed = String(range.lowerBound) + " to " + String(range.upperBound)
      findings.append(
        TaskFinding(line: line.line, cause: .outOfRange(name, Self.shortened(line.value), allowed: allowed)))
      return nil
    }
    return number
  }

  /// A moment in UTC.
  mutating func moment(_ component: CalendarComponent, _ name: String) -> Timestamp? {
    guard let line = only(component, name) else { return nil }
    switch time(line) {
    case .moment(let moment): return moment
    case .day(let day): return zone.startOfDay(day)
    case nil: return nil
    }
  }

  /// A day or a moment: in UTC, in a zone, or on the person's own clocks.
  mutating func time(_ line: ContentLine) -> TaskTime? {
    switch BasicTime.read(line.value) {
    case .day(let day): return .day(day)
    case .moment(let moment): return .moment(moment)
    case .civil(let day, let second):
      var zone = zone
      if let name = line.parameter("TZID") {
        if let known = clocks(line) {
          zone = known.zone
        } else {
          findings.append(TaskFinding(line: line.line, cause: .unknownZone(Self.shortened(name))))
        }
      }
      return .moment(BasicTime.moment(day, second: second, in: zone))
    case nil:
      bad(line)
      return nil
    }
  }

  func clocks(_ line: ContentLine) -> TaskClocks? {
    guard case .civil? = BasicTime.read(line.value), let name = line.parameter("TZID") else { return nil }
    // `/mozilla.org/20050126_1/Europe/Berlin`: the end of a registered name mostly is an Olson name.
    let parts = name.split(separator: "/")
    for count in stride(from: min(3, parts.count), through: 1, by: -1) {
      guard count > 1 || parts.count == 1 else { break }
      if let zone = zoneNamed(parts.suffix(count).joined(separator: "/")) { return TaskClocks(name: name, zone: zone) }
    }
    return zoneInFile(name).map { TaskClocks(name: name, zone: $0) }
  }

  /// The day or moment that a line says, such as that of a `RECURRENCE-ID`.
  package mutating func moment(of line: ContentLine) -> TaskTime? { time(line) }

  mutating func bad(_ line: ContentLine) {
    findings.append(TaskFinding(line: line.line, cause: .badValue(line.name, Self.shortened(line.value))))
  }

  static func moment(_ text: String) -> Timestamp? {
    if case .moment(let moment) = BasicTime.read(text) { return moment }
    return nil
  }

  /// Shortens a value that may be long, for a sentence.
  static func shortened(_ text: String) -> String {
    text.unicodeScalars.count <= 60 ? text : String(String.UnicodeScalarView(text.unicodeScalars.prefix(60))) + "..."
  }
}
