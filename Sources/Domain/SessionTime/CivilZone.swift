/// How civil clocks of one place differ from UTC, as a value: made from a time zone file that somebody else has read.
public struct CivilZone: Equatable, Sendable {
  /// From `at` on (seconds since 1970), clocks are `offset` seconds ahead of UTC.
  struct Transition: Equatable, Sendable {
    var at: Int64
    var offset: Int
  }

  private var firstOffset: Int
  private var table: [Transition]
  private var rule: YearlyRule?

  init(firstOffset: Int, table: [Transition] = [], rule: YearlyRule? = nil) {
    self.firstOffset = firstOffset
    self.table = table
    self.rule = rule
  }

  mutating func setRule(_ rule: YearlyRule?) { self.rule = rule }

  /// Clocks that are moved at these moments, the earliest first, and stay as they are after the last.
  ///
  /// - Parameters:
  ///   - first: seconds ahead of UTC before the first move.
  ///   - moves: seconds since 1970, and the seconds ahead of UTC from then on.
  public init(first: Int, moves: [(at: Int64, offset: Int)]) {
    self.init(firstOffset: first, table: moves.map { Transition(at: $0.at, offset: $0.offset) })
  }

  /// No difference at all.
  public static let utc = CivilZone(firstOffset: 0)

  /// Always the same number of seconds ahead of UTC.
  public static func fixed(secondsAheadOfUTC offset: Int) -> CivilZone { CivilZone(firstOffset: offset) }

  /// How many seconds clocks are ahead of UTC at that moment.
  public func offset(at moment: Timestamp) -> Int { offset(atSecond: floorSeconds(moment)) }

  /// The civil day at that moment.
  public func day(at moment: Timestamp) -> CivilDay {
    CivilDay(number: floorDivision(localSeconds(at: moment), 86_400))
  }

  /// Seconds since civil midnight at that moment, as a clock face shows them.
  public func secondOfDay(at moment: Timestamp) -> Int {
    let local = localSeconds(at: moment)
    return Int(local - floorDivision(local, 86_400) * 86_400)
  }

  /// The first moment at which clocks show at least that time on that day.
  ///
  /// A time that is shown twice (clocks put back) is meant the first time; a time that is never shown (clocks put
  /// forward) is the moment at which they skip it.
  public func moment(day: CivilDay, minuteOfDay: Int) -> Timestamp {
    let local = day.number * 86_400 + Int64(minuteOfDay) * 60
    // No place is further than 26 hours from UTC, and no change is larger than a day.
    let window: Int64 = 50 * 3600
    var start = local - window
    var offset = offset(atSecond: start)
    for transition in transitions(after: start, upTo: local + window) {
      let candidate = max(start, local - Int64(offset))
      if candidate < transition.at { return Timestamp(milliseconds: saturatingProduct(candidate, 1000)) }
      start = transition.at
      offset = transition.offset
    }
    return Timestamp(milliseconds: saturatingProduct(max(start, local - Int64(offset)), 1000))
  }

  /// The first moment of that civil day.
  public func startOfDay(_ day: CivilDay) -> Timestamp { moment(day: day, minuteOfDay: 0) }

  private func localSeconds(at moment: Timestamp) -> Int64 {
    saturatingSum(floorSeconds(moment), Int64(offset(at: moment)))
  }

  private func offset(atSecond second: Int64) -> Int {
    if let rule, second >= (table.last?.at ?? .min) { return rule.offset(atSecond: second) }
    var low = 0
    var high = table.count
    while low < high {
      let middle = (low + high) / 2
      if table[middle].at <= second { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? firstOffset : table[low - 1].offset
  }

  private func transitions(after start: Int64, upTo end: Int64) -> [Transition] {
    var found: [Transition] = []
    for transition in table where transition.at > start && transition.at <= end { found.append(transition) }
    if let rule {
      let tableEnd = table.last?.at ?? .min
      for transition in rule.transitions(after: max(start, tableEnd), upTo: end) { found.append(transition) }
    }
    return found
  }
}

package func floorDivision(_ value: Int64, _ divisor: Int64) -> Int64 {
  let quotient = value / divisor
  return value % divisor < 0 ? quotient - 1 : quotient
}

private func floorSeconds(_ moment: Timestamp) -> Int64 { floorDivision(moment.milliseconds, 1000) }
