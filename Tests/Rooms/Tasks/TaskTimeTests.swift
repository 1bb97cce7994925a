import FocusSession
import Tasks
import Testing

/// Dates as people say them, and tasks that come again.
@Suite struct TaskTimeTests {
  // A Monday.
  static let berlin = CivilZone.fixed(secondsAheadOfUTC: 3600)
  static let now = ISO8601.moment("2026-11-23T09:00:00+01:00")!

  @Test(arguments: [
    ("today", "2026-11-23"), ("Tomorrow", "2026-11-24"), ("tomorrow 15:00", "2026-11-24T15:00:00+01:00"),
    ("tomorrow at 3pm", "2026-11-24T15:00:00+01:00"), ("fri", "2026-11-27"),
    ("friday 9:30", "2026-11-27T09:30:00+01:00"),
    ("mon", "2026-11-30"), ("next mon", "2026-11-30"), ("next fri", "2026-12-04"), ("in 3 days", "2026-11-26"),
    ("in 2 hours", "2026-11-23T11:00:00+01:00"), ("in an hour", "2026-11-23T10:00:00+01:00"), ("3d", "2026-11-26"),
    ("+2w", "2026-12-07"), ("in 3 months", "2027-02-23"), ("24 dec", "2026-12-24"), ("dec 24th", "2026-12-24"),
    ("1 nov", "2027-11-01"), ("29 feb", "2028-02-29"), ("24 dec 2030", "2030-12-24"),
    ("15:00", "2026-11-23T15:00:00+01:00"),
    ("8:00", "2026-11-24T08:00:00+01:00"), ("noon tomorrow", "2026-11-24T12:00:00+01:00"),
    ("2026-11-26", "2026-11-26"), ("2026-11-26T09:00", "2026-11-26T09:00:00+01:00"),
    ("2026-11-26 09:00", "2026-11-26T09:00:00+01:00"), ("2026-11-26T09:00:00Z", "2026-11-26T10:00:00+01:00"),
    ("20261126T090000Z", "2026-11-26T10:00:00+01:00"), ("next week", "2026-11-30"), ("eom", "2026-11-30"),
    ("eow", "2026-11-29"), ("eoy", "2026-12-31"),
  ])
  func datesAreReadAsPeopleSayThem(text: String, meant: String) {
    #expect(NaturalDate(now: Self.now, in: Self.berlin).time(text)?.text(in: Self.berlin) == meant)
  }

  @Test(arguments: [
    "", "soon", "2026-02-30", "31 feb", "25:00", "tomorrow 25:00", "in", "in three days", "13pm", "2026-11-26T24:01",
    "tomorrow tomorrow", "99999999d 1", "fr", "in 3 parsecs", "0 dec",
  ])
  func whatIsNotADateIsNotGuessed(text: String) {
    #expect(NaturalDate(now: Self.now, in: Self.berlin).time(text) == nil)
  }

  /// The days of a rule after the first one.
  static func days(_ rule: String, from first: String, _ count: Int) -> [String] {
    var rule = Recurrence(rule: rule)
    var time = TaskTime.day(ISO8601.day(first)!)
    var days: [String] = []
    for _ in 0..<count {
      guard let next = rule?.next(after: time, in: .utc) else { break }
      (time, rule) = (next.time, next.rule)
      days.append(time.text(in: .utc))
    }
    return days
  }

