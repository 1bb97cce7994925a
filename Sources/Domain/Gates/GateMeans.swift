/// What there is here to pass gates with. What is not known is never held against anybody.
public struct GateMeans: Equatable, Sendable {
  /// How many cards the decks hold; `nil` for unknown.
  public var cards: Int?
  /// Whether a reader is there; `nil` for unknown.
  public var hasReader: Bool?
  /// Whether a paired phone can read a key; `nil` for unknown.
  public var hasPhone: Bool?
  /// Whether something counts repetitions: a camera, two readers for laps; `nil` for unknown.
  public var countsMovement: Bool?
  /// Whether a camera counts repetitions; `nil` for unknown.
  public var hasCamera: Bool?
  /// The keys that can be told by their cards; `nil` for unknown.
  public var keys: [String]?

  /// Nothing is known.
  public static let unknown = GateMeans()

  /// Means; what is left out is unknown.
  public init(
    cards: Int? = nil, hasReader: Bool? = nil, hasPhone: Bool? = nil, countsMovement: Bool? = nil,
    hasCamera: Bool? = nil, keys: [String]? = nil
  ) {
    self.cards = cards
    self.hasReader = hasReader
    self.hasPhone = hasPhone
    self.countsMovement = countsMovement
    self.hasCamera = hasCamera
    self.keys = keys
  }

  /// Why nobody can pass that step here; `nil` if somebody can.
  ///
  /// A stop key always can be: without one, no session that needs it starts, and the emergency exit stays.
  public func obstacle(to step: GateStep) -> GateObstacle? {
    switch step {
    case .wait, .type, .tap(.anyStopKey): return nil
    case .tap(.named(let key)), .scan(let key):
      if let keys, !keys.contains(key) { return .unknownKey(key) }
      return hasReader == false && hasPhone != true ? .noReader : nil
    case .learn(let wanted):
      guard let cards, cards < wanted else { return nil }
      return .tooFewCards(cards)
    case .move: return countsMovement == false ? .nothingCounts : nil
    }
  }

  /// The first of these steps that nobody can pass here, and why.
  public func firstObstacle(in steps: [GateStep]) -> GateObstacle? {
    for step in steps {
      if let obstacle = obstacle(to: step) { return obstacle }
    }
    return nil
  }
}

/// Why nobody can pass a step here.
public enum GateObstacle: Equatable, Sendable {
  /// No registered key has that name, or its card has no number to tell it by.
  case unknownKey(String)
  /// No reader is there.
  case noReader
  /// The decks hold only that many cards.
  case tooFewCards(Int)
  /// Nothing here counts repetitions.
  case nothingCounts
}
