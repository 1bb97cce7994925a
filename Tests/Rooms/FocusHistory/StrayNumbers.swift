import FocusHistory
import FocusSession
import Guarding
import Pledge
import Testing

/// The six numbers, each as it is defined.
@Suite struct StrayNumbers {
  private let berlin = CivilZone.fixed(secondsAheadOfUTC: 3600)

  private func span(_ began: String, _ seconds: Int64, _ why: EpisodeEnd = .returned) -> StraySpan {
    let start = ISO8601.moment(began)!
    let moment = Moment(wall: start + .seconds(seconds), steady: 0, boot: BootID("b"))
    let ended = Tick(milliseconds: 5_000_000)
    let stray = Stray(began: ended - .seconds(seconds), ended: ended, causes: [.away], why: why)
    return StraySpan(Fact(stamp: Stamp(moment: moment, tick: ended), body: .guard(.strayEnded(stray))))!
  }

  private func numbers(
    _ watched: [(String, Int64)] = [], hours: [Int: Int64] = [:], _ strays: [StraySpan] = []
  ) -> StrayStatistics {
    let days = watched.map { (day: ISO8601.day($0.0)!, focused: Lapse.minutes($0.1)) }
    let focused = (0..<24).map { Lapse.minutes(hours[$0] ?? 0) }
    return StrayStatistics(watched: days, hours: focused, strays: strays, in: berlin)
  }

  @Test("nothing watched: nothing is claimed")
  func nothing() {
    let none = numbers([("2026-11-23", 14)])
    #expect(none.days == 0 && none.freeDaysPercent == nil && none.longestFreeStreak.days == 0)
    #expect(none.mostCommonHour == nil && none.mostProductiveHour == nil)
    #expect(none.averageSeconds == nil && none.longestSeconds == nil)
  }

  @Test("a day counts from 15 minutes of focus on, or when an episode touches it; half a percent is rounded up")
  func freeDays() {
    let week = (20...27).map { ("2026-11-\($0)", Int64(15)) }
    #expect(numbers(week, [span("2026-11-20T10:00:00+01:00", 60)]).freeDaysPercent == 88)
    let short = numbers([("2026-11-20", 5), ("2026-11-21", 15)], [span("2026-11-20T10:00:00+01:00", 60)])
    #expect(short.days == 2 && short.freeDaysPercent == 50)
  }

  @Test("across midnight both days are touched; an episode that ends at midnight touches one")
  func midnight() {
    #expect(numbers([], [span("2026-11-20T23:59:00+01:00", 61)]).days == 2)
    #expect(numbers([], [span("2026-11-20T23:59:00+01:00", 60)]).days == 1)
  }

  @Test("days that do not count neither break a streak nor add; more than seven in a row break it; the later of equals")
  func streaks() {
    func streak(_ days: [String], _ strays: [StraySpan] = []) -> StrayStatistics.Streak {
      numbers(days.map { ($0, 20) }, strays).longestFreeStreak
    }
    let bridged = streak(["2026-11-01", "2026-11-09"])
    #expect(bridged.days == 2 && bridged.from == ISO8601.day("2026-11-01") && bridged.to == ISO8601.day("2026-11-09"))
    #expect(streak(["2026-11-01", "2026-11-10"]).days == 1)
    #expect(streak(["2026-11-01", "2026-11-10"]).from == ISO8601.day("2026-11-10"))
    let cut = streak(
      ["2026-11-01", "2026-11-02", "2026-11-03", "2026-11-04"], [span("2026-11-02T10:00:00+01:00", 9)])
    #expect(cut.days == 2 && cut.from == ISO8601.day("2026-11-03"))
  }

  @Test("the most common hour has most starts; then more seconds; then it is the earlier")
  func commonHour() {
    let early = span("2026-11-20T08:10:00+01:00", 60)
    let late = span("2026-11-20T21:10:00+01:00", 61)
    #expect(numbers([], [early, late]).mostCommonHour == 21)
    #expect(numbers([], [early, span("2026-11-21T21:10:00+01:00", 60)]).mostCommonHour == 8)
    #expect(numbers([], [early, early, late]).mostCommonHour == 8)
  }

  @Test("the most productive hour has most focus that was not strayed from; episodes are cut at hours")
  func productiveHour() {
    let stray = span("2026-11-20T09:50:00+01:00", 1200)
    #expect(numbers(hours: [9: 60, 10: 55], [stray]).mostProductiveHour == 9)
    #expect(numbers(hours: [9: 60, 10: 60], [stray]).mostProductiveHour == 9)
    #expect(numbers(hours: [9: 56, 10: 60, 11: 55], [stray]).mostProductiveHour == 11)
    #expect(numbers(hours: [9: 10], [stray]).mostProductiveHour == nil)
  }

  @Test("the average is rounded, halves up; what was excused is kept and not counted")
  func lengths() {
    let strays = [span("2026-11-20T08:00:00+01:00", 60), span("2026-11-20T09:00:00+01:00", 61)]
    let excused = span("2026-11-21T08:00:00+01:00", 999, .excused)
    let found = numbers([], strays + [excused])
    #expect(found.averageSeconds == 61 && found.longestSeconds == 61 && found.episodes == 2 && found.days == 1)
  }

  @Test("what was called work later counts no more, whether by the person's word or by a pledge that was taken back")
  func calledWork() {
    func fact(_ body: Fact.Body) -> Fact {
      let moment = Moment(wall: ISO8601.moment("2026-11-20T09:00:00Z")!, steady: 0, boot: BootID("b"))
      return Fact(stamp: Stamp(moment: moment, tick: Tick(milliseconds: 9000)), body: body)
    }
    func stray(_ began: Int64) -> Fact {
      let tick = Tick(milliseconds: began)
      return fact(.guard(.strayEnded(Stray(began: tick, ended: tick + .seconds(9), causes: [.away], why: .returned))))
    }
    let strays = StraySpan.all(of: [
      stray(1), stray(2), stray(3), fact(.guard(.strayExcused(began: Tick(milliseconds: 1)))),
      fact(.pledge(.takenBack(began: Tick(milliseconds: 3)))),
    ])
    #expect(strays.map { $0.isCounted } == [false, true, false])
  }
}
