package import FocusSession
package import Guarding
internal import Pledge

package struct StraySpan: Equatable, Sendable {
  package var began: Timestamp
  package var ended: Timestamp
  /// How long it lasted, whatever the wall clock did meanwhile.
  package var length: Lapse
  /// Its causes in the order in which they became certain.
  package var causes: [Cause]
  package var why: EpisodeEnd
  package var rings: Int
  /// The beginning on the session's clock, by which later facts name the episode.
  package var mark: Tick

  package var isCounted: Bool { why != .excused }

  /// The episode that a fact ended; `nil` for other facts.
  package init?(_ fact: Fact) {
    guard case .guard(.strayEnded(let stray)) = fact.body else { return nil }
    ended = fact.stamp.wall(at: stray.ended)
    length = stray.ended - stray.began
    began = ended - length
    causes = stray.causes
    why = stray.why
    rings = stray.rings
    mark = stray.began
  }

  /// Marks the episode as work, so that it does not count.
  package mutating func excuse() { why = .excused }

  /// The start of the episode that a fact excuses as work: by a word, or by a pledge taken back.
  package static func excused(by fact: Fact) -> Tick? {
    switch fact.body {
    case .guard(.strayExcused(began: let began)), .pledge(.takenBack(began: let began)): began
    default: nil
    }
  }
}

package struct StrayStatistics: Equatable, Sendable {
  /// Free days in a row.
  package struct Streak: Equatable, Sendable {
    package var days = 0
    package var from: CivilDay?
    package var to: CivilDay?
  }

  /// A day with less focus doesn't count, unless an episode touches it.
  package static let leastWatched = Lapse.minutes(15)
  /// More days in a row that do not count end a streak.
  package static let longestPause = 7

  package private(set) var days = 0
  package private(set) var episodes = 0
  package private(set) var freeDays = 0
  /// The share of the days that count; a half is rounded up.
  package private(set) var freeDaysPercent: Int?
  /// The longest run of free days; of equal ones the later.
  package private(set) var longestFreeStreak = Streak()
  package private(set) var mostCommonHour: Int?
  /// The hour of the day with most focus that was not strayed from.
  package private(set) var mostProductiveHour: Int?
  /// How long an average episode lasts, in seconds; a half is rounded up.
  package private(set) var averageSeconds: Int64?
  package private(set) var longestSeconds: Int64?

  /// `watched` has each day with any focus, in order; excused episodes are left out here.
  package init(
    watched: [(day: CivilDay, focused: Lapse)], hours: [Lapse], strays: [StraySpan], in zone: CivilZone
  ) {
    let counted = strays.filter { $0.isCounted }
    episodes = counted.count
    var touched: Set<CivilDay> = []
    for stray in counted {
      var day = zone.day(at: stray.began)
      // An episode that ends at midnight does not touch the next day.
      let last = zone.day(at: max(stray.began, stray.ended - Lapse(milliseconds: 1)))
      repeat {
        touched.insert(day)
        day = day + 1
      } while day <= last
    }
    judge(Set(watched.filter { $0.focused >= Self.leastWatched }.map { $0.day }).union(touched), touched)
    judge(counted, hours, zone)
    guard !counted.isEmpty else { return }
    let (sum, count) = (counted.reduce(0) { $0 + $1.length.wholeSeconds }, Int64(counted.count))
    averageSeconds = (2 * sum + count) / (2 * count)
    longestSeconds = counted.map { $0.length.wholeSeconds }.max()
  }

  private mutating func judge(_ counted: Set<CivilDay>, _ touched: Set<CivilDay>) {
    days = counted.count
    guard days > 0 else { return }
    freeDays = days - touched.count
    freeDaysPercent = (200 * (days - touched.count) + days) / (2 * days)
    var run = Streak()
    var last: CivilDay?
    for day in counted.sorted() {
      if let last, day.number - last.number - 1 > Int64(Self.longestPause) { run = Streak() }
      last = day
      if touched.contains(day) {
        run = Streak()
        continue
      }
      run = Streak(days: run.days + 1, from: run.from ?? day, to: day)
      if run.days >= longestFreeStreak.days { longestFreeStreak = run }
    }
  }

  private mutating func judge(_ strays: [StraySpan], _ focused: [Lapse], _ zone: CivilZone) {
    var starts = [Int](repeating: 0, count: 24)
    var seconds = [Lapse](repeating: .zero, count: 24)
    // Without a session there are no hours.
    var productive = focused + [Lapse](repeating: .zero, count: max(0, 24 - focused.count))
    for stray in strays {
      let first = zone.secondOfDay(at: stray.began) / 3600
      starts[first] += 1
      seconds[first] = seconds[first] + stray.length
      for (hour, length) in zone.hours(from: stray.ended - stray.length, to: stray.ended) {
        productive[hour.hour] = productive[hour.hour] - length
      }
    }
    for hour in 0..<24 {
      if starts[hour] > 0, mostCommonHour.map({ (starts[hour], seconds[hour]) > (starts[$0], seconds[$0]) }) ?? true {
        mostCommonHour = hour
      }
      let best = mostProductiveHour.map { productive[$0] } ?? .zero
      if productive[hour] > best { mostProductiveHour = hour }
    }
  }
}
