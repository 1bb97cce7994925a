public import SessionTime

/// What was used, earned and done, as far as it still matters: the fold of all ``MoveFact``.
public struct MovementLedger: Equatable, Sendable {
  /// The allowances that were used on their present day.
  public private(set) var days: [AllowanceDay] = []
  /// When each condition was asked for within the last month.
  public private(set) var overrides: [AskedOverride] = []
  /// The last days' challenges.
  public private(set) var challenges: [ChallengeDay] = []
  /// All repetitions that were booked.
  public private(set) var repetitions = 0
  /// The least time of a lap, once laps were calibrated.
  public private(set) var leastLap: Lapse?
  /// When the person exercised, the last times.
  public private(set) var exercises: [Exercised] = []
  /// The last time of a day in which movement is waited for.
  public private(set) var window: Window?
  /// What is learned from suggestions to move.
  public private(set) var nudges = NudgeLedger()

  /// A condition that was asked for.
  public struct AskedOverride: Equatable, Sendable {
    /// Which.
    public var name: String
    /// When it was asked for.
    public var at: Tick
    /// When it lifts; `nil` once it did.
    public var due: Tick?

    /// A condition that was asked for.
    public init(name: String, at: Tick, due: Tick?) {
      self.name = name
      self.at = at
      self.due = due
    }
  }

  /// A day's challenge.
  public struct ChallengeDay: Equatable, Sendable {
    /// The day.
    public var day: CivilDay
    /// When it is over: fixed when it was set, so that no clock that is set later brings another one.
    public var ends: Tick
    /// The repetitions that it asks for.
    public var target: Int
    /// The repetitions that were done.
    public var done: Int
    /// Whether it was said that it is met.
    public var isMet: Bool

    /// A day's challenge.
    public init(day: CivilDay, ends: Tick, target: Int, done: Int, isMet: Bool) {
      self.day = day
      self.ends = ends
      self.target = target
      self.done = done
      self.isMet = isMet
    }
  }

  /// A time of exercise.
  public struct Exercised: Equatable, Sendable {
    /// The day.
    public var day: CivilDay
    /// The minute of the day.
    public var minute: Int
    /// When that was.
    public var at: Tick

    /// A time of exercise.
    public init(day: CivilDay, minute: Int, at: Tick) {
      self.day = day
      self.minute = minute
      self.at = at
    }
  }

  /// The two hours of a day in which movement is waited for.
  public struct Window: Equatable, Sendable {
    /// The day.
    public var day: CivilDay
    /// The minute of the day at which they begin.
    public var start: Int
    /// When they are over: fixed when they began.
    public var ends: Tick
    /// Whether it is still waited for.
    public var isOpen: Bool

    /// Two hours of a day.
    public init(day: CivilDay, start: Int, ends: Tick, isOpen: Bool) {
      self.day = day
      self.start = start
      self.ends = ends
      self.isOpen = isOpen
    }
  }

  /// Sets that follow each other within this time are one exercise.
  public static let oneExercise = Lapse.minutes(30)
  /// Earlier times say nothing about the next.
  private static let mostExercises = 90

  /// More days are not needed to predict the next challenge.
  private static let mostChallenges = 60

  /// Nothing happened yet.
  public init() {}

  /// What was kept.
  public init(
    days: [AllowanceDay], overrides: [AskedOverride], challenges: [ChallengeDay], repetitions: Int,
    leastLap: Lapse? = nil, nudges: NudgeLedger = NudgeLedger(), exercises: [Exercised] = [], window: Window? = nil
  ) {
    self.days = days
    self.overrides = overrides
    self.challenges = challenges
    self.repetitions = repetitions
    self.leastLap = leastLap
    self.nudges = nudges
    self.exercises = exercises
    self.window = window
  }

  /// The present day of an allowance, if it was used on it.
  public func day(of id: AllowanceID) -> AllowanceDay? { days.first { $0.id == id && !$0.isOver } }

  /// The last day of an allowance that is over.
  public func lastDay(of id: AllowanceID) -> AllowanceDay? { days.first { $0.id == id && $0.isOver } }

  /// How often a condition was asked for within a month before that time, and when the first of those no longer counts.
  public func uses(of name: String, before now: Tick) -> (count: Int, first: Tick?) {
    let uses = overrides.filter { $0.name == name && now - $0.at < OverrideRule.month }
    return (uses.count, uses.first.map { $0.at + OverrideRule.month })
  }

  /// The computer was in use from then to then.
  public mutating func noteUse(from began: Tick, to end: Tick) { nudges.noteUse(from: began, to: end) }

  /// Takes in what happened.
  public mutating func apply(_ fact: MoveFact, at tick: Tick) {
    switch fact {
    case .dayBegan(let id, let day, let ends):
      days.removeAll { $0.id == id }
      days.append(AllowanceDay(id: id, day: day, ends: ends))
    case .termsSet(let id, let terms): change(id) { $0.terms = terms }
    case .useBegan(let id):
      nudges.noteUse(from: tick, to: tick)
      change(id) { $0.usedSince = $0.usedSince ?? tick }
    case .useEnded(let id, let at): change(id) { $0.endUse(at: at) }
    case .warned(let id, _): change(id) { $0.isWarned = true }
    case .reached(let id): change(id) { $0.isShut = true }
    case .lifted(let id, let way, let minutes): change(id) { $0.lift(by: way, minutes: minutes) }
    case .dayEnded(let id):
      change(id) { day in
        day.usedSince = nil
        day.isShut = false
        day.isOver = true
      }
    case .moved(let movement):
      repetitions += movement.booked
      if movement.booked > 0 { nudges.noteMovement(at: tick) }
      guard let last = challenges.indices.last else { return }
      challenges[last].done += movement.booked
    case .challengeSet(let day, let target, let ends):
      challenges.append(ChallengeDay(day: day, ends: ends, target: target, done: 0, isMet: false))
      if challenges.count > Self.mostChallenges { challenges.removeFirst() }
    case .challengeMet:
      guard let last = challenges.indices.last else { return }
      challenges[last].isMet = true
    case .overrideAsked(let name, let due):
      overrides.removeAll { tick - $0.at >= OverrideRule.month && $0.due == nil }
      overrides.append(AskedOverride(name: name, at: tick, due: due))
    case .overrideDue(let name):
      for index in overrides.indices where overrides[index].name == name && overrides[index].due != nil {
        overrides[index].due = nil
      }
    case .exercised(let day, let minute):
      exercises.append(Exercised(day: day, minute: minute, at: tick))
      if exercises.count > Self.mostExercises { exercises.removeFirst() }
    case .windowOpened(let day, let start, let ends):
      window = Window(day: day, start: start, ends: ends, isOpen: true)
    case .windowClosed: window?.isOpen = false
    case .lapsCalibrated(let least): leastLap = least
    case .nudge(let fact): nudges.apply(fact)
    }
  }

  private mutating func change(_ id: AllowanceID, _ change: (inout AllowanceDay) -> Void) {
    guard let index = days.firstIndex(where: { $0.id == id }) else { return }
    change(&days[index])
  }
}
