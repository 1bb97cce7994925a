import CalendarText
import FocusSession
import Tasks
import Testing

/// Rules of RFC 5545 beyond the plain ones, with days that python-dateutil gives for them.
@Suite struct RecurrenceTests {
  @Test(arguments: [
    ("FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "2026-11-30", ["2026-12-31", "2027-01-29", "2027-02-26"]),
    ("FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3", "2026-03-29", ["2027-03-28", "2028-03-26"]),
    ("FREQ=YEARLY;BYDAY=20MO", "2026-05-18", ["2027-05-17", "2028-05-15"]),
    ("FREQ=YEARLY;BYDAY=-1SU", "2026-12-27", ["2027-12-26", "2028-12-31"]),
    ("FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,MO;WKST=SU", "2026-11-30", ["2026-12-13", "2026-12-14", "2026-12-27"]),
    ("FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,MO", "2026-11-30", ["2026-12-06", "2026-12-14", "2026-12-20"]),
    ("FREQ=MONTHLY", "2027-01-31", ["2027-03-31", "2027-05-31", "2027-07-31"]),
    ("FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1", "2027-01-31", ["2027-02-28", "2027-03-31", "2027-04-30"]),
    ("FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO", "2027-05-17", ["2028-05-15", "2029-05-14"]),
    ("FREQ=YEARLY;BYYEARDAY=1,-1", "2027-01-01", ["2027-12-31", "2028-01-01"]),
    ("FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", "2026-11-13", ["2027-08-13", "2028-10-13"]),
    ("FREQ=DAILY;BYMONTH=1;COUNT=3", "2027-01-30", ["2027-01-31", "2028-01-01"]),
    ("FREQ=YEARLY;BYMONTH=1,2;BYMONTHDAY=30", "2027-01-30", ["2028-01-30", "2029-01-30"]),
  ])
  func daysAreThoseOfTheStandard(rule: String, first: String, expected: [String]) {
    let count = rule.contains("COUNT") ? 9 : expected.count
    #expect(TaskTimeTests.days(rule, from: first, count) == expected)
    #expect(Recurrence(rule: Recurrence(rule: rule)?.rule ?? "") == Recurrence(rule: rule))
  }

  @Test func aMonthHasALastDayForThePerson() throws {
    let first = TaskTime.day(ISO8601.day("2027-01-31")!)
    let rule = try #require(Recurrence(word: "monthly", from: first, in: .utc))
    #expect(TaskTimeTests.days(rule.rule, from: "2027-01-31", 2) == ["2027-02-28", "2027-03-31"])
    #expect(rule.taskwarriorWord == "monthly")
    #expect(Recurrence(word: "monthly", from: .day(ISO8601.day("2027-01-15")!), in: .utc)?.rule == "FREQ=MONTHLY")
  }

  @Test(arguments: [
    ("daily", "FREQ=DAILY"), ("weekdays", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"), ("3d", "FREQ=DAILY;INTERVAL=3"),
    ("2wks", "FREQ=WEEKLY;INTERVAL=2"), ("quarterly", "FREQ=MONTHLY;INTERVAL=3"), ("P1Y", "FREQ=YEARLY"),
    ("6mo", "FREQ=MONTHLY;INTERVAL=6"), ("annual", "FREQ=YEARLY"), ("fortnight", "FREQ=WEEKLY;INTERVAL=2"),
  ])
  func wordsMeanRules(word: String, rule: String) {
    #expect(Recurrence(word: word, from: nil, in: .utc)?.rule == rule)
  }

  /// A daily task that nobody did for weeks is done once, and comes again today.
  @Test func whatIsLateIsDoneOnce() throws {
    var task = TaskItem(uid: "u", summary: "water")
    task.due = .day(ISO8601.day("2026-11-01")!)
    task.recurrence = Recurrence(rule: "FREQ=DAILY;COUNT=40")
    let now = ISO8601.moment("2026-11-26T10:00:00Z")!
    let next = try #require(task.after(.done, at: now, in: .utc, successor: "n").successor)
    #expect(next.due?.text(in: .utc) == "2026-11-26" && next.recurrence?.count == 15)
    // What would end while it is late comes once more.
    task.recurrence = Recurrence(rule: "FREQ=DAILY;COUNT=3")
    #expect(task.after(.done, at: now, in: .utc, successor: "n").successor?.due?.text(in: .utc) == "2026-11-03")
  }

  @Test func clocksOfAFileAreRead() throws {
    let lines = [
      "BEGIN:VCALENDAR", "BEGIN:VTIMEZONE", "TZID:Pacific Standard Time", "BEGIN:STANDARD", "DTSTART:16010101T020000",
      "TZOFFSETFROM:-0700", "TZOFFSETTO:-0800", "RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11", "END:STANDARD",
      "BEGIN:DAYLIGHT", "DTSTART:16010101T020000", "TZOFFSETFROM:-0800", "TZOFFSETTO:-0700",
      "RRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3", "END:DAYLIGHT", "END:VTIMEZONE", "END:VCALENDAR", "",
    ]
    let text = try CalendarText(Array(lines.joined(separator: "\r\n").utf8))
    let zone = try #require(WrittenZone.clocks(text.parts("VTIMEZONE")[0]))
    #expect(zone.offset(at: ISO8601.moment("2026-12-01T00:00:00Z")!) == -8 * 3600)
    #expect(zone.offset(at: ISO8601.moment("2026-07-01T00:00:00Z")!) == -7 * 3600)
    // The second Sunday of March 2027 at two o'clock.
    #expect(zone.offset(at: ISO8601.moment("2027-03-14T09:59:00Z")!) == -8 * 3600)
    #expect(zone.offset(at: ISO8601.moment("2027-03-14T10:00:00Z")!) == -7 * 3600)
  }
}
