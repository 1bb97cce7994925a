package import FocusSession

extension CivilZone {
  /// Splits a time at civil hours; an hour repeated when clocks go back gets both its passes.
  package func hours(from start: Timestamp, to end: Timestamp) -> [(hour: HourOfDay, length: Lapse)] {
    var pieces: [(hour: HourOfDay, length: Lapse)] = []
    var wall = start
    while wall < end {
      let second = secondOfDay(at: wall)
      let inHour =
        Lapse.seconds(Int64(3600 - second % 3600)) - Lapse(milliseconds: positiveRest(wall.milliseconds, 1000))
      let next = min(end, wall + max(inHour, Lapse(milliseconds: 1)))
      pieces.append((HourOfDay(day: day(at: wall), hour: second / 3600), next - wall))
      wall = next
    }
    return pieces
  }
}

private func positiveRest(_ value: Int64, _ divisor: Int64) -> Int64 {
  let rest = value % divisor
  return rest < 0 ? rest + divisor : rest
}
