/// What a person has done so far, in the numbers that are rewarded. None of them ever falls: removing a deck takes
/// nothing away.
package struct Deeds: Equatable, Sendable {
  /// Different cards that were seen.
  package var cards = 0
  /// Sessions that were not ended by an emergency exit.
  package var sessions = 0
  /// Seconds of focus.
  package var focused: Int64 = 0
  /// The longest streak, counted as in the statistics.
  package var streak = 0
  /// Days with focus and without straying; unknown where straying is not noticed.
  package var freeDays: Int?
  package var freeStreak: Int?
  /// How often the person came back from straying within a minute.
  package var quickReturns: Int?

  package var challenges = 0
  /// Repetitions and laps that were booked.
  package var repetitions = 0
  /// The points of movement, of which ten are worth one point.
  package var movementPoints = 0

  package init() {}
}
