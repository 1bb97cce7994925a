internal import CalendarText
internal import FocusSession

extension TodoWriter {
  /// What changes about the times. A start goes to DTSTART where RFC 5545 lets it be there, else to a property of
  /// ours: it must be before DUE and of the same kind.
  func timeChanges(in todo: CalendarComponent, from old: TaskItem, to new: TaskItem) -> [LineChange] {
    var changes: [LineChange] = []
    if old.wait != new.wait { changes.append(LineChange("X-FOCUSKEY-WAIT", line("X-FOCUSKEY-WAIT", new.wait))) }
    guard old.due != new.due || old.scheduled != new.scheduled else { return changes }
    if old.due != new.due {
      changes.append(LineChange("DUE", line("DUE", new.due)))
      // DUE and DURATION exclude each other.
      if todo.first("DURATION") != nil { changes.append(LineChange("DURATION", [])) }
    }
    if old.scheduled == new.scheduled, !isMisplaced(new) || todo.first("DTSTART") == nil { return changes }
    let isOurs = isMisplaced(new)
    changes.append(LineChange("DTSTART", isOurs ? nil : line("DTSTART", new.scheduled)))
    changes.append(
      LineChange("X-FOCUSKEY-SCHEDULED", isOurs ? line("X-FOCUSKEY-SCHEDULED", new.scheduled) : nil))
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

  private func line(_ name: String, _ time: TaskTime?) -> String? {
    switch time {
    case .day(let day): name + ";VALUE=DATE:" + BasicTime.text(day)
    case .moment(let moment): name + ":" + BasicTime.text(moment)
    case nil: nil
    }
  }
}
