import FocusHistory
import FocusSession
import SessionRehearsal
import Testing

@Suite struct HistoryTests {
  private func time(_ text: String) -> Timestamp { ISO8601.moment(text)! }

  /// The history of what happened at a desk.
  private func history(of desk: Desk) -> (records: [SessionRecord], days: [CivilDay: DayTotals], hours: [Int: Lapse]) {
    var fold = HistoryFold(zone: .utc)
    var records: [SessionRecord] = []
    var days: [CivilDay: DayTotals] = [:]
    var hours: [Int: Lapse] = [:]
    for fact in desk.log {
      for entry in fold.fold(fact) {
        switch entry {
        case .began, .changed: break
        case .ended(let record): records.append(record)
        case .focused(let hour, let lapse):
          var totals = DayTotals()
          totals.focused = lapse
          days[hour.day, default: DayTotals()] = days[hour.day, default: DayTotals()] + totals
          hours[hour.hour, default: .zero] = hours[hour.hour, default: .zero] + lapse
        case .counted(let day, let totals): days[day, default: DayTotals()] = days[day, default: DayTotals()] + totals
        }
      }
    }
    return (records, days, hours)
  }

  @Test("sleep is a session and not focus: it is in no sum, no hour and no streak, unless its profile says so")
  func sleepIsNotFocus() {
    for countsAsFocus in [nil, true] {
      let sleep = Policy(profile: "sleep", name: "Sleep", countsAsFocus: countsAsFocus)
      var desk = Desk(
        Settings(profiles: [Profile(policy: sleep), Profile(policy: Policy(profile: "work"))]),
        at: "2026-11-23T22:00:00Z")
      desk.start("sleep", minutes: 540)
      desk.pass(.hours(12))
      desk.start("work", minutes: 60)
      desk.pass(.hours(2))
      let stats = Statistics(of: desk.log, at: desk.machine.stamp(at: desk.now), in: .utc)
      let isCounted = countsAsFocus == true
      #expect(stats.all.focused == (isCounted ? .hours(10) : .hours(1)))
      #expect(stats.all.sessions == (isCounted ? 2 : 1))
      #expect(stats.all.completed == (isCounted ? 2 : 1))
      #expect(stats.streak == (isCounted ? 2 : 1))
      #expect(stats.bestHour?.hour == (isCounted ? 0 : 10))
      #expect(history(of: desk).records.map { $0.details.isFocus } == [isCounted, true])
      #expect(history(of: desk).records.map { $0.focused } == [.hours(9), .hours(1)])
    }
  }

  @Test("the focus score is the share of focus that nothing disturbed, of the last seven days")
  func score() {
    var desk = Desk(settings, at: "2026-11-23T08:00:00Z")
    desk.start("work", minutes: 10)
    desk.pass(.hours(1))
    func score() -> FocusScore? {
      Statistics(of: desk.log, at: desk.machine.stamp(at: desk.now), in: .utc).score
    }
    #expect(score() == nil)
    desk.start("work", minutes: 90)
    for _ in 0..<5 { desk.give(.attempt(Attempt(kind: .site, name: "x"))) }
    desk.pass(.hours(2))
    #expect(score()?.percent == 95)
    #expect(score()?.attempts == 5)
    desk.pass(.days(7))
    #expect(score() == nil)
  }

  private let settings = Settings(
    profiles: [Profile(policy: Policy(profile: "work")), Profile(policy: Policy(profile: "study"))],
    keys: [Key(id: "desk", uid: CardUID([4, 4]), ask: .focus("work"))])

