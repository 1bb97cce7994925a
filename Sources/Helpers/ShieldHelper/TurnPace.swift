/// How often something may be done: a handful of times at once, and then at a steady pace.
///
/// A person's service asks a few times a minute and never waits; a program that asks as fast as it can gets its turn
/// like anybody, and this computer's processors keep theirs.
struct TurnPace {
  private let most: Int64
  private let interval: Int64
  /// When the next turn would be due, had there been no pause.
  private var due: Int64 = .min / 2

  /// `most` turns may come at once; `interval` is the time between steady ones, in milliseconds.
  init(most: Int64, interval: Int64) {
    self.most = most
    self.interval = interval
  }

  /// How long the next turn has to wait, in milliseconds; 0 for one that may be taken now.
  func pause(at now: Int64) -> Int64 {
    max(0, due - now - (most - 1) * interval)
  }

  mutating func take(at now: Int64, turns: Int64 = 1) -> Bool {
    guard pause(at: now) == 0 else { return false }
    due = max(due, now) + interval * turns
    return true
  }
}
