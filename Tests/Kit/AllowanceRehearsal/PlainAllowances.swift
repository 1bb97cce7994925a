import Allowance

/// What allowances mean, told a second time: a walk from second to second, without deadlines, facts or ticks.
///
/// In each second what is in front is used by a second, if somebody is there and it is not blocked. All else is a rule
/// that is looked at between two seconds.
struct PlainAllowances {
  /// Where an allowance is.
  enum State { case open, warned, shut }

  /// One allowance and its present day.
  struct One {
    var rules: PlainRules
    var isThere = true
    /// When the day that began ends.
    var ends: Int?
    /// When the day before ended.
    var lastEnd: Int?
    var used = 0
    var earned = 0
    var isFree = false
    var isWarned = false
    var isShut = false
    /// Since when it is in use without a break.
    var usedSince: Int?

    var left: Int { max(0, (rules.minutes + earned) * 60 - used) }
    var warnedAt: Int { max(rules.warn * 60, rules.minutes * 6) }
    var state: State { isShut ? .shut : isWarned && left <= warnedAt ? .warned : .open }
  }

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

  init(_ rules: [PlainRules]) { all = rules.map { One(rules: $0) } }

  /// Somebody still looks for a minute after the last input.
  private var isIdle: Bool { idleSince.map { second >= $0 + 60 } ?? false }

  /// Lets time pass.
  mutating func walk(to end: Int) {
    settle()
    while second < end {
      if all.contains(where: { $0.usedSince != nil }) {
        for index in all.indices where all[index].usedSince != nil { all[index].used += 1 }
        second += 1
      } else {
        let next = (all.compactMap(\.ends) + asked.compactMap(\.due)).filter { $0 > second }.min() ?? end
        second = min(end, next)
      }
      settle()
    }
  }

  /// Does all that is to be done at this second.
  mutating func settle() {
    var isSettled = false
    while !isSettled {
      isSettled = true
      for index in all.indices where settle(index) { isSettled = false }
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
      let (rules, isThere) = (all[index].rules, all[index].isThere)
      all[index] = One(rules: rules, isThere: isThere, lastEnd: ends)
      return true
    }
    guard all[index].usedSince != nil, !all[index].isFree, !all[index].isShut else { return false }
    if !all[index].isWarned, all[index].left <= all[index].warnedAt {
      all[index].isWarned = true
      return true
    }
    if all[index].left == 0 {
      all[index].isShut = true
      all[index].usedSince = nil
      return true
    }
    return false
  }

  /// Begins and ends use, by what is in front and whether somebody is there.
  mutating func look() {
    for index in all.indices {
      let isNamed = place?.topic.map(all[index].rules.topics.contains) ?? false
      let isUsed =
        all[index].isThere && isNamed && !isIdle && !isLocked && !isAsleep && !all[index].isShut
      if isUsed { beginDay(index) }
      all[index].usedSince = isUsed ? all[index].usedSince ?? second : nil
    }
  }

  /// There was no input for as many seconds: they were not used.
  mutating func takeBack(_ seconds: Int) {
    for index in all.indices {
      if let since = all[index].usedSince { all[index].used -= second - max(second - seconds, since) }
    }
  }

  /// A day ends when the clock, as it shows now, next shows its hour, and never within eighteen hours of the last end.
  private mutating func beginDay(_ index: Int) {
    guard all[index].ends == nil else { return }
    let shown = Self.beginning + second + clockSet + hoursAheadOfUTC * 3600
    let intoDay = (((shown - all[index].rules.dayStartsHour * 3600) % 86_400) + 86_400) % 86_400
    var ends = second + 86_400 - intoDay
    while let last = all[index].lastEnd, ends < last + 18 * 3600 { ends += 86_400 }
    all[index].ends = ends
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
      return true
    case .minutes, .most, .warn, .name, .leaveOut, .dayStarts, .perMonth:
      let next = before.changed(by: change)
      if isBlocked, !next.isNoLooser(than: before) { return false }
      // Somebody who changes a rule is there: no idleness goes back beyond that.
      if next != before, all[index].usedSince != nil { all[index].usedSince = second }
      all[index].rules = next
      return true
    }
  }
}
