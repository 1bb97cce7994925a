internal import Numbers

/// How memory fades and grows: FSRS-6, the model of the free spaced repetition scheduler, with its 21 weights.
///
/// `stability` is the number of days after which a card is still known with 90 % probability; `difficulty` goes from 1
/// to 10.
public struct MemoryModel: Equatable, Sendable {
  /// The weights that were fitted to many people's reviews.
  public static let standard = MemoryModel(
    weights: [
      0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796, 1.4835, 0.0614, 0.2629,
      1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542,
    ])

  private let w: [Double]
  /// The factor that makes stability the number of days until recall falls to 90 %.
  private let factor: Double

  private static let leastStability = 0.001
  /// In days: longer than anybody lives, and far from overflow, whatever the weights are.
  private static let mostStability = 1e9

  /// A model with weights of its own: 21, or the 19 of FSRS-5, which has no w₁₉ and a decay of 0.5.
  ///
  /// - Precondition: 19 or 21 weights.
  public init(weights: [Double]) {
    precondition(weights.count == 21 || weights.count == 19, "FSRS has 21 weights, FSRS-5 has 19")
    w = weights.count == 21 ? weights : weights + [0, 0.5]
    factor = power(0.9, -1 / w[20]) - 1
  }

  /// How likely a card is still known that many whole days after its last review.
  public func recall(after days: Int64, stability: Double) -> Double {
    power(1 + factor * Double(max(0, days)) / stability, -w[20])
  }

  /// After how many days the card is known with that probability: at least 1, at most `longest`.
  public func interval(stability: Double, retention: Double, longest: Int64) -> Int64 {
    let days = stability / factor * (power(retention, -1 / w[20]) - 1)
    guard days < Double(longest) else { return longest }
    return max(1, Int64(days.rounded(.toNearestOrEven)))
  }

  // MARK: The first review

  func firstStability(_ grade: Grade) -> Double { max(w[grade.rawValue - 1], Self.leastStability) }

  func firstDifficulty(_ grade: Grade) -> Double { Self.clamped(unclampedFirstDifficulty(grade)) }

  private func unclampedFirstDifficulty(_ grade: Grade) -> Double {
    w[4] - exponential(w[5] * Double(grade.rawValue - 1)) + 1
  }

  // MARK: Later ones

  /// The difficulty after a review: nearer to that of a card that was easy at once, and damped towards 10.
  func difficulty(_ difficulty: Double, after grade: Grade) -> Double {
    let change = -w[6] * Double(grade.rawValue - 3)
    let damped = difficulty + (10 - difficulty) * change / 9
    return Self.clamped(w[7] * unclampedFirstDifficulty(.easy) + (1 - w[7]) * damped)
  }

  func stabilityOnSameDay(_ stability: Double, after grade: Grade) -> Double {
    var growth = exponential(w[17] * (Double(grade.rawValue - 3) + w[18])) * power(stability, -w[19])
    if grade != .again { growth = max(growth, 1) }
    return max(stability * growth, Self.leastStability)
  }

  /// The stability after a review that many whole days after the last one.
  func stability(_ stability: Double, difficulty: Double, after grade: Grade, days: Int64) -> Double {
    let recall = recall(after: days, stability: stability)
    let next =
      grade == .again
      ? forgotten(stability, difficulty, recall) : remembered(stability, difficulty, recall, grade)
    return min(max(next, Self.leastStability), Self.mostStability)
  }

  private func remembered(_ stability: Double, _ difficulty: Double, _ recall: Double, _ grade: Grade) -> Double {
    let weight = grade == .hard ? w[15] : grade == .easy ? w[16] : 1
    let growth =
      exponential(w[8]) * (11 - difficulty) * power(stability, -w[9]) * (exponential((1 - recall) * w[10]) - 1)
    return stability * (1 + growth * weight)
  }

  private func forgotten(_ stability: Double, _ difficulty: Double, _ recall: Double) -> Double {
    let long =
      w[11] * power(difficulty, -w[12]) * (power(stability + 1, w[13]) - 1) * exponential((1 - recall) * w[14])
    return min(long, stability / exponential(w[17] * w[18]))
  }

  private static func clamped(_ difficulty: Double) -> Double { min(max(difficulty, 1), 10) }
}
