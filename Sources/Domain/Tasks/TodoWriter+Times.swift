internal import CalendarText
internal import FocusSession

extension TodoWriter {
  /// What changes about the times. A start goes to DTSTART where RFC 5545 lets it be there, else to a property of
  /// ours: it must be before DUE and of the same kind.
  func timeChanges(in todo: CalendarComponent, from old: TaskItem, to new: TaskItem) -> [LineChange] {
    var changes: [LineChange] = []
    if old.wait != new.wait { changes.append(LineChange("X-FOCUSKEY-WAIT", line("X-FOCUSKEY-WAIT", new.wait))) }
    let beginsRepeating = new.recurrence != nil && old.recurrence == nil
    guard old.due != new.due || old.scheduled != new.scheduled || beginsRepeating else { return changes }
    if old.due != new.due {
      changes.append(LineChange("DUE", line("DUE", new.due, new.clocks)))
      // DUE and DURATION exclude each other.
      if todo.first("DURATION") != nil { changes.append(LineChange("DURATION", [])) }
    }
    let isAnchored = new.recurrence != nil && new.scheduled == nil
    if old.scheduled == new.scheduled, !isAnchored, !isMisplaced(new) || todo.first("DTSTART") == nil { return changes }
    let isOurs = isMisplaced(new)
    // A rule counts from DTSTART (RFC 5545, 3.8.2.4): where nobody says when to begin it is when the task is due.
    let start = isAnchored ? new.due : isOurs ? nil : new.scheduled
    changes.append(LineChange("DTSTART", line("DTSTART", start, new.clocks)))
    changes.append(LineChange("X-FOCUSKEY-SCHEDULED", isOurs ? line("X-FOCUSKEY-SCHEDULED", new.scheduled) : nil))
    return changes
  }

  /// Whether the start must not be a DTSTART.
  private func isMisplaced(_ task: TaskItem) -> Bool {
    switch (task.scheduled, task.due) {
    case (.day(let start), .day(let due)): start >= due
    case (.moment(let start), .moment(let due)): start >= due
    case (.some, .some): true
    default: false
    }
  }

  private func line(_ name: String, _ time: TaskTime?, _ clocks: TaskClocks? = nil) -> String? {
    switch time {
    case .day(let day): return name + ";VALUE=DATE:" + BasicTime.text(day)
    case .moment(let moment):
      // A file that has its times on some clocks keeps them there, so that the rule follows those.
      guard let clocks else { return name + ":" + BasicTime.text(moment) }
      let zone = CalendarText.parameter("TZID", clocks.name)
      return name + ";" + zone + ":" + BasicTime.text(moment, in: clocks.zone)
    case nil: return nil
    }
  }
}
