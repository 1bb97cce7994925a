/// What the person chose instead of a prediction.
public struct CoachPins: Equatable, Sendable {
  /// The hour of exercise.
  public var hour: TimeOfDay?
  /// The repetitions that each day asks for.
  public var challenge: Int?
  /// Whether movement is suggested at times that fit.
  public var nudges: Bool

  /// The repetitions that can be chosen.
  public static let challenges = 1...10_000

  /// Choices; what is left out is predicted.
  public init(hour: TimeOfDay? = nil, challenge: Int? = nil, nudges: Bool = false) {
    self.hour = hour
    self.challenge = challenge
    self.nudges = nudges
  }
}
