public import SessionTime

/// The machine of one gate: whether somebody asked for what comes after it, and what was done since.
///
/// Its steps are not in here but handed in, because they follow from the profiles in force.
public struct Gate: Equatable, Sendable {
  /// Where it is.
  public enum State: Equatable, Sendable {
    /// Nobody asked.
    case unasked
    /// Somebody asked, and does the steps.
    case asked(GateAsk)
  }

  /// Where it is.
  public private(set) var state = State.unasked

  /// A gate that nobody asked to pass.
  public init() {}

  /// What happens at a gate.
  public enum Command: Equatable, Sendable {
    /// Somebody asks, until then where the asking does not hold for longer. The waits begin, unless they run already.
    case ask(until: Tick?)
    /// Somebody asks from the beginning: what was done since the first time does not count.
    case askAgain
    /// A registered key was tapped; whether it could end the session here.
    case tap(String, mayEnd: Bool)
    /// A sentence was typed.
    case type(String)
    /// Nobody asks any more, or what was asked for happened.
    case leave
  }

  /// What becomes of a command.
  public mutating func step(_ command: Command, at tick: Tick) {
    switch (state, command) {
    case (.unasked, .ask(let until)): state = .asked(GateAsk(since: tick, until: until))
    case (.asked(let ask), .ask(let until)):
      if ask.isOver(at: tick) { state = .asked(GateAsk(since: tick, until: until)) }
    case (.unasked, .askAgain): state = .asked(GateAsk(since: tick))
    case (.asked(let ask), .askAgain): state = .asked(GateAsk(since: tick, until: ask.until))
    case (.unasked, .tap), (.unasked, .type), (.unasked, .leave): break
    case (.asked(var ask), .tap(let key, let mayEnd)):
      if ask.isOver(at: tick) { break }
      ask.tap(.named(key))
      if mayEnd { ask.tap(.anyStopKey) }
      state = .asked(ask)
    case (.asked(var ask), .type(let sentence)):
      if ask.isOver(at: tick) { break }
      ask.type(sentence)
      state = .asked(ask)
    case (.asked, .leave): state = .unasked
    }
  }

  /// The asking that holds at that time.
  public func ask(at tick: Tick) -> GateAsk? {
    switch state {
    case .unasked: nil
    case .asked(let ask): ask.isOver(at: tick) ? nil : ask
    }
  }
}

/// What was done at a gate since somebody asked.
public struct GateAsk: Equatable, Sendable {
  /// When somebody asked: from here the waits count.
  public let since: Tick
  /// Until when the asking holds; `nil` where something else ends it.
  public let until: Tick?
  /// What was tapped since.
  public private(set) var tapped: [GateKey] = []
  /// What was typed since.
  public private(set) var typed: [String] = []

  /// How long an asking holds once its waits are over, so that nobody waits in advance.
  public static let holds = Lapse.minutes(10)

  init(since: Tick, until: Tick? = nil) {
    self.since = since
    self.until = until
  }

  func isOver(at tick: Tick) -> Bool { until.map { tick >= $0 } ?? false }

  fileprivate mutating func tap(_ key: GateKey) {
    if !tapped.contains(key) { tapped.append(key) }
  }

  fileprivate mutating func type(_ sentence: String) {
    if !typed.contains(sentence) { typed.append(sentence) }
  }
}