  @Test(
    "The log keeps each session: profile, task, trigger, key and reader, start, end, planned end, how it ended, focused seconds without breaks, each break with its times, questions asked and how they were answered, attempts on blocked things, emergency exits, clock jumps, gaps in which the service was not running"
  )
  func record() throws {
    var desk = Desk(settings, at: "2026-11-23T22:30:00Z")
    desk.give(.ask(.start(StartRequest(profile: "work", minutes: 180, task: "thesis")), by: .localUser))
    desk.pass(.minutes(45))
    desk.ask(.takeBreak(minutes: 10))
    desk.pass(.minutes(4))
    desk.ask(.resume)
    desk.give(.attempt(Attempt(kind: .site, name: "x")))
    desk.give(.attempt(Attempt(kind: .site, name: "x")))
    desk.start("study")
    desk.ask(.stop)
    desk.pass(.minutes(1))
    desk.setClock(by: .hours(1))
    desk.setClock(by: .hours(-1))
    desk.crash(.minutes(10))
    desk.ask(.stop)
    desk.pass(.seconds(5))
    desk.give(.confirm)
    desk.pass(.hours(8))
    desk.tap([4, 4], on: "door")
    for isKept in [true, false] {
      desk.give(.emergency(sentence: desk.machine.settings.emergency.sentence))
      desk.pass(.seconds(30))
      if isKept { desk.give(.keep) } else { desk.pass(.seconds(30)) }
    }
    let (records, days, hours) = history(of: desk)
    let byCard = try #require(records.last)
    #expect(byCard.profile == "work")
    #expect(byCard.details.trigger == .card("door", CardUID([4, 4]), "desk"))
    #expect(byCard.why == .emergency)
    #expect(byCard.details.emergencies.count == 2)
    #expect(records.count == 2)
    let record = try #require(records.first)
    #expect(record.details.trigger == .command)
    #expect(record.task == "thesis")
    #expect(record.started == time("2026-11-23T22:30:00Z"))
    #expect(record.ended == time("2026-11-23T23:30:05Z"))
    #expect(record.plannedEnd == time("2026-11-24T01:30:00Z"))
    #expect(record.why == .confirmed)
    #expect(record.focused == .minutes(56) + .seconds(5))
    #expect(record.breaks == 1)
    #expect(record.breakTime == .minutes(4))
    #expect(record.details.pauses.first?.began == time("2026-11-23T23:15:00Z"))
    #expect(record.attempts == 2)
    #expect(record.details.attempts.map { $0.times } == [2])
    #expect(record.details.added == ["study"])
    #expect(record.details.questions.map { $0.answer } == [.timeout, .end])
    #expect(record.details.clockJumps.map { $0.by } == [.hours(1), .hours(-1)])
    #expect(record.details.gaps.map { $0.by } == [.minutes(10)])
    #expect(days.count == 2)
    let monday = try #require(days[CivilDay(year: 2026, month: 11, day: 23)])
    #expect(monday.focused == record.focused)
    #expect(monday.questionsKept == 1)
    #expect(monday.questionsEnded == 1)
    #expect(hours[22] == .minutes(30))
    #expect(hours[23] == .minutes(26) + .seconds(5))
  }

  @Test("focus over midnight belongs to both days, and what days hold is what sessions hold")
  func midnight() {
    var desk = Desk(settings, at: "2026-11-23T23:50:00Z")
    desk.start("work", minutes: 30)
    desk.pass(.hours(1))
    let (records, days, _) = history(of: desk)
    #expect(days[CivilDay(year: 2026, month: 11, day: 23)]?.focused == .minutes(10))
    #expect(days[CivilDay(year: 2026, month: 11, day: 24)]?.focused == .minutes(20))
    #expect(records.map { $0.focused } == [.minutes(30)])
  }

  @Test("random histories: days and hours add up to sessions", arguments: 0..<20 as Range<UInt64>)
  func sums(seed: UInt64) {
    let desk = RandomDays.desk(seed: seed, steps: 60)
    let (records, days, hours) = history(of: desk)
    let total = records.reduce(Lapse.zero) { $0 + $1.focused }
    #expect(days.values.reduce(Lapse.zero) { $0 + $1.focused } == total)
    #expect(hours.values.reduce(Lapse.zero) { $0 + $1 } == total)
    #expect(days.values.reduce(0) { $0 + $1.sessions } == records.count)
    #expect(days.values.reduce(0) { $0 + $1.breaks } == records.reduce(0) { $0 + $1.breaks })
  }

  private func statistics(_ days: [(Int, Int64)], today: Int) -> Statistics {
    // November 2026: the 2nd, 9th, 16th and 23rd are Mondays.
    let totals = days.map { day, minutes in
      var totals = DayTotals()
      totals.focused = .minutes(minutes)
      totals.sessions = 1
      return (day: CivilDay(year: 2026, month: 11, day: day), totals: totals)
    }
    return Statistics(
      days: totals, hours: [Lapse](repeating: .zero, count: 24), today: CivilDay(year: 2026, month: 11, day: today))
  }

