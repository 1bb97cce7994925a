package import FocusSession

/// Entries of the history, summed by day and hour: those of one session, or of many.
package struct Tally: Sendable {
  package private(set) var days: [CivilDay: DayTotals] = [:]
  /// By hour of the day, from 0 to 23.
  package private(set) var hours: [Int: Lapse] = [:]

  package init() {}

  package var isEmpty: Bool { days.isEmpty && hours.isEmpty }

  package mutating func add(_ entry: HistoryFold.Entry) {
    switch entry {
    case .began, .changed, .ended: break
    case .focused(let hour, let lapse):
      days[hour.day, default: DayTotals()].focused = (days[hour.day]?.focused ?? .zero) + lapse
      add(lapse, in: hour.hour)
    case .counted(let day, let totals): add(totals, on: day)
    }
  }

  package mutating func add(_ other: Tally) {
    for (day, totals) in other.days { add(totals, on: day) }
    for (hour, lapse) in other.hours { add(lapse, in: hour) }
  }

  private mutating func add(_ totals: DayTotals, on day: CivilDay) { days[day] = (days[day] ?? DayTotals()) + totals }

  private mutating func add(_ focused: Lapse, in hour: Int) { hours[hour] = (hours[hour] ?? .zero) + focused }

  /// Adds this tally to days and hours that were counted before; the days are in order.
  package func added(
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
