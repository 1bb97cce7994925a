// rooms: Numbers Spelling Octets SiteRules JSONText
// rooms: CalendarText SessionTime Gates Pledge Allowance Coach Guarding Learning Movement
// rooms: FocusSession Tasks

import CalendarText
import FocusSession
import Tasks

private let now = Timestamp(milliseconds: 1_795_337_600_000)

/// Calendar files, todo.txt and Taskwarrior's JSON of any octets: nothing traps, what is written is read back as the
/// same, and nothing else of a file changes.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzTasks(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let octets = Array(UnsafeBufferPointer(start: start, count: count))
  calendar(octets)
  calendar(Array("BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:u\n".utf8) + octets + Array("\nEND:VTODO\nEND:VCALENDAR\n".utf8))
  lines(octets)
  var reader = TaskwarriorReader(now: now)
  if let tasks = try? reader.tasks(octets) {
    for task in tasks { precondition(read(file(task)) == task || task.summary.utf8.contains { $0 < 0x20 }) }
  }
  let text = String(decoding: octets, as: UTF8.self)
  if let time = NaturalDate(now: now, in: .utc).time(text) { _ = time.text(in: .utc) }
  if let rule = Recurrence(rule: text) {
    precondition(Recurrence(rule: rule.rule) == rule)
    _ = rule.next(after: .moment(now), in: .utc)
  }
  _ = TaskSlug.slug(of: text)
  return 0
}

private func calendar(_ octets: [UInt8]) {
  guard let text = try? CalendarText(octets) else { return }
  for todo in text.parts("VTODO") {
    var reader = TodoReader(zone: .utc) { _ in nil }
    let (old, findings) = reader.task(todo, named: "file")
    for finding in findings { precondition(finding.line >= 1 && !finding.sentence.isEmpty) }
    _ = TaskOrder([old], at: now, in: .utc)
    let writer = TodoWriter(now: now, zone: .utc)
    precondition(writer.changing(text, todo, from: old, to: old) == octets)
    var edit = TaskEdit()
    edit.note = "n"
    edit.project = "p"
    edit.tags = ["t"]
    let new = old.after(.edit(edit), at: now, in: .utc, successor: "").task
    let changed = writer.changing(text, todo, from: old, to: new)
    guard let again = try? CalendarText(changed) else { preconditionFailure("a change broke the file") }
    precondition(again.parts("VTODO").count == text.parts("VTODO").count)
    // Every line of a name that was not touched is there, as it was.
    let names = ["COMMENT", "CATEGORIES", "X-FOCUSKEY-PROJECT", "SEQUENCE", "DTSTAMP", "LAST-MODIFIED"]
    for line in todo.lines where !names.contains(line.name) {
      precondition(contains(changed, Array(octets[line.range])))
    }
  }
}

private func contains(_ text: [UInt8], _ part: [UInt8]) -> Bool {
  guard part.count <= text.count else { return false }
  for start in 0...(text.count - part.count) where text[start..<start + part.count].elementsEqual(part) { return true }
  return false
}

private func lines(_ octets: [UInt8]) {
  for line in octets.split(separator: 0x0A) {
    let text = String(decoding: line, as: UTF8.self)
    guard let task = try? TodoTxt.task(text, line: 1, in: .utc) else { continue }
    let written = TodoTxt.line(task, in: .utc)
    precondition(!written.utf8.contains(0x0A))
    _ = read(file(task))
  }
}

private func file(_ task: TaskItem) -> [UInt8] {
  guard let octets = try? TodoWriter(now: now, zone: .utc).file(task) else {
    preconditionFailure("a new file is not a calendar")
  }
  return octets
}

private func read(_ octets: [UInt8]) -> TaskItem {
  guard let text = try? CalendarText(octets), let todo = text.parts("VTODO").first else {
    preconditionFailure("a new file is not read")
  }
  var reader = TodoReader(zone: .utc) { _ in nil }
  return reader.task(todo, named: "file").task
}
