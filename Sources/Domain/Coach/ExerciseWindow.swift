/// The part of a day in which the restriction waits for exercise: from half an hour before the predicted hour to an
/// hour and a half after it.
public struct ExerciseWindow: Equatable, Sendable {
  /// When it begins, in minutes since midnight.
  public var start: Int

  /// How long it is, in minutes.
  public static let length = 120
  /// By how much it moves from one day to the next, at most.
  public static let mostMoved = 30

  /// A window that begins at a minute of the day.
  public init(start: Int) {
    self.start = (start % 1440 + 1440) % 1440
  }

  /// The window of a predicted hour.
  public init(around hour: Double) {
    self.init(start: Int((hour * 60).rounded(.down)) - 30)
  }

  /// The next day's window: towards the predicted one by at most half an hour, and never into what must be left alone.
  ///
  /// - Parameter taken: sleep and schedules, in minutes since midnight; a range may go past 1440.
  public func moved(towards predicted: ExerciseWindow, around taken: [Range<Int>]) -> ExerciseWindow {
    let way = ((predicted.start - start + 720) % 1440 + 1440) % 1440 - 720
    let wanted = min(max(way, -Self.mostMoved), Self.mostMoved)
    var steps = wanted
    while true {
      let next = ExerciseWindow(start: start + steps)
      if !taken.contains(where: { next.overlaps($0) }) { return next }
      if steps == 0 { return self }
      steps -= steps > 0 ? 1 : -1
    }
  }

  private func overlaps(_ range: Range<Int>) -> Bool {
    for days in [-1440, 0, 1440] {
      let (from, to) = (start + days, start + days + Self.length)
      if from < range.upperBound && range.lowerBound < to { return true }
    }
    return false
  }
}
