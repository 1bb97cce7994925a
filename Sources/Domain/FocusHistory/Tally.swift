public import FocusSession

/// What entries of the history come to: of the session under way while it lasts, or of a whole log.
public struct Tally: Sendable {
  /// The sessions that have ended.
  public private(set) var ended: [SessionRecord] = []
  /// What is to be added to each day.
  public private(set) var days: [CivilDay: DayTotals] = [:]
  /// What is to be added to each hour of the day.
  public private(set) var hours: [Int: Lapse] = [:]

  /// Nothing yet.
  public init() {}

  /// Adds what a fact brought to the history.
  public mutating func add(_ entry: HistoryFold.Entry) {
    switch entry {
    case .began, .changed: break
    case .ended(let record): ended.append(record)
    case .focused(let hour, let lapse):
      days[hour.day, default: DayTotals()].focused = (days[hour.day]?.focused ?? .zero) + lapse
      hours[hour.hour, default: .zero] = (hours[hour.hour] ?? .zero) + lapse
    case .counted(let day, let totals): days[day] = (days[day] ?? DayTotals()) + totals
    }
  }

  /// Adds what it came to to days and hours that were counted before, the days in order.
  public func added(
    to earlier: [(day: CivilDay, totals: DayTotals)], _ earlierHours: [Lapse]
  ) -> (days: [(day: CivilDay, totals: DayTotals)], hours: [Lapse]) {
    var (counted, hoursOfDay) = (earlier, earlierHours)
    for (day, totals) in days.sorted(by: { $0.key < $1.key }) {
      let index = counted.firstIndex { $0.day >= day } ?? counted.endIndex
      if index == counted.endIndex || counted[index].day != day { counted.insert((day, DayTotals()), at: index) }
      counted[index].totals = counted[index].totals + totals
    }
    for (hour, lapse) in hours { hoursOfDay[hour] = hoursOfDay[hour] + lapse }
    return (counted, hoursOfDay)
  }
}

extension Statistics {
  /// The statistics of a whole log, with the session under way counted up to that moment.
  public init(of facts: some Collection<Fact>, at stamp: Stamp, in zone: CivilZone) {
    var history = HistoryFold(zone: zone)
    var tally = Tally()
    let forgotten = Set(facts.compactMap { $0.forgottenSession?.id })
    for fact in facts {
      let before = history.current?.id
      let entries = history.fold(fact)
      if let session = before ?? history.current?.id, forgotten.contains(session) { continue }
      for entry in entries { tally.add(entry) }
    }
    let strays = StraySpan.all(of: facts)
    for entry in history.focusUnderWay(at: stamp) { tally.add(entry) }
    let counted = tally.added(to: [], [Lapse](repeating: .zero, count: 24))
    self.init(
      days: counted.days, hours: counted.hours, today: zone.day(at: stamp.moment.wall), strays: strays, in: zone)
  }
}
