import Allowance

/// What allowances mean, told a second time: a walk from second to second, without deadlines, facts or ticks.
///
/// In each second what is in front is used by a second, if somebody is there and it is not blocked. All else is a rule
/// that is looked at between two seconds. Seconds in which nothing else can happen are passed in one step.
struct PlainAllowances {
  /// Where an allowance is.
  enum State { case open, warned, shut }

  var all: [One]
  /// Seconds since the week began.
  private(set) var second = 0
  /// How far the clock on the wall is set away from where it would be.
  var clockSet = 0
  var hoursAheadOfUTC = 0

  var place: Place?
  /// Since when there is no input.
  var idleSince: Int?
  var isLocked = false
  var isAsleep = false
  private(set) var asked: [(at: Int, due: Int?)] = []

  /// Monday 2026-11-23 at 09:00 UTC, in seconds of that week.
  private static let beginning = 9 * 3600

  /// When clocks are moved, in seconds since Monday midnight, and by how much.
  private let moved: (at: Int, by: Int)?

  init(_ rules: [PlainRules], moved: (at: Int, by: Int)? = nil) {
    self.moved = moved
    all = rules.map { One(rules: $0) }
    for index in all.indices where rules[index].countsEveryDay { beginDay(index) }
  }

  /// Somebody still looks for a minute after the last input.
  private var isIdle: Bool { idleSince.map { second >= $0 + 60 } ?? false }

  /// Lets time pass.
  mutating func walk(to end: Int) {
    settle()
    while second < end {
      var next = end
      func happens(at moment: Int?) { if let moment, moment > second { next = min(next, moment) } }
      for one in all { happens(at: one.ends) }
      for one in asked { happens(at: one.due) }
      for one in all where one.usedSince != nil {
        happens(at: idleSince.map { $0 + 60 })
        let left = one.isFree ? nil : one.left
        happens(at: left.map { second + max(1, $0 - (one.isWarned ? 0 : one.warnedAt)) })
      }
      for index in all.indices where all[index].usedSince != nil { all[index].used += next - second }
      second = next
      settle()
    }
  }

  /// Does all that is to be done at this second.
  mutating func settle() {
    var isSettled = false
    while !isSettled {
      isSettled = true
      // What is warned of and used up in one second is both, whether somebody rests from then on or not.
      for index in all.indices { while settle(index) { isSettled = false } }
      for place in asked.indices where asked[place].due.map({ $0 <= second }) ?? false {
        asked[place].due = nil
        for index in all.indices where all[index].isThere { free(index) }
        isSettled = false
      }
      look()
    }
  }

  private mutating func settle(_ index: Int) -> Bool {
    if let ends = all[index].ends, ends <= second {
      let one = all[index]
      all[index] = One(rules: one.rules, isThere: one.isThere, past: one.over(at: ends))
      if one.isThere, one.rules.countsEveryDay { beginDay(index, follows: true) }
      return true
    }
    guard all[index].usedSince != nil, !all[index].isFree, !all[index].isShut else { return false }
    guard let left = all[index].left else { return false }
    if !all[index].isWarned, left <= all[index].warnedAt {
      all[index].isWarned = true
      return true
    }
    if left == 0 {
      all[index].isShut = true
      all[index].usedSince = nil
      return true
    }
    return false
  }

  /// Begins and ends use, by what is in front and whether somebody is there.
  mutating func look() {
    for index in all.indices {
      let isSpared = place == .reddit && all[index].spares
      let isNamed = !isSpared && place?.topic.map(all[index].rules.topics.contains) ?? false
      let isUsed =
        all[index].isThere && isNamed && !isIdle && !isLocked && !isAsleep && !all[index].isShut
      if isUsed { beginDay(index) }
      all[index].usedSince = isUsed && !all[index].isShut ? all[index].usedSince ?? second : nil
    }
  }

  /// There was no input for as many seconds: they were not used.
  mutating func takeBack(_ seconds: Int) {
    for index in all.indices {
      if let since = all[index].usedSince { all[index].used -= second - max(second - seconds, since) }
    }
  }

  /// What clocks show at a second of the week after Monday midnight in UTC, as seconds after a Monday of theirs.
  private func shown(_ utc: Int) -> Int {
    utc + hoursAheadOfUTC * 3600 + (moved.map { utc >= $0.at ? $0.by : 0 } ?? 0)
  }

  /// When clocks first show that second after a Monday of theirs, or a later one.
  private func whenShown(_ wanted: Int) -> Int {
    let before = wanted - hoursAheadOfUTC * 3600
    guard let moved, before >= moved.at else { return before }
    return max(moved.at, before - moved.by)
  }

