package import CalendarText
package import FocusSession

/// Writes tasks as VTODO: only the content lines that a change touches, every other octet stays.
package struct TodoWriter {
  package let now: Timestamp
  package let zone: CivilZone

  package init(now: Timestamp, zone: CivilZone) {
    self.now = now
    self.zone = zone
  }

  package func file(_ task: TaskItem) throws(CalendarFault) -> [UInt8] {
    var lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//FocusKey//FocusKey//EN", "BEGIN:VTODO"]
    lines.append("UID:" + CalendarValues.escaped(task.uid))
    lines.append("DTSTAMP:" + BasicTime.text(now))
    lines.append("CREATED:" + BasicTime.text(task.entered ?? now))
    lines += ["END:VTODO", "END:VCALENDAR"]
    var octets: [UInt8] = []
    for line in lines { octets += CalendarText.folded(line) }
    let text = try CalendarText(octets)
    var empty = TaskItem(uid: task.uid, summary: "")
    empty.entered = task.entered ?? now
    let todo = text.parts("VTODO")[0]
    return text.changing(todo, changes(in: todo, of: text, from: empty, to: task))
  }

  /// The text with a task changed from what it was read as to what it is to be; the same text where nothing differs.
  ///
  /// Sequence and stamps count the change, as other programs expect it.
  package func changing(
    _ text: CalendarText, _ todo: CalendarComponent, from old: TaskItem, to new: TaskItem
  ) -> [UInt8] {
    var changes = changes(in: todo, of: text, from: old, to: new)
    guard !changes.isEmpty else { return text.octets }
    let sequence = todo.first("SEQUENCE").flatMap { Int($0.value) } ?? 0
    changes.append(LineChange("SEQUENCE", "SEQUENCE:" + String(max(0, min(sequence, 1 << 30)) + 1)))
    changes.append(LineChange("LAST-MODIFIED", "LAST-MODIFIED:" + BasicTime.text(now)))
    changes.append(LineChange("DTSTAMP", "DTSTAMP:" + BasicTime.text(now)))
    return text.changing(todo, changes)
  }

  /// The text of a file with a task that takes the place of another: everything of the old one's file that is not
  /// about itself.
  package func copy(
    _ text: CalendarText, _ todo: CalendarComponent, from old: TaskItem, to new: TaskItem
  ) -> [UInt8] {
    var changes = changes(in: todo, of: text, from: old, to: new)
    changes.append(LineChange("UID", "UID:" + CalendarValues.escaped(new.uid)))
    changes.append(LineChange("CREATED", "CREATED:" + BasicTime.text(now)))
    changes.append(LineChange("DTSTAMP", "DTSTAMP:" + BasicTime.text(now)))
    for name in ["SEQUENCE", "LAST-MODIFIED", "PERCENT-COMPLETE", "X-MOZ-LASTACK", "X-MOZ-SNOOZE-TIME"] {
      changes.append(LineChange(name, []))
    }
    return nextFile(text.changing(todo, changes), of: new, from: old)
  }

  /// A file with the next instance alone, whose alarms are about it: what was about the one before goes.
  private func nextFile(_ octets: [UInt8], of new: TaskItem, from old: TaskItem) -> [UInt8] {
    var octets = octets
    let uid = CalendarValues.escaped(new.uid)
    func found() -> (text: CalendarText, todo: CalendarComponent)? {
      guard let text = try? CalendarText(octets) else { return nil }
      return text.parts("VTODO").first { $0.first("UID")?.value == uid }.map { (text, $0) }
    }
    guard let (text, todo) = found() else { return octets }
    for other in text.parts("VTODO").reversed() where other.range != todo.range { octets.removeSubrange(other.range) }
    let count = todo.parts.count
    for index in (0..<count).reversed() {
      guard let (text, todo) = found(), todo.parts.count == count, todo.parts[index].kind == "VALARM" else { continue }
      let alarm = todo.parts[index]
      var changes = [LineChange("ACKNOWLEDGED", [])]
      if let trigger = alarm.first("TRIGGER"), case .moment(let moment)? = BasicTime.read(trigger.value),
        let place = old.alarms.firstIndex(of: .at(moment)), place < new.alarms.count,
        case .at(let next) = new.alarms[place]
      {
        changes.append(LineChange("TRIGGER", "TRIGGER;VALUE=DATE-TIME:" + BasicTime.text(next)))
      }
      octets = text.changing(alarm, changes)
    }
    return octets
  }

  private func changes(
    in todo: CalendarComponent, of text: CalendarText, from old: TaskItem, to new: TaskItem
  ) -> [LineChange] {
    var changes: [LineChange] = []
    func put(_ name: String, _ isDifferent: Bool, _ value: String?) {
      if isDifferent { changes.append(LineChange(name, value.map { name + ":" + $0 })) }
    }
    func put(text name: String, _ before: String?, _ after: String?) {
      put(name, before != after, after.map { CalendarValues.escaped($0) })
    }
    func put(list name: String, _ before: [String], _ after: [String]) {
      put(name, before != after, after.isEmpty ? nil : CalendarValues.escaped(list: after))
    }
    put("SUMMARY", old.summary != new.summary, CalendarValues.escaped(new.summary))
    put(text: "DESCRIPTION", old.notes, new.notes)
    put("PRIORITY", old.priority != new.priority, new.priority.map { String($0.number) })
    changes += statusChanges(from: old, to: new)
    changes += timeChanges(in: todo, from: old, to: new)
    put("X-FOCUSKEY-STARTED", old.started != new.started, new.started.map { BasicTime.text($0) })
    put(text: "X-FOCUSKEY-PROJECT", old.project, new.project)
    put(list: "CATEGORIES", old.tags, new.tags)
    put(list: "X-FOCUSKEY-APPS", old.apps, new.apps)
    put(list: "X-FOCUSKEY-SITES", old.sites, new.sites)
    put(text: "X-FOCUSKEY-PROFILE", old.profile, new.profile)
    put("X-FOCUSKEY-ESTIMATE", old.estimate != new.estimate, new.estimate.map { BasicDuration.text($0) })
    put("X-FOCUSKEY-HORIZON", old.horizon != new.horizon, new.horizon.map { $0.rawValue })
    put(text: "X-FOCUSKEY-TASKWARRIOR", old.foreignMembers, new.foreignMembers)
    put("RRULE", old.recurrence != new.recurrence, new.recurrence.map { $0.rule })
    if old.dependsOn != new.dependsOn { changes.append(relations(in: todo, of: text, new.dependsOn)) }
    if old.annotations != new.annotations {
      changes.append(comments(in: todo, of: text, from: old.annotations, to: new.annotations))
    }
    return changes
  }

  private func statusChanges(from old: TaskItem, to new: TaskItem) -> [LineChange] {
    guard old.status != new.status || old.completed != new.completed else { return [] }
    var changes = [LineChange("STATUS", "STATUS:" + new.status.rawValue)]
    if new.status == .completed {
      changes.append(LineChange("COMPLETED", "COMPLETED:" + BasicTime.text(new.completed ?? now)))
      changes.append(LineChange("PERCENT-COMPLETE", "PERCENT-COMPLETE:100"))
    } else {
      changes.append(LineChange("COMPLETED", new.completed.map { "COMPLETED:" + BasicTime.text($0) }))
      if old.status == .completed { changes.append(LineChange("PERCENT-COMPLETE", [])) }
    }
    return changes
  }

  private func relations(in todo: CalendarComponent, of text: CalendarText, _ dependsOn: [String]) -> LineChange {
    var lines: [String] = []
    var known: [String] = []
    for line in todo.all("RELATED-TO") {
      let uid = CalendarValues.text(line.value)
      let isOurs = line.parameter("RELTYPE")?.uppercased() == "DEPENDS-ON"
      if isOurs, !dependsOn.contains(uid) { continue }
      if isOurs { known.append(uid) }
      lines.append(text.text(of: line))
    }
    for uid in dependsOn where !known.contains(uid) {
      lines.append("RELATED-TO;RELTYPE=DEPENDS-ON:" + CalendarValues.escaped(uid))
    }
    return LineChange("RELATED-TO", lines)
  }

  private func comments(
    in todo: CalendarComponent, of text: CalendarText, from old: [TaskAnnotation], to new: [TaskAnnotation]
  ) -> LineChange {
    let written = todo.all("COMMENT")
    var lines: [String] = []
    for annotation in new {
      // What was there stays as it is written, with all of its parameters.
      if let index = old.firstIndex(of: annotation), index < written.count {
        lines.append(text.text(of: written[index]))
      } else {
        let entered = annotation.entered.map { ";X-FOCUSKEY-ENTRY=" + BasicTime.text($0) } ?? ""
        lines.append("COMMENT" + entered + ":" + CalendarValues.escaped(annotation.text))
      }
    }
    return LineChange("COMMENT", lines)
  }
}
