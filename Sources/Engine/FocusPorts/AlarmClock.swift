package protocol AlarmClock: Sendable {
  func now() -> Moment
  /// Rings once when the steady clock shows `deadline` (at once if it has passed); an earlier setting is forgotten.
  /// `nil` sets no bell.
  func set(deadline: Int64?, generation: Int) async
  /// Every ring from now on; called only once.
  func rings() -> AsyncStream<AlarmRing>
}

package enum AlarmRing: Sendable, Equatable {
  /// A deadline has come; the generation tells whether it still counts.
  case due(generation: Int)
  case wallClockSet
}
