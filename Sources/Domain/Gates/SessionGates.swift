public import SessionTime

/// The gates of one session: those before a break, before a visit and before its end. All count the same
/// deeds, each deed once.
///
/// It is a fold: what it was told is what the session's facts say, so that a crash in the middle of a gate loses
/// nothing.
public struct SessionGates: Equatable, Sendable {
  /// The gate before a break.
  public private(set) var takeBreak = Gate()
  /// The gate before a visit.
  public private(set) var visit = Gate()
  /// The gate before the end.
  public private(set) var end = Gate()
  /// What was done in the session and opened nothing yet.
  public private(set) var deeds = Deeds()

  /// Gates at the beginning of a session.
  public init() {}

  /// What a session tells its gates.
  public enum Command: Equatable, Sendable {
    /// Something happens at one gate.
    case at(Loosening, Gate.Command)
    /// A registered key was tapped; whether it could end the session here.
    case tapped(String, mayEnd: Bool)
    /// A sentence was typed.
    case typed(String)
    /// A card was answered, after it was in view for long enough.
    case learned(card: String)
    /// That many different cards were answered, none of which counted before.
    case learnedCards(Int)
    /// That many repetitions were counted.
    case moved(Int)
    /// A gate with these steps was passed, and what comes after it happens.
    case passed(Loosening, [GateStep])
    /// What these steps asked for was used up elsewhere.
    case spent([GateStep])
  }

  /// Takes in what happened.
  public mutating func step(_ command: Command, at tick: Tick) {
    switch command {
    case .at(.takeBreak, let command): takeBreak.step(command, at: tick)
    case .at(.visit, let command): visit.step(command, at: tick)
    case .at(.end, let command): end.step(command, at: tick)
    case .tapped(let key, let mayEnd):
      takeBreak.step(.tap(key, mayEnd: mayEnd), at: tick)
      visit.step(.tap(key, mayEnd: mayEnd), at: tick)
      end.step(.tap(key, mayEnd: mayEnd), at: tick)
      deeds.scan(key)
    case .typed(let sentence):
      takeBreak.step(.type(sentence), at: tick)
      visit.step(.type(sentence), at: tick)
      end.step(.type(sentence), at: tick)
    case .learned(let card): deeds.learn(card, at: tick)
    case .learnedCards(let cards): deeds.learn(cards)
    case .moved(let repetitions): deeds.move(repetitions)
    case .spent(let steps): deeds.spend(on: steps)
    case .passed(let loosening, let steps):
      deeds.spend(on: steps)
      step(.at(loosening, .leave), at: tick)
    }
  }

  /// The gate before that.
  public func gate(_ loosening: Loosening) -> Gate {
    switch loosening {
    case .takeBreak: takeBreak
    case .visit: visit
    case .end: end
    }
  }

  /// How far each step of a gate is.
  public func progress(
    _ loosening: Loosening, _ steps: [GateStep], at tick: Tick, means: GateMeans
  ) -> [GateProgress] {
    let ask = gate(loosening).ask(at: tick)
    return steps.map { GateProgress(of: $0, asked: ask, deeds, at: tick, means) }
  }
}
