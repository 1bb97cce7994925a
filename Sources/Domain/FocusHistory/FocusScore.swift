package import FocusSession

/// How undisturbed the focus of the last seven days was, from 0 to 100.
package struct FocusScore: Equatable, Sendable {
  package static let days = 7
  /// Less focus gives no score.
  package static let least = Lapse.minutes(15)
  package static let perAttempt = Lapse.minutes(1)
  package static let perExit = Lapse.minutes(15)

  package var focused: Lapse
  package var strayed: Lapse
  package var attempts: Int
  package var emergencies: Int

  /// The undisturbed share of the focus, in percent; a half is rounded up.
  package var percent: Int {
    let lost =
      strayed.milliseconds + Int64(attempts) * Self.perAttempt.milliseconds
      + Int64(emergencies) * Self.perExit.milliseconds
    let left = max(0, focused.milliseconds - lost)
    return Int((left * 200 + focused.milliseconds) / (2 * focused.milliseconds))
  }

  /// `nil` where those days have too little focus for a score.
  init?(
    days: [(day: CivilDay, totals: DayTotals)], strays: [StraySpan], until day: CivilDay, in zone: CivilZone
  ) {
    let from = day + -(Self.days - 1)
    let all = days.filter { $0.day >= from && $0.day <= day }.reduce(DayTotals()) { $0 + $1.totals }
    guard all.focused >= Self.least else { return nil }
    focused = all.focused
    attempts = all.attempts
    emergencies = all.emergencies
    strayed = strays.filter { $0.isCounted && (from...day).contains(zone.day(at: $0.ended)) }
      .reduce(.zero) { $0 + $1.length }
  }
}
