import CalendarText
import FocusSession
import Tasks
import Testing

/// Tasks in VTODO files: what is read, what is found wrong, and what a change writes.
@Suite struct TodoFileTests {
  static let now = ISO8601.moment("2026-11-23T09:00:00Z")!
  static let tokyo = CivilZone.fixed(secondsAheadOfUTC: 9 * 3600)

  static func text(_ lines: String...) throws -> CalendarText {
    let all = ["BEGIN:VCALENDAR", "BEGIN:VTODO", "UID:u"] + lines + ["END:VTODO", "END:VCALENDAR"]
    return try CalendarText(Array((all.joined(separator: "\r\n") + "\r\n").utf8))
  }

  static func read(_ text: CalendarText) -> (task: TaskItem, findings: [TaskFinding]) {
    var reader = TodoReader(zone: .utc) { $0 == "Asia/Tokyo" ? tokyo : nil }
    return reader.task(text.parts("VTODO")[0], named: "file")
  }

  @Test func everythingThatIsKnownIsRead() throws {
    let (task, findings) = Self.read(
      try Self.text(
        "SUMMARY:Write\\, then rest", "DUE;TZID=Asia/Tokyo:20261126T180000", "DTSTART;VALUE=DATE:20261120",
        "STATUS:IN-PROCESS", "PRIORITY:3", "CATEGORIES:a\\,b,c", "CATEGORIES:c,d", "CREATED:20261101T080000Z",
        "RELATED-TO;RELTYPE=DEPENDS-ON:other", "RELATED-TO:parent", "X-FOCUSKEY-ESTIMATE:PT6H",
        "X-FOCUSKEY-PROJECT:thesis", "X-FOCUSKEY-APPS:editor,reader", "RRULE:FREQ=WEEKLY;COUNT=3",
        "COMMENT;X-FOCUSKEY-ENTRY=20261102T080000Z:noted", "BEGIN:VALARM", "TRIGGER;RELATED=END:-PT1H", "END:VALARM"))
    #expect(findings == [])
    #expect(task.summary == "Write, then rest")
    #expect(task.due == .moment(ISO8601.moment("2026-11-26T09:00:00Z")!))
    #expect(task.scheduled == .day(CivilDay(year: 2026, month: 11, day: 20)))
    #expect(task.status == .inProcess && task.priority == .high)
    #expect(task.tags == ["a,b", "c", "d"] && task.dependsOn == ["other"])
    #expect(task.estimate == .hours(6) && task.project == "thesis" && task.apps == ["editor", "reader"])
    #expect(task.alarms == [.fromDue(.hours(-1))])
    #expect(task.annotations.count == 1 && task.annotations[0].entered != nil)
  }

  @Test(arguments: [
    ("DUE:20260230T100000Z", "bad-value"), ("PRIORITY:42", "out-of-range"), ("PRIORITY:abc", "bad-value"),
    ("PERCENT-COMPLETE:900", "out-of-range"), ("STATUS:FOO", "unknown-status"),
    ("DUE;TZID=Nowhere/Land:20261126T090000", "unknown-zone"), ("RRULE:FREQ=DAILY", "endless-rule"),
    ("RRULE:FREQ=DAILY;BYHOUR=9,12", "foreign-rule"), ("X-FOCUSKEY-ESTIMATE:long", "bad-value"), ("UID:v", "repeated"),
    ("X-FOCUSKEY-HORIZON:soon", "bad-value"), ("DURATION:PT1H", "bad-value"), ("COMPLETED:yesterday", "bad-value"),
  ])
  func aBadValueIsAFindingWithItsLineAndTheRestWorks(line: String, kind: String) throws {
    let (task, findings) = Self.read(try Self.text("SUMMARY:kept", line, "X-FOCUSKEY-PROJECT:kept"))
    #expect(findings.map(\.kind) == [kind])
    #expect(findings.first?.line == 5)
    #expect(task.summary == "kept" && task.project == "kept" && task.uid == "u")
    #expect(task.priority == nil && task.status == .needsAction)
    #expect(findings.allSatisfy { !$0.sentence.isEmpty })
  }

  @Test func anUnknownZoneIsTakenAsLocal() throws {
    let task = Self.read(try Self.text("DUE;TZID=Nowhere/Land:20261126T090000")).task
    #expect(task.due == .moment(ISO8601.moment("2026-11-26T09:00:00Z")!))
  }

  @Test func doneIsAnyOfThreeSigns() throws {
    for line in ["STATUS:COMPLETED", "COMPLETED:20261120T100000Z", "PERCENT-COMPLETE:100"] {
      #expect(Self.read(try Self.text(line)).task.status == .completed)
    }
    #expect(Self.read(try Self.text("STATUS:CANCELLED", "PERCENT-COMPLETE:100")).task.status == .cancelled)
  }

  /// What a change makes of a file.
  static func after(_ change: TaskChange, _ text: CalendarText) -> String {
    let old = read(text).task
    let new = old.after(change, at: now, in: .utc, successor: "n").task
    let octets = TodoWriter(now: now, zone: .utc).changing(text, text.parts("VTODO")[0], from: old, to: new)
    return String(decoding: octets, as: UTF8.self)
  }