  private struct Row {
    var days: [(Int, Int64)]
    var today: Int
    var streak: Int
    var longest: Int
  }

  @Test("streaks: a quarter of an hour counts, weekends may rest, today is not lost before it is over")
  func streaks() {
    let three: [(Int, Int64)] = [(23, 60), (24, 60), (25, 60)]
    var rows: [Row] = []
    rows.append(Row(days: three, today: 25, streak: 3, longest: 3))
    rows.append(Row(days: three, today: 26, streak: 3, longest: 3))
    rows.append(Row(days: three, today: 27, streak: 0, longest: 3))
    rows.append(Row(days: [(19, 60), (20, 60), (23, 60)], today: 23, streak: 3, longest: 3))
    rows.append(Row(days: [(20, 60), (22, 60), (23, 60)], today: 23, streak: 3, longest: 3))
    rows.append(Row(days: [(20, 60), (24, 60)], today: 24, streak: 1, longest: 1))
    rows.append(Row(days: [(23, 14)], today: 23, streak: 0, longest: 0))
    rows.append(Row(days: [(23, 15)], today: 23, streak: 1, longest: 1))
    rows.append(Row(days: [], today: 23, streak: 0, longest: 0))
    rows.append(Row(days: [(20, 60)], today: 22, streak: 1, longest: 1))
    rows.append(Row(days: [(20, 60)], today: 23, streak: 1, longest: 1))
    rows.append(Row(days: [(20, 60)], today: 24, streak: 0, longest: 1))
    for row in rows {
      let statistics = statistics(row.days, today: row.today)
      #expect(statistics.streak == row.streak, "\(row)")
      #expect(statistics.longestStreak == row.longest, "\(row)")
    }
  }

  @Test("today, week, month, average")
  func periods() {
    let statistics = statistics([(1, 10), (16, 20), (22, 30), (23, 40), (24, 50)], today: 24)
    #expect(statistics.today.focused == .minutes(50))
    #expect(statistics.week.focused == .minutes(90))
    #expect(statistics.month.focused == .minutes(150))
    #expect(statistics.average == .minutes(30))
  }

  @Test("CSV is quoted, and nothing in it is a formula")
  func csv() {
    var record = SessionRecord(
      id: SessionID("01J"), profile: "work", task: "=cmd|'a', \"b\"", started: time("2026-11-23T08:00:00Z"),
      ended: time("2026-11-23T09:00:00Z"), why: .completed, focused: .minutes(60))
    record.details.note = "went well"
    let lines = HistoryExport.csv([record], in: .fixed(secondsAheadOfUTC: 3600)).split(separator: "\r\n")
    #expect(lines.count == 2)
    #expect(
      lines[1]
        == "01J,work,\"'=cmd|'a', \"\"b\"\"\",command,2026-11-23T09:00:00+01:00,2026-11-23T10:00:00+01:00,,completed,3600,0,0,0,went well"
    )
    #expect(HistoryExport.calendar([record]) { _ in "Work" }.contains("went well"))
  }

  @Test("a calendar's lines are short, whole and escaped")
  func calendar() {
    let record = SessionRecord(
      id: SessionID("01J"), profile: "work", task: "a;b,c\\d\n" + String(repeating: "ü", count: 100),
      started: time("2026-11-23T08:00:00Z"), ended: time("2026-11-23T09:00:00Z"))
    let text = HistoryExport.calendar([record]) { _ in "Work" }
    #expect(text.utf8.split(separator: 0x0A).allSatisfy { $0.count <= 76 })
    #expect(text.contains("SUMMARY:Work: a\\;b\\,c\\\\d\\n"))
    #expect(text.contains("DTSTART:20261123T080000Z\r\n"))
    #expect(text.replacing("\r\n ", with: "").contains(String(repeating: "ü", count: 100)))
    #expect(text.hasSuffix("END:VCALENDAR\r\n"))
  }
}