  @Test(arguments: [
    ("FREQ=DAILY;INTERVAL=3", ["2026-11-26", "2026-11-29"]), ("FREQ=WEEKLY;BYDAY=MO,TH", ["2026-11-26", "2026-11-30"]),
    ("FREQ=WEEKLY;INTERVAL=2", ["2026-12-07", "2026-12-21"]),
    ("FREQ=MONTHLY;BYMONTHDAY=31", ["2026-12-31", "2027-01-31", "2027-03-31"]),
    ("FREQ=MONTHLY;BYMONTHDAY=-1", ["2026-11-30", "2026-12-31", "2027-01-31", "2027-02-28"]),
    ("FREQ=MONTHLY;BYDAY=-1FR", ["2026-11-27", "2026-12-25", "2027-01-29"]),
    ("FREQ=MONTHLY;BYDAY=2TU", ["2026-12-08", "2027-01-12"]), ("FREQ=YEARLY", ["2027-11-23", "2028-11-23"]),
    ("FREQ=DAILY;COUNT=3", ["2026-11-24", "2026-11-25"]), ("FREQ=DAILY;UNTIL=20261124", ["2026-11-24"]),
    ("FREQ=DAILY;COUNT=1", []),
  ])
  func rulesContinue(rule: String, expected: [String]) {
    let endless = !rule.contains("COUNT") && !rule.contains("UNTIL")
    #expect(Self.days(rule, from: "2026-11-23", endless ? expected.count : 9) == expected)
    #expect(Recurrence(rule: rule)?.rule == rule)
  }

  @Test func aLeapDayComesEveryFourthYear() {
    #expect(Self.days("FREQ=YEARLY", from: "2024-02-29", 2) == ["2028-02-29", "2032-02-29"])
  }

  @Test(arguments: [
    "", "FREQ=HOURLY", "FREQ=DAILY;BYHOUR=3", "FREQ=WEEKLY;BYDAY=1MO", "FREQ=MONTHLY;BYMONTHDAY=32",
    "FREQ=DAILY;COUNT=2;UNTIL=20261201", "FREQ=DAILY;INTERVAL=0", "FREQ=DAILY;COUNT=99999999", "FREQ=WEEKLY;BYDAY=XX",
    "BYDAY=MO", "FREQ=DAILY;UNTIL=20260230",
  ])
  func rulesBeyondTheSubsetAreNotGuessed(rule: String) { #expect(Recurrence(rule: rule) == nil) }

  @Test(arguments: [
    ("PT6H", 21_600), ("P1DT30M", 88_200), ("-PT15M", -900), ("P2W", 1_209_600), ("PT1H30M15S", 5415),
  ])
  func lengthsAreRead(text: String, seconds: Int64) { #expect(BasicDuration.read(text) == .seconds(seconds)) }

  @Test(arguments: ["", "P", "PT", "6H", "PT6", "P1H", "PT1M1H", "P9999999999D", "PT1HT1M"])
  func whatIsNotALengthIsNot(text: String) { #expect(BasicDuration.read(text) == nil) }

  @Test(arguments: ["20260230", "20261126T240000Z", "20261126T0900", "2026112", "20261326T090000Z", "2026-11-26"])
  func daysThatDoNotExistAreNot(text: String) { #expect(BasicTime.read(text) == nil) }

  @Test func remindersAreDeadlines() {
    var task = TaskItem(uid: "u", summary: "s")
    task.entered = Self.now
    task.due = .moment(Self.now + .days(2))
    func hours(_ task: TaskItem) -> [Int64] {
      TaskReminder.reminders(of: task, in: .utc).map { ($0.at - Self.now).wholeSeconds / 3600 }
    }
    #expect(hours(task) == [24, 47] as [Int64])
    task.due = .moment(Self.now + .days(20))
    #expect(hours(task) == [408, 456])
    task.due = .moment(Self.now + .days(90))
    #expect(hours(task) == [1992, 2088, 2136])
    task.alarms = [.fromDue(.hours(-2)), .at(Self.now + .hours(1)), .fromStart(.zero)]
    #expect(hours(task) == [1, 2158])
    #expect(TaskReminder.next(after: Self.now, tasks: [task], in: .utc) == Self.now + .hours(1))
    // A computer that slept tells the latest of what it missed, once.
    #expect(
      TaskReminder.missed(since: Self.now, until: Self.now + .days(365), tasks: [task], in: .utc).map(\.at)
        == [Self.now + .hours(2158)])
    task.status = .completed
    #expect(hours(task) == [])
  }
}