  @Test func doneWritesAllThreeSignsAndNothingElse() throws {
    let text = try Self.text("SUMMARY:x", "SEQUENCE:4", "X-FOREIGN;A=\"b:c\":d", "DTSTAMP:20200101T000000Z")
    let before = String(decoding: text.octets, as: UTF8.self)
    let expected = before.replacing("SEQUENCE:4", with: "SEQUENCE:5")
      .replacing("DTSTAMP:20200101T000000Z", with: "DTSTAMP:20261123T090000Z")
      .replacing(
        "END:VTODO",
        with:
          "STATUS:COMPLETED\r\nCOMPLETED:20261123T090000Z\r\nPERCENT-COMPLETE:100\r\nLAST-MODIFIED:20261123T090000Z\r\nEND:VTODO"
      )
    #expect(Self.after(.done, text) == expected)
  }

  @Test func nothingNewWritesNothing() throws {
    let text = try Self.text("SUMMARY:x", "CATEGORIES:b,a")
    #expect(Self.after(.edit(TaskEdit()), text) == String(decoding: text.octets, as: UTF8.self))
    var edit = TaskEdit()
    edit.summary = "x"
    edit.tags = ["b", "a"]
    #expect(Self.after(.edit(edit), text) == String(decoding: text.octets, as: UTF8.self))
  }

  @Test func foreignRelationsAndCommentsStay() throws {
    let text = try Self.text("RELATED-TO;X-A=1:parent", "RELATED-TO;RELTYPE=DEPENDS-ON:old", "COMMENT;LANGUAGE=de:alt")
    var edit = TaskEdit()
    edit.dependsOn = ["new"]
    edit.note = "neu"
    let after = Self.after(.edit(edit), text)
    #expect(after.contains("RELATED-TO;X-A=1:parent\r\nRELATED-TO;RELTYPE=DEPENDS-ON:new\r\n"))
    #expect(after.contains("COMMENT;LANGUAGE=de:alt\r\n"))
    #expect(after.contains("COMMENT;X-FOCUSKEY-ENTRY=20261123T090000Z:neu\r\n"))
    #expect(!after.contains("DEPENDS-ON:old"))
  }

  @Test func aNewFileReadsBackAsTheSameTask() throws {
    var task = TaskItem(uid: "a/b;c", summary: "Ünï, \"x\"; \\ \n line")
    task.due = .day(CivilDay(year: 2026, month: 12, day: 1))
    task.scheduled = .moment(Self.now)
    task.wait = .moment(Self.now + .days(1))
    task.entered = Self.now
    task.priority = .low
    task.tags = ["a,b", "c"]
    task.dependsOn = ["x"]
    task.started = Self.now
    task.status = .inProcess
    task.annotations = [TaskAnnotation("one", entered: Self.now)]
    task.estimate = .minutes(90)
    task.project = "p"
    task.horizon = .mid
    task.apps = ["a"]
    task.sites = ["b.example"]
    task.recurrence = Recurrence(rule: "FREQ=MONTHLY;BYDAY=-1FR;UNTIL=20271231T000000Z")
    task.foreignMembers = "{\"foo\":\"bar\"}"
    let text = try CalendarText(try TodoWriter(now: Self.now, zone: .utc).file(task))
    let (read, findings) = Self.read(text)
    #expect(read == task)
    #expect(findings == [])
  }

  @Test func aTaskThatComesAgainIsDoneAndFollowed() {
    var task = TaskItem(uid: "u", summary: "water")
    task.due = .moment(Self.now)
    task.scheduled = .moment(Self.now - .days(1))
    task.recurrence = Recurrence(rule: "FREQ=WEEKLY;COUNT=2")
    let (done, successor) = task.after(.done, at: Self.now, in: .utc, successor: "n")
    #expect(done.uid == "u" && done.recurrence == nil && done.status == .completed)
    #expect(successor?.uid == "n" && successor?.status == .needsAction)
    #expect(successor?.due == .moment(Self.now + .days(7)))
    #expect(successor?.scheduled == .moment(Self.now + .days(6)))
    #expect(successor?.after(.done, at: Self.now, in: .utc, successor: "m").successor == nil)
  }

  @Test func tasksAreFoundByWhatPeopleSay() {
    var done = TaskItem(uid: "3", summary: "Write the report")
    done.status = .completed
    let tasks = [
      TaskItem(uid: "1f", summary: "Write the report"), TaskItem(uid: "2f", summary: "Call Mum: Sunday!"), done,
      TaskItem(uid: "4f", summary: "Call the bank"),
    ]
    #expect(TaskSlug.slug(of: "Call Mum: Sunday!") == "call-mum-sunday")
    #expect(TaskMatch.find("2f", among: tasks) == .one(1))
    #expect(TaskMatch.find("call-mum", among: tasks) == .one(1))
    #expect(TaskMatch.find("write the report", among: tasks) == .one(0))
    #expect(TaskMatch.find("call", among: tasks) == .several([1, 3]))
    #expect(TaskMatch.find("nothing", among: tasks) == .none)
    #expect(TaskMatch.find("", among: tasks) == .none)
  }
}
