public import Gates

/// The session as it is at one moment, for everybody who only looks.
public struct Status: Equatable, Sendable {
  /// The three states without their data.
  public enum State: String, Sendable, CaseIterable {
    /// No session is under way.
    case idle
    /// A session is under way and the shield is up.
    case focusing
    /// A session is under way and the shield is down for some minutes.
    case onBreak = "break"
  }

  /// A question that is open.
  public struct OpenQuestion: Equatable, Sendable {
    /// The profile to which the session would be switched; `nil` where it would end.
    public var switchTo: ProfileID?
    /// From when on it can be answered with *end* or *switch*.
    public var opensAt: Timestamp
    /// How long it is until then; zero once it can be answered.
    public var wait: Lapse
    /// When it closes by itself and the session continues.
    public var closesAt: Timestamp
    /// The steps before it can be answered with *end* or *switch*, and how far each is.
    public var steps: [GateProgress]
  }

  /// What is known about breaks.
  public struct Breaks: Equatable, Sendable {
    /// How many began in this session.
    public var taken: Int
    /// How many there still are in this session; `nil` where their number is not limited.
    public var left: Int?
    /// When the next one opens, if not now.
    public var nextAt: Timestamp?
    /// The steps before the next one, and how far each is.
    public var steps: [GateProgress]
  }

  /// A start that is going to happen by itself.
  public struct NextStart: Equatable, Sendable {
    /// Which profile.
    public var profile: ProfileID
    /// Which schedule; `nil` for a start that was asked for.
    public var schedule: ScheduleID?
    /// When.
    public var at: Timestamp
  }

  /// The state.
  public var state: State
  /// The question that is over it.
  public var question: OpenQuestion?
  /// The session's own profile.
  public var profile: ProfileID?
  /// All profiles in force.
  public var layers: [ProfileID]
  /// The session's name.
  public var session: SessionID?
  /// What people call the profile.
  public var profileName: String?
  /// What the person means to do.
  public var task: String?
  /// The task of the person's that the session works on.
  public var work: SessionTask?
  /// When it began.
  public var startedAt: Timestamp?
  /// When it completes by itself.
  public var plannedEnd: Timestamp?
  /// Focus without breaks.
  public var focused: Lapse
  /// Time to the planned end.
  public var remaining: Lapse?
  /// When the break that is under way is over.
  public var breakEndsAt: Timestamp?
  /// How long that is still.
  public var breakRemaining: Lapse?
  /// What is known about breaks.
  public var breaks: Breaks?
  /// The visit that is under way.
  public var visit: VisitNow?
  /// What is known about visits; `nil` where no profile in force has them.
  public var visits: VisitsNow?
  /// Attempts on blocked things in this session.
  public var attempts: Int
  /// When an emergency exit that was asked for ends the session.
  public var exitAt: Timestamp?
  /// How the session may end.
  public var end: EndRule?
  /// The next start that is going to happen by itself.
  public var next: NextStart?
  /// What the guard of the session sees; `nil` without a session.
  public var guarding: Guarding?
  /// The night that is recorded now.
  public var night: NightNow?
  /// The night that ended today, with what the person said of it.
  public var morning: NightLedger.Morning?
  /// The allowances as they are now.
  public var allowances: [AllowanceNow] = []
  /// The day's challenge.
  public var challenge: DayChallenge?
  /// When movement is suggested today; `nil` where that is off.
  public var nudges: NudgesNow?
  /// The hours in which something waits for exercise; `nil` where nothing does.
  public var exerciseWindow: ExerciseWindowNow?
}

extension SessionMachine {
  /// How many emergency exits are left at a moment, and how long the next one waits.
  public func exit(at moment: Moment) -> (left: Int, wait: Lapse) {
    let rules = settings.emergency
    let used = ledger.exits(within: rules.period, before: stamp(at: moment).tick).count
    return (max(0, rules.count - used), rules.wait(afterExits: used))
  }

  /// The session as it is at that moment. What is due by then must have been worked off, as every command does.
  public func status(at moment: Moment) -> Status {
    let now = stamp(at: moment)
    var status = Status(state: .idle, layers: [], focused: focused(at: now.tick), attempts: 0)
    status.next = nextStart(from: now)
    status.night = nightNow(at: now)
    status.morning = morning(at: now)
    status.allowances = allowancesNow(at: now)
    status.challenge = challengeNow(at: now)
    status.nudges = nudgesNow(at: now)
    status.exerciseWindow = exerciseWindowNow(at: now)
    switch state {
    case .idle: break
    case .focusing(let focus):
      status.state = .focusing
      describe(focus, at: now, in: &status)
    case .visiting(let focus, _):
      status.state = .focusing
      status.visit = visitNow(at: now)
      describe(focus, at: now, in: &status)
    case .onBreak(let focus, let pause):
      status.state = .onBreak
      status.breakEndsAt = now.wall(at: pause.ends)
      status.breakRemaining = max(.zero, pause.ends - now.tick)
      describe(focus, at: now, in: &status)
    }
    return status
  }

  private func describe(_ focus: Focus, at now: Stamp, in status: inout Status) {
    status.profile = focus.own.policy.profile
    status.profileName = focus.own.policy.name
    status.layers = focus.layers.map { $0.policy.profile }
    status.session = focus.id
    status.task = focus.task
    status.work = focus.work
    status.startedAt = focus.began.moment.wall
    status.plannedEnd = focus.plannedEnd.map { now.wall(at: $0) }
    status.remaining = focus.plannedEnd.map { max(.zero, $0 - now.tick) }
    status.attempts = focus.attempts
    status.guarding = guarding(of: focus, at: now)
    status.exitAt = focus.exitDue.map { now.wall(at: $0) }
    status.end = focus.own.policy.end
    if let question = focus.question {
      var target: ProfileID?
      if case .switchTo(_, let profile) = question.kind { target = profile }
      status.question = Status.OpenQuestion(
        switchTo: target, opensAt: now.wall(at: question.opens),
        wait: max(.zero, question.opens - now.tick), closesAt: now.wall(at: question.closes),
        steps: progress(.end, of: focus, at: now.tick))
    }
    let outlook = breakOutlook(at: now, asked: nil)
    var left = focus.own.policy.breaks.perSession.map { max(0, $0 - focus.breaksTaken) }
    if let obstacle = outlook.obstacle, obstacle.opens == nil { left = 0 }
    status.breaks = Status.Breaks(
      taken: focus.breaksTaken, left: left, nextAt: outlook.obstacle?.opens.map { now.wall(at: $0) },
      steps: progress(.takeBreak, of: focus, at: now.tick))
    status.visits = visitsNow(at: now)
  }

  private func nextStart(from now: Stamp) -> Status.NextStart? {
    var next: Status.NextStart?
    for occurrence in upcomingOccurrences(from: now.moment.wall)
    where occurrence.start < next?.at ?? .init(milliseconds: .max) {
      next = .init(profile: occurrence.profile, schedule: occurrence.schedule, at: occurrence.start)
    }
    if let planned = ledger.plannedStart, let profile = planned.ask.profile,
      now.wall(at: planned.at) < next?.at ?? .init(milliseconds: .max)
    {
      next = .init(profile: profile, schedule: nil, at: now.wall(at: planned.at))
    }
    return next
  }
}
