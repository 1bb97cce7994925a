public import SessionTime

/// How far one step of a gate is.
public struct GateProgress: Equatable, Sendable {
  /// The step, or the wait that takes its place.
  public let step: GateStep
  /// The step whose place a wait takes, and why nobody can pass it now.
  public let replaced: Replaced?
  /// How many cards or repetitions were done, at most as many as are wanted.
  public let done: Int
  /// How long a wait still lasts, if somebody asks or asked; nothing for other steps.
  public let left: Lapse
  /// Whether the step is done.
  public let isDone: Bool

  /// A step that nobody can pass now.
  public struct Replaced: Equatable, Sendable {
    /// The step.
    public let step: GateStep
    /// Why.
    public let why: GateObstacle
  }

  /// How far a step is at that time.
  ///
  /// - Parameters:
  ///   - ask: the asking that holds, with what was done since.
  ///   - deeds: what was done in the session; nothing for a gate of its own, such as the emergency exit's.
  public init(
    of wanted: GateStep, asked ask: GateAsk?, _ deeds: Deeds = Deeds(), at tick: Tick, _ means: GateMeans = .unknown
  ) {
    let obstacle = means.obstacle(to: wanted)
    // What is done stays done, also if nobody could do it now.
    let isFallingBack = obstacle != nil && !Self.isMet(wanted, ask, deeds)
    let step = isFallingBack ? GateStep.standIn : wanted
    self.step = step
    replaced = isFallingBack ? obstacle.map { Replaced(step: wanted, why: $0) } : nil
    left = ask.map { max(.zero, $0.since + step.wait - tick) } ?? step.wait
    switch step {
    case .wait:
      done = 0
      isDone = left == .zero
    case .learn(let cards):
      done = min(deeds.learned, cards)
      isDone = Self.isMet(step, ask, deeds)
    case .move(let repetitions):
      done = min(deeds.moved, repetitions)
      isDone = Self.isMet(step, ask, deeds)
    case .tap, .type, .scan:
      done = 0
      isDone = Self.isMet(step, ask, deeds)
    }
  }

  /// Whether a step other than a wait is done.
  private static func isMet(_ step: GateStep, _ ask: GateAsk?, _ deeds: Deeds) -> Bool {
    switch step {
    case .wait: false
    case .tap(let key): ask?.tapped.contains(key) ?? false
    case .type: ask?.typed.contains { step.accepts(typed: $0) } ?? false
    case .learn(let cards): deeds.learned >= cards
    case .move(let repetitions): deeds.moved >= repetitions
    case .scan(let key): deeds.scanned.contains(key)
    }
  }
}

extension Array where Element == GateProgress {
  /// The steps that are still to be done.
  public var open: [GateProgress] { filter { !$0.isDone } }

  /// How long all waits among them still last.
  public var left: Lapse { reduce(.zero) { Swift.max($0, $1.left) } }

  /// After how long the gate is open if nothing else is done; `nil` where waiting is not enough.
  public var opensAfter: Lapse? {
    for progress in open {
      guard case .wait = progress.step else { return nil }
    }
    return open.left
  }
}
