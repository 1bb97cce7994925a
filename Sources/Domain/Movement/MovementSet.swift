/// One set of repetitions: shown from the first, worth something from the third, because one stray movement is not
/// exercise.
public struct MovementSet: Equatable, Sendable {
  /// Fewer are not booked.
  public static let leastBooked = 3

  /// What is done.
  public let exercise: Exercise
  /// The repetitions so far.
  public private(set) var shown = 0

  /// An empty set.
  public init(_ exercise: Exercise) {
    self.exercise = exercise
  }

  /// The repetitions that are worth something.
  public var booked: Int { MovementSet.booked(shown) }

  /// Counts one more.
  public mutating func add() { shown += 1 }

  /// How many of a set's repetitions are worth something: none of fewer than three, else all.
  public static func booked(_ count: Int) -> Int { count < leastBooked ? 0 : count }
}
