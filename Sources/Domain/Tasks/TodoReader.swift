package import CalendarText
package import FocusSession

/// Reads tasks from the VTODO components of a calendar file. Every value is checked: what is wrong becomes a finding
/// with its line, and the rest counts.
package struct TodoReader {
  /// The person's own civil clocks, for times without a zone or with an unknown one.
  package let zone: CivilZone
  /// The civil clocks of a named place, such as `Europe/Berlin`; `nil` where there is no such place.
  package let zoneNamed: (String) -> CivilZone?
  /// The civil clocks that the file itself describes by that name (VTIMEZONE).
  let zoneInFile: (String) -> CivilZone?
  var findings: [TaskFinding] = []

  package init(
    zone: CivilZone, zoneNamed: @escaping (String) -> CivilZone?,
    zoneInFile: @escaping (String) -> CivilZone? = { _ in nil }
  ) {
    self.zone = zone
    self.zoneNamed = zoneNamed
    self.zoneInFile = zoneInFile
  }

  /// `name` is what the task is called where it says no identifier; also returns the findings.
  package mutating func task(
    _ todo: CalendarComponent, named name: String
  ) -> (task: TaskItem, findings: [TaskFinding]) {
    findings = []
    var task = TaskItem(uid: uid(todo, name), summary: text(todo, "SUMMARY") ?? "")
    task.notes = text(todo, "DESCRIPTION")
    readState(todo, into: &task)
    readTimes(todo, into: &task)
    task.project = text(todo, "X-FOCUSKEY-PROJECT")
    task.tags = words(todo, "CATEGORIES")
    task.apps = words(todo, "X-FOCUSKEY-APPS")
    task.sites = words(todo, "X-FOCUSKEY-SITES")
    task.profile = text(todo, "X-FOCUSKEY-PROFILE")
    task.foreignMembers = text(todo, "X-FOCUSKEY-TASKWARRIOR")
    for line in todo.all("RELATED-TO") where line.parameter("RELTYPE")?.uppercased() == "DEPENDS-ON" {
      let uid = CalendarValues.text(line.value)
      if !uid.isEmpty, !task.dependsOn.contains(uid) { task.dependsOn.append(uid) }
    }
    readPlaces(todo, into: &task)
    for line in todo.all("COMMENT") {
      let entered = line.parameter("X-FOCUSKEY-ENTRY").flatMap { Self.moment($0) }
      task.annotations.append(TaskAnnotation(CalendarValues.text(line.value), entered: entered))
    }
    if let line = only(todo, "X-FOCUSKEY-HORIZON") {
      task.horizon = TaskHorizon(rawValue: line.value.lowercased())
      if task.horizon == nil { bad(line) }
    }
    if let line = only(todo, "RRULE") {
      task.recurrence = rule(line)
      if task.recurrence == nil { task.foreignRule = line.value }
    }
    for part in todo.parts where part.kind == "VALARM" {
      if let alarm = alarm(part) { task.alarms.append(alarm) }
    }
    findings.sort { $0.line < $1.line }
    return (task, findings)
  }

  private mutating func readPlaces(_ todo: CalendarComponent, into task: inout TaskItem) {
    task.location = text(todo, "LOCATION")
    task.link = only(todo, "URL").flatMap { $0.value.isEmpty ? nil : $0.value }
    for line in todo.all("RELATED-TO") where task.parent == nil {
      let kind = line.parameter("RELTYPE")?.uppercased() ?? "PARENT"
      let uid = CalendarValues.text(line.value)
      if kind == "PARENT", !uid.isEmpty { task.parent = uid }
    }
  }

  private mutating func uid(_ todo: CalendarComponent, _ name: String) -> String {
    if let line = only(todo, "UID") {
      let uid = CalendarValues.text(line.value)
      if !uid.isEmpty, uid.utf8.count <= 1000 { return uid }
      bad(line)
    } else {
      findings.append(TaskFinding(line: todo.line, cause: .missingUID))
    }
    return name
  }

  private mutating func readState(_ todo: CalendarComponent, into task: inout TaskItem) {
    if let line = only(todo, "STATUS") {
      if let status = TaskStatus(rawValue: line.value.uppercased()) {
        task.status = status
      } else {
        findings.append(TaskFinding(line: line.line, cause: .unknownStatus(Self.shortened(line.value))))
      }
    }
    task.completed = moment(todo, "COMPLETED")
    let percent = number(todo, "PERCENT-COMPLETE", 0...100)
    task.percent = percent == 100 ? nil : percent
    // Thunderbird's rule: any of the three says that it is done.
    if task.status != .cancelled, task.completed != nil || percent == 100 { task.status = .completed }
    task.priority = number(todo, "PRIORITY", 0...9).flatMap { TaskPriority(number: $0) }
    task.started = moment(todo, "X-FOCUSKEY-STARTED")
    task.entered = moment(todo, "CREATED") ?? moment(todo, "DTSTAMP")
    task.modified = moment(todo, "LAST-MODIFIED")
    if let line = only(todo, "X-FOCUSKEY-ESTIMATE") {
      if let estimate = BasicDuration.read(line.value), estimate >= .zero, estimate <= .days(36_500) {
        task.estimate = estimate
      } else {
        bad(line)
      }
    }
  }

  private mutating func readTimes(_ todo: CalendarComponent, into task: inout TaskItem) {
    let start = only(todo, "DTSTART")
    let begins = start.flatMap { time($0) }
    let due = only(todo, "DUE")
    task.due = due.flatMap { time($0) }
    if let line = only(todo, "DURATION") {
      if due != nil {
        findings.append(TaskFinding(line: line.line, cause: .dueAndDuration))
      } else if let length = BasicDuration.read(line.value), length > .zero, let begins {
        task.due = Self.end(of: begins, after: length, zone)
      } else {
        bad(line)
      }
    }
    if let start, let begins, let due = task.due, begins.start(in: zone) > due.end(in: zone) {
      findings.append(TaskFinding(line: start.line, cause: .startsAfterDue))
    }
    // A rule counts from DTSTART: one that is when the task is due says nothing about when to begin.
    let ownStart = begins == task.due ? nil : begins
    task.scheduled = only(todo, "X-FOCUSKEY-SCHEDULED").flatMap { time($0) } ?? ownStart
    task.clocks = due.flatMap { clocks($0) } ?? start.flatMap { clocks($0) }
    task.wait = only(todo, "X-FOCUSKEY-WAIT").flatMap { time($0) }
  }

  private static func end(of start: TaskTime, after length: Lapse, _ zone: CivilZone) -> TaskTime {
    switch start {
    case .day(let day) where length.wholeSeconds % 86_400 == 0:
      // The end of a whole day is the beginning of the next: the last day is the one before.
      .day(day + (Int(length.wholeSeconds / 86_400) - 1))
    default: .moment(start.start(in: zone) + length)
    }
  }

  private mutating func rule(_ line: ContentLine) -> Recurrence? {
    guard let rule = Recurrence(rule: line.value) else {
      findings.append(TaskFinding(line: line.line, cause: .foreignRule(Self.shortened(line.value))))
      return nil
    }
    if !rule.ends { findings.append(TaskFinding(line: line.line, cause: .endlessRule)) }
    return rule
  }

  private mutating func alarm(_ alarm: CalendarComponent) -> TaskAlarm? {
    guard let line = only(alarm, "TRIGGER") else { return nil }
    if let lapse = BasicDuration.read(line.value) {
      return line.parameter("RELATED")?.uppercased() == "END" ? .fromDue(lapse) : .fromStart(lapse)
    }
    if let moment = Self.moment(line.value) { return .at(moment) }
    bad(line)
    return nil
  }
}
