public import SessionTime

/// What a person did in a session that gates count, and that opened nothing yet. Each deed counts once: what opened one
/// break does not open the next.
public struct Deeds: Equatable, Sendable {
  /// Cards that were answered.
  public private(set) var learned = 0
  /// Repetitions that were done.
  public private(set) var moved = 0
  /// Keys that were tapped anywhere.
  public private(set) var scanned: [String] = []
  private var counted: [String: Tick] = [:]

  /// How long a card that counted does not count again.
  public static let cardRest = Lapse.hours(1)

  /// Nothing done yet.
  public init() {}

  /// A card was answered, after it was in view for long enough: it counts unless it did within the last hour.
  public mutating func learn(_ card: String, at tick: Tick) {
    if let last = counted[card], tick - last < Self.cardRest { return }
    counted[card] = tick
    learn(1)
  }

  mutating func learn(_ cards: Int) { learned = sum(learned, cards) }

  mutating func move(_ repetitions: Int) { moved = sum(moved, repetitions) }

  private func sum(_ known: Int, _ more: Int) -> Int {
    let (sum, overflow) = known.addingReportingOverflow(max(0, more))
    return overflow ? Int.max : sum
  }

  mutating func scan(_ key: String) {
    if !scanned.contains(key) { scanned.append(key) }
  }

  /// Uses up what these steps asked for.
  mutating func spend(on steps: [GateStep]) {
    for step in steps {
      switch step {
      case .learn(let cards): learned = max(0, learned - cards)
      case .move(let repetitions): moved = max(0, moved - repetitions)
      case .scan(let key): scanned.removeAll { $0 == key }
      case .wait, .tap, .type: break
      }
    }
  }
}