  /// A day ends when the clock, as it shows now, next shows its hour, and never within eighteen hours of the last end.
  ///
  /// - Parameter follows: whether it begins as the day before ends.
  private mutating func beginDay(_ index: Int, follows: Bool = false) {
    guard all[index].ends == nil else { return }
    let (rules, past) = (all[index].rules, all[index].past)
    let utc = Self.beginning + self.second + clockSet
    func second(of day: Int) -> Int { self.second + whenShown(day * 86_400 + rules.dayStartsHour * 3600) - utc }
    var day = Int((Double(shown(utc)) / 86_400).rounded(.down)) - 1
    let earliest = (past?.ends ?? -1_000_000) + 18 * 3600
    while second(of: day + 1) <= self.second || second(of: day + 1) < earliest { day += 1 }
    let ends = second(of: day + 1)
    (all[index].day, all[index].ends) = (day, ends)
    var minutes = rules.minutes(on: day)
    if follows, let past {
      minutes = smaller(minutes, rules.minutes(on: past.day + 1))
      all[index].carried = min(past.left, (rules.rollOver ?? 0) * 60)
    }
    all[index].granted = One.Granted(
      minutes: minutes, week: rules.week, rollOver: rules.rollOver, spares: rules.spares)
    if let past, past.weekEnds > self.second + 12 * 3600 {
      (all[index].weekUsed, all[index].weekEnds) = (past.weekUsed, past.weekEnds)
    } else {
      var monday = day + 1
      while (monday % 7 + 7) % 7 != 0 || second(of: monday) < max(ends, (past?.weekEnds ?? -1_000_000) + 6 * 86_400) {
        monday += 1
      }
      all[index].weekEnds = second(of: monday)
    }
    if all[index].left == 0 { all[index].isShut = true }
  }

  /// An allowance as it is shown: one that nothing was used of yet, as it would begin now.
  func shownNow(_ index: Int) -> One {
    guard all[index].ends == nil else { return all[index] }
    var trial = self
    trial.beginDay(index)
    trial.all[index].isShut = false
    return trial.all[index]
  }

  // MARK: What gives more

  /// What a squat is worth with a challenge of 20: the first five 15 points each, the next eight 20, all others 25.
  private static func points(squats: Int) -> Int {
    (0..<(squats < 3 ? 0 : squats)).reduce(0) { $0 + ($1 < 5 ? 15 : $1 < 13 ? 20 : 25) }
  }

  mutating func move(_ squats: Int, _ trust: MovementTrust) {
    for index in all.indices where all[index].rules.by.contains(.move) && trust >= all[index].rules.trust {
      earn(index, Self.points(squats: squats))
    }
  }

  mutating func learn() {
    for index in all.indices where all[index].rules.by.contains(.learn) { earn(index, 10) }
  }

  private mutating func earn(_ index: Int, _ points: Int) {
    guard all[index].isThere else { return }
    beginDay(index)
    let minutes = min(points / all[index].rules.price, all[index].rules.most - all[index].earned)
    guard minutes > 0 else { return }
    all[index].earned += minutes
    all[index].isShut = false
    all[index].isWarned = false
  }

  /// Somebody is ill.
  ///
  /// - Returns: whether it was granted.
  mutating func override() -> Bool {
    guard let rules = all.first(where: \.isThere)?.rules else { return false }
    guard !asked.contains(where: { $0.due != nil }), asked.count < rules.perMonth else { return false }
    let wait = all.filter(\.isThere).map(\.rules.wait).max() ?? 0
    asked.append((second, second + wait))
    return true
  }

  private mutating func free(_ index: Int) {
    beginDay(index)
    all[index].isFree = true
    all[index].isShut = false
    all[index].isWarned = false
  }

  // MARK: What somebody tries

  /// Changes a setting.
  ///
  /// - Returns: whether that was allowed: nothing is while something is blocked that it would loosen.
  mutating func change(_ change: Change, of index: Int) -> Bool {
    let before = all[index].rules
    let isBlocked = all[index].isShut && all[index].isThere
    switch change {
    case .zone(let hours):
      hoursAheadOfUTC = hours
      return true
    case .challenge: return !all.contains { $0.isThere && $0.isShut }
    case .remove:
      if !isBlocked { all[index].isThere = false }
      return !isBlocked
    case .bringBack:
      all[index].isThere = true
      follow(index)
      return true
    case .minutes, .weekend, .week, .rollOver, .spare, .most, .warn, .name, .leaveOut, .dayStarts, .perMonth:
      let next = before.changed(by: change)
      if isBlocked, !next.isNoLooser(than: before) { return false }
      // Somebody who changes a rule is there: no idleness goes back beyond that.
      if next != before, all[index].usedSince != nil { all[index].usedSince = second }
      // What gives more holds from the next day on, also where nothing was used yet.
      if all[index].isThere, !next.givesNoMore(than: before) { beginDay(index) }
      all[index].rules = next
      if all[index].isThere { follow(index) }
      return true
    }
  }

  /// What is stricter holds at once.
  private mutating func follow(_ index: Int) {
    let rules = all[index].rules
    guard all[index].ends != nil, let before = all[index].granted else {
      if rules.countsEveryDay { beginDay(index) }
      return
    }
    let over = before.rollOver == nil || rules.rollOver == nil ? nil : smaller(before.rollOver, rules.rollOver)
    let carried = min(all[index].carried, (over ?? 0) * 60)
    let after = One.Granted(
      minutes: smaller(before.minutes, rules.minutes(on: all[index].day)), week: smaller(before.week, rules.week),
      rollOver: over, spares: before.spares && rules.spares)
    guard after != before || carried != all[index].carried else { return }
    (all[index].granted, all[index].carried) = (after, carried)
    guard all[index].left == 0, !all[index].isFree else { return }
    all[index].isShut = true
    all[index].usedSince = nil
  }
}
