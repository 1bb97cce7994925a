public import SessionTime

/// The gate of something that is asked for by its name and needs no session: the condition of an allowance.
///
/// What is done counts from the asking on, so that nothing is done in advance; each deed counts once.
public struct NamedGate: Equatable, Sendable {
  /// What was asked for.
  public let name: String
  /// Until when the asking holds.
  public let until: Tick
  private var gate = Gate()
  private var deeds = Deeds()

  /// How long an asking holds once its waits are over: cards and movement take their time.
  public static let holds = Lapse.hours(1)

  /// Somebody asks.
  public init(_ name: String, at tick: Tick, until: Tick) {
    self.name = name
    self.until = until
    gate.step(.ask(until: until), at: tick)
  }

  /// Whether the asking is over.
  public func isOver(at tick: Tick) -> Bool { gate.ask(at: tick) == nil }

  /// Takes in what happened. What is said to other gates is not heard.
  public mutating func step(_ command: SessionGates.Command, at tick: Tick) {
    if isOver(at: tick) { return }
    switch command {
    case .tapped(let key, let mayEnd):
      gate.step(.tap(key, mayEnd: mayEnd), at: tick)
      deeds.scan(key)
    case .typed(let sentence): gate.step(.type(sentence), at: tick)
    case .learned(let card): deeds.learn(card, at: tick)
    case .learnedCards(let cards): deeds.learn(cards)
    case .moved(let repetitions): deeds.move(repetitions)
    case .spent(let steps): deeds.spend(on: steps)
    case .passed(_, let steps): deeds.spend(on: steps)
    case .at: break
    }
  }

  /// How far each step is.
  public func progress(_ steps: [GateStep], at tick: Tick, means: GateMeans) -> [GateProgress] {
    steps.map { GateProgress(of: $0, asked: gate.ask(at: tick), deeds, at: tick, means) }
  }
}
