package import FocusSession

package struct Statistics: Equatable, Sendable {
  /// A streak counts days with at least this much focus. A weekend day without focus does not break it, so that resting
  /// is not a failure.
  package static let leastForStreak = Lapse.minutes(15)

  package var today = DayTotals()
  /// This week so far; it began on Monday.
  package var week = DayTotals()
  /// This calendar month so far.
  package var month = DayTotals()
  package var all = DayTotals()
  /// On how many days there was any focus.
  package var days = 0
  /// Days in a row, up to today or yesterday, with enough focus.
  package var streak = 0
  package var longestStreak = 0
  package var bestHour: (hour: Int, focused: Lapse)?
  /// The hour of the day with the least focus among those with any, and how much.
  package var worstHour: (hour: Int, focused: Lapse)?

  /// How undisturbed the last seven days were; `nil` where there was too little focus to tell.
  package var score: FocusScore?

  package var straying: StrayStatistics

  package var byDay: [(day: CivilDay, totals: DayTotals)] = []
  package var byHour: [Lapse] = []

  /// The focus of an average day, counting only days with any.
  package var average: Lapse {
    days == 0 ? .zero : Lapse(milliseconds: all.focused.milliseconds / Int64(days))
  }

  /// `days` has each day with any totals, in order; `hours` is the focus by hour, from 0 to 23.
  package init(
    days: [(day: CivilDay, totals: DayTotals)], hours: [Lapse], today day: CivilDay, strays: [StraySpan] = [],
    in zone: CivilZone = .utc
  ) {
    straying = StrayStatistics(
      watched: days.map { ($0.day, $0.totals.focused) }, hours: hours, strays: strays, in: zone)
    byDay = days
    byHour = hours
    score = FocusScore(days: days, strays: strays, until: day, in: zone)
    let monday = day + (-day.weekday.rawValue)
    let first = CivilDay(year: day.date.year, month: day.date.month, day: 1)
    var row = Row()
    for (date, totals) in days {
      all = all + totals
      if date == day { today = totals }
      if date >= monday, date <= day { week = week + totals }
      if date >= first, date <= day { month = month + totals }
      if totals.focused > .zero { self.days += 1 }
      if totals.focused >= Self.leastForStreak { row.add(date) }
    }
    longestStreak = row.longest
    streak = row.current(on: day)
    for (hour, focused) in hours.enumerated() where focused > .zero {
      if bestHour.map({ focused > $0.focused }) ?? true { bestHour = (hour, focused) }
      if worstHour.map({ focused < $0.focused }) ?? true { worstHour = (hour, focused) }
    }
  }

  package static func == (left: Statistics, right: Statistics) -> Bool {
    left.today == right.today && left.week == right.week && left.month == right.month && left.all == right.all
      && left.score == right.score && left.days == right.days && left.streak == right.streak
      && left.longestStreak == right.longestStreak
      && left.bestHour?.hour == right.bestHour?.hour && left.bestHour?.focused == right.bestHour?.focused
      && left.straying == right.straying && left.worstHour?.hour == right.worstHour?.hour
      && left.worstHour?.focused == right.worstHour?.focused
  }
}

/// Days in a row; weekend days without focus don't break it.
private struct Row {
  var length = 0
  var longest = 0
  var last: CivilDay?

  mutating func add(_ day: CivilDay) {
    length = last.map { reaches(from: $0, to: day) } ?? false ? length + 1 : 1
    last = day
    longest = max(longest, length)
  }

  /// The row that today can still continue: today is not lost before it is over.
  func current(on day: CivilDay) -> Int {
    guard let last, last <= day else { return 0 }
    return last == day || reaches(from: last, to: day) ? length : 0
  }

  /// Whether only weekend days are between the two.
  private func reaches(from earlier: CivilDay, to later: CivilDay) -> Bool {
    var between = earlier + 1
    while between < later {
      guard between.weekday == .saturday || between.weekday == .sunday else { return false }
      between = between + 1
    }
    return true
  }
}
