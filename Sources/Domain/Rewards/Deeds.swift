/// What a person has done so far, in the numbers that are rewarded. None of them ever falls: removing a deck takes
/// nothing away.
public struct Deeds: Equatable, Sendable {
  /// Different cards that were seen.
  public var cards = 0
  /// Sessions that were not ended by an emergency exit.
  public var sessions = 0
  /// Seconds of focus.
  public var focused: Int64 = 0
  /// The longest streak, by the rule of the statistics.
  public var streak = 0
  /// Days with focus and without straying; unknown where straying is not noticed.
  public var freeDays: Int?
  /// The most such days in a row.
  public var freeStreak: Int?
  /// How often the person came back from straying within a minute.
  public var quickReturns: Int?

  /// Daily challenges that were met.
  public var challenges = 0
  /// Repetitions and laps that were booked.
  public var repetitions = 0
  /// The points of movement, of which ten are worth one point.
  public var movementPoints = 0

  /// Nothing done yet.
  public init() {}
}
