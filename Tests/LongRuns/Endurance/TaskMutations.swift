import CalendarText
import FocusSession
import Tasks

/// A million mutated VTODO files: none traps, each takes no longer than its size allows, each finding is about a line
/// that is there, and a change of a task leaves every line that it is not about as it was, however bad the line is.
func taskMutations(isShort: Bool) throws -> String {
  var random = SeededGenerator(seed: 0x5654_4F44)
  let rounds = isShort ? 20_000 : 1_000_000
  var read = 0
  var findings = 0
  for round in 0..<rounds {
    var file = seeds[round % seeds.count]
    for _ in 0..<Int.random(in: 1...4, using: &random) { mutate(&file, &random) }
    do {
      let outcome = try judge(file)
      read += outcome.tasks
      findings += outcome.findings
    } catch {
      throw Broken("round \(round): \(error), in \(String(decoding: file, as: UTF8.self))")
    }
  }
  return "\(rounds) files, \(read) tasks read, \(findings) findings; no line lost"
}

/// What comes of one file.
private func judge(_ file: [UInt8]) throws -> (tasks: Int, findings: Int) {
  let now = Timestamp(milliseconds: 1_795_337_600_000)
  let text: CalendarText
  do throws(CalendarFault) { text = try CalendarText(file) } catch { return (0, 1) }
  let lineCount = file.count { $0 == 0x0A } + 1
  let todos = text.parts("VTODO")
  var count = 0
  for todo in todos {
    var reader = TodoReader(zone: .utc) { _ in nil }
    let (old, findings) = reader.task(todo, named: "file")
    count += findings.count
    for finding in findings {
      try hold(
        (1...lineCount).contains(finding.line) && !finding.sentence.isEmpty, "a finding about line \(finding.line)")
    }
    let reminders = TaskReminder.reminders(of: old, in: .utc)
    try hold(reminders.count <= file.count, "\(reminders.count) reminders")
    _ = TaskOrder([old], at: now, in: .utc)
    let writer = TodoWriter(now: now, zone: .utc)
    try hold(writer.changing(text, todo, from: old, to: old) == file, "a change of nothing changed the file")
    var edit = TaskEdit()
    edit.project = "p"
    edit.tags = ["t"]
    let new = old.after(.edit(edit), at: now, in: .utc, successor: "").task
    let changed = writer.changing(text, todo, from: old, to: new)
    guard let again = try? CalendarText(changed) else { throw Broken("a change broke the file") }
    try hold(again.parts("VTODO").count == todos.count, "a task is lost")
    try holdLines(of: file, todo, in: changed)
  }
  return (todos.count, count)
}

/// What a change may write.
private let changes: Set<String> = ["CATEGORIES", "X-FOCUSKEY-PROJECT", "SEQUENCE", "DTSTAMP", "LAST-MODIFIED"]

/// All lines that a change is not about are there, in their order.
private func holdLines(of file: [UInt8], _ todo: CalendarComponent, in changed: [UInt8]) throws {
  var rest = changed[...]
  for line in todo.lines where !changes.contains(line.name) {
    let part = file[line.range]
    while !rest.starts(with: part) {
      guard let end = rest.firstIndex(of: 0x0A) ?? rest.indices.last, !rest.isEmpty else {
        throw Broken("line \(line.name) is lost")
      }
      rest = rest[(end + 1)...]
    }
    rest = rest.dropFirst(part.count)
  }
}

private let seeds = [
  [
    "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Other//EN", "BEGIN:VTODO", "UID:one", "DTSTAMP:20261101T000000Z",
    "SUMMARY:Write\\, then rest", "DUE;TZID=Europe/Berlin:20261126T180000", "PRIORITY:3", "CATEGORIES:a\\,b,c",
    "RELATED-TO;RELTYPE=DEPENDS-ON:two", "X-FOCUSKEY-ESTIMATE:PT6H", "X-OTHER;X-MARK=\"a:b\":kept as", "  it is",
    "BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER;RELATED=END:-PT1H", "END:VALARM", "END:VTODO", "END:VCALENDAR", "",
  ],
  [
    "BEGIN:VCALENDAR", "BEGIN:VTODO", "UID:two", "SUMMARY:W\u{F6}chentlich \u{1F9D8}", "DTSTART;VALUE=DATE:20261120",
    "DURATION:P2DT3H", "RRULE:FREQ=MONTHLY;BYDAY=-1FR;UNTIL=20271231T000000Z;INTERVAL=2", "STATUS:IN-PROCESS",
    "COMMENT;X-FOCUSKEY-ENTRY=20261102T080000Z:noted", "X-FOCUSKEY-APPS:editor,reader", "PERCENT-COMPLETE:40",
    "END:VTODO", "BEGIN:VTODO", "UID:three", "COMPLETED:20261101T000000Z", "END:VTODO", "END:VCALENDAR", "",
  ],
].flatMap { lines in [lines.joined(separator: "\r\n"), lines.joined(separator: "\n")].map { Array($0.utf8) } }

private let words = [
  "BEGIN:VTODO\r\n", "END:VTODO\r\n", "BEGIN:VALARM\n", "END:VCALENDAR", "\r\n ", "\n\t", "\r", "DUE:",
  "DUE;VALUE=DATE:",
  "20260230T250061Z", "99999999999999999999", "TZID=Nowhere/Land", "RRULE:FREQ=DAILY;INTERVAL=0", "COUNT=999999999",
  "BYDAY=53MO", "P99999999999W", "-PT", "TRIGGER;VALUE=DATE-TIME:", "CATEGORIES:,,,\\", "\"", ";", ":", "=", "\\n",
  "\0",
  "X-FOCUSKEY-ESTIMATE:PT99999999999999H", "SEQUENCE:9223372036854775807", "PRIORITY:-1", "\u{FEFF}", "^n",
].map { Array($0.utf8) }

private func mutate(_ file: inout [UInt8], _ random: inout SeededGenerator) {
  let place = Int.random(in: 0...file.count, using: &random)
  switch Int.random(in: 0..<8, using: &random) {
  case 0 where place < file.count: file[place] = UInt8.random(in: 0...255, using: &random)
  case 1 where place < file.count: file[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
  case 2 where place < file.count: file.remove(at: place)
  case 3: file.insert(UInt8.random(in: 0...255, using: &random), at: place)
  case 4, 5: file.insert(contentsOf: words.randomElement(using: &random) ?? [], at: place)
  case 6: file.removeSubrange(place..<min(file.count, place + Int.random(in: 0...80, using: &random)))
  default:
    let from = Int.random(in: 0...place, using: &random)
    file.insert(contentsOf: file[from..<place], at: from)
    if Int.random(in: 0..<500, using: &random) == 0 {
      file.insert(
        contentsOf: Array(repeating: UInt8(ascii: "x"), count: Int.random(in: 0...8192, using: &random)), at: place)
    }
  }
}
