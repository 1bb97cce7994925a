/// Counts as the paper "Trigger Screen Restriction Framework" does: windows of 64 poses that look like the exercise.
/// It counts windows, not repetitions; it is here to be compared with.
public struct WindowCounter: Sendable {
  /// What happens to a window that looked like the exercise.
  public enum Portion: Sendable {
    /// A part of the oldest poses goes, so that windows overlap: the paper's sliding window.
    case sliding
    /// All poses go: the paper's static window.
    case all
  }

  private static let window = 64
  private static let reserve = 128
  /// Of 64 poses the newest 20 stay.
  private static let slide = 44

  private let exercise: Exercise
  private let portion: Portion
  private var body = BodyTrack()
  private var signals: [Double] = []

  /// A counter that keeps at most 128 poses.
  public init(_ exercise: Exercise, _ portion: Portion) {
    self.exercise = exercise
    self.portion = portion
    signals.reserveCapacity(Self.reserve)
  }

  /// Takes the next frame in which a person is seen.
  ///
  /// - Returns: whether a window was recognised, which the paper shows as one repetition.
  public mutating func count(_ pose: Pose) -> Bool {
    switch body.follow(pose) {
    case .ignored: return false
    case .began: signals.removeAll(keepingCapacity: true)
    case .followed: break
    }
    if signals.count == Self.reserve { signals.removeFirst() }
    signals.append(exercise.signal(BodyMeasures(body)))
    guard signals.count >= Self.window else { return false }
    guard isRecognised else {
      signals.removeFirst()
      return false
    }
    switch portion {
    case .sliding: signals.removeFirst(Self.slide)
    case .all: signals.removeAll(keepingCapacity: true)
    }
    return true
  }

  /// A stand-in for the paper's trained model: a decision by the spread and the mean of the signal over the oldest 64
  /// poses. The spread tells movement from standing, the mean a window full of it from one that is half rest.
  private var isRecognised: Bool {
    var (sum, low, high) = (0.0, signals[0], signals[0])
    for index in 0..<Self.window {
      sum += signals[index]
      low = min(low, signals[index])
      high = max(high, signals[index])
    }
    let mean = sum / Double(Self.window)
    var squares = 0.0
    for index in 0..<Self.window { squares += (signals[index] - mean) * (signals[index] - mean) }
    let spread = (squares / Double(Self.window)).squareRoot()
    return spread >= 0.55 * exercise.leastSwing && mean - low >= Self.leastMean * (high - low)
  }

  private static let leastMean = 0.4
}
