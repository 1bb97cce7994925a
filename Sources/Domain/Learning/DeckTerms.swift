/// How a deck is learned, where that is not as usual.
public struct DeckTerms: Equatable, Sendable {
  /// The probability with which a card is to be known when it is due; `nil` for the usual one.
  public var retention: Double?
  /// The weights of FSRS that were fitted to the person's own reviews; empty for those of many people.
  public var weights: [Double]
  /// Whether intervals are exactly what memory says, not spread over neighboring days.
  public var isExact: Bool

  /// What can be wished for.
  public static let retentions = 0.7...0.99

  private static let bounds: [ClosedRange<Double>] = [
    0.001...100, 0.001...100, 0.001...100, 0.001...100, 1...10, 0.001...4, 0.001...4, 0.001...0.75, 0...4.5, 0...0.8,
    0.001...3.5, 0.001...5, 0.001...0.25, 0.001...0.9, 0...4, 0...1, 1...6, 0...2, 0...2, 0...0.8, 0.1...0.8,
  ]

  /// As usual, but for what is given; what cannot be used is left out.
  public init(retention: Double? = nil, weights: [Double] = [], isExact: Bool = false) {
    self.retention = retention.flatMap { Self.retentions.contains($0) ? $0 : nil }
    let areUsable = weights.count == 21 && zip(weights, Self.bounds).allSatisfy { $1.contains($0) }
    self.weights = areUsable ? weights : []
    self.isExact = isExact
  }

  /// Whether there is nothing special.
  public var isUsual: Bool { self == DeckTerms() }

  func schedule(from usual: StudySchedule) -> StudySchedule {
    var schedule = usual
    if let retention { schedule.retention = retention }
    if !weights.isEmpty { schedule.model = MemoryModel(weights: weights) }
    if isExact { schedule.spreads = false }
    return schedule
  }
}
