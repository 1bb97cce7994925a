/// What a person has done so far, in the numbers that are rewarded. None of them ever falls: removing a deck takes
/// nothing away.
public struct Deeds: Equatable, Sendable {
  /// Different cards that were seen.
  public var cards = 0
  /// Sessions that were not ended by an emergency exit.
  public var sessions = 0
  /// Seconds of focus.
  public var focused: Int64 = 0
  /// The most days in a row with focus.
  public var streak = 0
  /// Days with focus and without straying; unknown where straying is not noticed.
  public var freeDays: Int?
  /// The most such days in a row.
  public var freeStreak: Int?
  /// How often the person came back from straying within a minute.
  public var quickReturns: Int?

  /// Nothing done yet.
  public init() {}

  /// Takes in the days with focus, by their number, in any order: the longest run of days in a row.
  public static func longestRun(of days: some Sequence<Int64>) -> Int {
    var longest = 0
    var run = 0
    var last: Int64?
    for day in days.sorted() where day != last {
      run = last.map { $0 + 1 == day } ?? false ? run + 1 : 1
      longest = max(longest, run)
      last = day
    }
    return longest
  }
}
