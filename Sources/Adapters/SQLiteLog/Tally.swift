internal import FocusHistory
internal import FocusSession

/// What the session under way has come to so far. It goes into the tables when the session ends, so that a fact in the
/// middle of it costs one row and no more; a start makes it again from the facts.
struct Tally {
  /// The session, once it has ended.
  private(set) var ended: [SessionRecord] = []
  /// What is to be added to each day.
  private(set) var days: [CivilDay: DayTotals] = [:]
  /// What is to be added to each hour of the day.
  private(set) var hours: [Int: Lapse] = [:]

  mutating func take(_ entry: HistoryFold.Entry) {
    switch entry {
    case .began, .changed: break
    case .ended(let record): ended.append(record)
    case .focused(let hour, let lapse):
      days[hour.day, default: DayTotals()].focused = (days[hour.day]?.focused ?? .zero) + lapse
      hours[hour.hour, default: .zero] = (hours[hour.hour] ?? .zero) + lapse
    case .counted(let day, let totals): days[day] = (days[day] ?? DayTotals()) + totals
    }
  }
}
