package import FocusSession

/// The time, and a bell that rings when a deadline has come.
package protocol AlarmClock: Sendable {
  /// What all clocks show now.
  func now() -> Moment
  /// Rings once when the steady clock shows `deadline` (at once if it has passed); an earlier setting is forgotten.
  /// `nil` sets no bell.
  func set(deadline: Int64?, generation: Int) async
  /// Every ring from now on. Asked for once.
  func rings() -> AsyncStream<AlarmRing>
}

/// Why the bell rang.
package enum AlarmRing: Sendable, Equatable {
  /// A deadline has come; the generation tells whether it still counts.
  case due(generation: Int)
  /// Somebody set the wall clock.
  case wallClockSet
}
