public import SessionTime

/// What a profile asks of a person before a break, a visit and its end.
public struct GateRules: Equatable, Sendable {
  /// The steps before a break.
  public var takeBreak: [GateStep]
  /// The steps before a visit.
  public var visit: [GateStep]
  /// The steps before the end, beyond the question's own.
  public var end: [GateStep]

  /// No steps at all.
  public static let none = GateRules()

  /// Steps; none where left out.
  public init(takeBreak: [GateStep] = [], visit: [GateStep] = [], end: [GateStep] = []) {
    self.takeBreak = takeBreak
    self.visit = visit
    self.end = end
  }

  /// All steps of all gates.
  public var all: [GateStep] { takeBreak + visit + end }

  /// The steps before the end of a session whose question waits that long: a wait among the profile's own steps takes
  /// the place of the question's.
  public func end(questionWait: Lapse, needsStopKey: Bool) -> [GateStep] {
    let waits = end.contains { if case .wait = $0 { true } else { false } }
    return (waits ? [] : [.wait(questionWait)]) + end + (needsStopKey ? [.tap(.anyStopKey)] : [])
  }
}
