public import SessionTime

/// What is learned from suggestions to move: the fold of all ``NudgeFact``, and of when the computer was in use.
public struct NudgeLedger: Equatable, Sendable {
  /// The plan of the present day.
  public private(set) var plan: NudgeDay?
  /// The suggestion that may still be answered.
  public private(set) var open: Nudge?
  /// The message that was used last.
  public private(set) var lastMessage: Int?
  /// How often movement followed each message, and how often not.
  public private(set) var outcomes: [Outcome]
  /// The same of others who share theirs; empty where nobody does.
  public private(set) var others: [Outcome]
  /// The last days.
  public private(set) var days: [Day]
  /// When the person moved last.
  public private(set) var lastMoved: Tick?

  /// What followed a message.
  public struct Outcome: Equatable, Sendable {
    /// How often the person moved.
    public var moved: Int
    /// How often they did not.
    public var stayed: Int

    /// What followed a message.
    public init(moved: Int = 0, stayed: Int = 0) {
      self.moved = moved
      self.stayed = stayed
    }
  }

  /// A day on which suggestions were planned.
  public struct Day: Equatable, Sendable {
    /// The day.
    public var day: CivilDay
    /// The quarters of an hour in which the computer was in use, rising.
    public var used: [Int]
    /// The quarters of an hour in which the person began to move.
    public var moves: [Int]
    /// The suggestions, each with what followed.
    public var nudges: [Answered]

    /// A day.
    public init(day: CivilDay, used: [Int] = [], moves: [Int] = [], nudges: [Answered] = []) {
      self.day = day
      self.used = used
      self.moves = moves
      self.nudges = nudges
    }
  }

  /// A suggestion and what followed.
  public struct Answered: Equatable, Sendable {
    /// The quarter of an hour for which it was planned.
    public var quarter: Int
    /// The hours since the last movement.
    public var idleHours: Int
    /// Whether movement followed.
    public var moved: Bool

    /// A suggestion and what followed.
    public init(quarter: Int, idleHours: Int, moved: Bool) {
      self.quarter = quarter
      self.idleHours = idleHours
      self.moved = moved
    }
  }

  /// More days say nothing about the present.
  private static let mostDays = 60
  /// Sets that follow each other within half an hour are one exercise.
  private static let together = 2

  /// What was kept.
  public init(
    plan: NudgeDay? = nil, open: Nudge? = nil, lastMessage: Int? = nil, outcomes: [Outcome] = [],
    others: [Outcome] = [], days: [Day] = [], lastMoved: Tick? = nil
  ) {
    self.plan = plan
    self.open = open
    self.lastMessage = lastMessage
    let missing = max(0, Nudge.messages - outcomes.count)
    self.outcomes = outcomes + Array(repeating: Outcome(), count: missing)
    self.others = others
    self.days = days
    self.lastMoved = lastMoved
  }

  mutating func apply(_ fact: NudgeFact) {
    switch fact {
    case .planned(let planned):
      plan = planned
      days.removeAll { $0.day == planned.day }
      days.append(Day(day: planned.day))
      if days.count > Self.mostDays { days.removeFirst() }
    case .told(let nudge):
      forget(nudge.quarter)
      open = nudge
      lastMessage = nudge.message
    case .passed(let quarter): forget(quarter)
    case .answered(let message, let moved):
      if outcomes.indices.contains(message) {
        if moved { outcomes[message].moved += 1 } else { outcomes[message].stayed += 1 }
      }
      guard let nudge = open else { return }
      open = nil
      guard let last = days.indices.last else { return }
      days[last].nudges.append(Answered(quarter: nudge.quarter, idleHours: nudge.idleHours, moved: moved))
    case .heard(let others): self.others = others
    }
  }

  private mutating func forget(_ quarter: Int) {
    plan?.quarters.removeAll { $0 <= quarter }
  }

  mutating func noteUse(from began: Tick, to end: Tick) {
    guard let plan, let last = days.indices.last, days[last].day == plan.day else { return }
    guard let latest = plan.quarter(at: end) else { return }
    for quarter in (plan.quarter(at: max(began, plan.began)) ?? latest)...latest
    where !days[last].used.contains(quarter) { days[last].used.append(quarter) }
    days[last].used.sort()
  }

  /// Notes that the person moved, and was at the computer for it.
  mutating func noteMovement(at tick: Tick) {
    lastMoved = tick
    noteUse(from: tick, to: tick)
    guard let plan, let quarter = plan.quarter(at: tick), let last = days.indices.last else { return }
    if let before = days[last].moves.last, quarter - before <= Self.together { return }
    days[last].moves.append(quarter)
  }
}
