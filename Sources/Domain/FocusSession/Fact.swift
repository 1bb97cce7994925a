public import Allowance
public import Gates
public import Guarding
public import Learning
public import Pledge

/// Something that happened, as it is kept for ever. The state of the session is the fold of its facts and of nothing
/// else, so a fact carries all that the fold needs: later changes of the settings never change what was.
///
/// A family of facts that another room finds is one case here, with that room's own enum in it, as ``Body/guard(_:)``
/// is. To add one (`plan`, `learn`, `move` ...): the case below; one line in ``SessionMachine/apply(_:)`` that hands it
/// to a file of its own (`Fold+Guard.swift`) or does nothing; in FocusWire one file that describes its kinds
/// (`GuardFactForms.swift`) and two lines that name it (`FactJSON.swift`); one line in `HistoryFold`, in the sentences
/// and in the bulletins. To add a kind to a family: its case, its form, and what it does. No other file has to know it.
public struct Fact: Equatable, Sendable {
  /// When it happened.
  public var stamp: Stamp
  /// What happened.
  public var body: Body

  /// A fact.
  public init(stamp: Stamp, body: Body) {
    self.stamp = stamp
    self.body = body
  }

  /// What happened.
  public enum Body: Equatable, Sendable {
    /// A session began.
    case sessionStarted(SessionStart)
    /// A profile's blocks came on top, or stay longer than was said before.
    case layerAdded(Layer, Occurrence?)
    /// A profile's blocks came off again.
    case layerRemoved(ProfileID)
    /// A profile in force blocks more than before.
    case blocksAdded(ProfileID, Blocks)
    /// The planned end was moved out, or a schedule joined the session.
    case sessionExtended(plannedEnd: Tick?, Occurrence?)
    /// The question was put.
    case questionOpened(Question)
    /// The question was answered, or closed by itself.
    case questionAnswered(QuestionAnswer, by: Trigger?)
    /// A break began.
    case breakStarted(ends: Tick, BudgetPeriods, by: Trigger)
    /// It was said that the break is about to end.
    case breakNoticed(ends: Tick)
    /// A break ended.
    case breakEnded(BreakEnd)
    /// A session ended.
    case sessionEnded(SessionEnding)
    /// An emergency exit was asked for in due form and will end the session then.
    case emergencyOpened(due: Tick)
    /// The person thought better of it.
    case emergencyCancelled
    /// Something blocked was asked for.
    case attempted(Attempt)
    /// A layer of the shield was taken away by somebody else, and put back.
    case bypassed(layer: String)
    /// The person said that they keep their promise, in front of something blocked where it is known.
    case promiseKept(Attempt?)
    /// It was said that a schedule is about to start.
    case scheduleNoticed(Occurrence)
    /// A schedule's time came and no session began.
    case scheduleSkipped(Occurrence, ScheduleSkip)
    /// A start was asked for that is to happen later.
    case startPlanned(PlannedStart)
    /// That start happened otherwise or was taken back.
    case startUnplanned
    /// The wall clock was set by so much.
    case clockJumped(by: Lapse)
    /// How far the wall clock can be believed from here on.
    case clockTrusted(WallTrust)
    /// The session clock was set right by that much.
    case clockCorrected(by: Lapse, ClockCorrection)
    /// The service came up; after how long, if it ran before.
    case serviceStarted(down: Lapse?)
    /// A key or a code was shown or made.
    case key(KeyFact)
    /// A guard found something: straying, use at night.
    case `guard`(GuardFact)
    /// Something happened to a card that is learned.
    case learn(LearnFact)
    /// An allowance was used, reached or lifted, or the person moved.
    case move(MoveFact)
    /// A task was begun or done.
    case plan(PlanFact)
    /// Something happened to what the person pledged.
    case pledge(PledgeFact)
    /// Something happened at a gate of the session.
    case gate(GateFact)
    /// Something happened because there are other devices.
    case sync(SyncFact)
    /// Something happened about visits.
    case visit(VisitFact)
  }
}

/// How a session began.
public struct SessionStart: Equatable, Sendable {
  /// Its name for ever.
  public var id: SessionID
  /// The profiles in force, the session's own first.
  public var own: Layer
  /// Profiles whose blocks are on top from the start.
  public var added: [Layer]
  /// When it completes by itself.
  public var plannedEnd: Tick?
  /// What the person means to do.
  public var task: String?
  /// What began it.
  public var trigger: Trigger
  /// Which occurrence of a schedule it is.
  public var occurrence: Occurrence?
  /// Until when the budgets of the day and of the week count.
  public var periods: BudgetPeriods

  /// A session's beginning.
  public init(
    id: SessionID, own: Layer, added: [Layer] = [], plannedEnd: Tick? = nil, task: String? = nil, trigger: Trigger,
    occurrence: Occurrence? = nil, periods: BudgetPeriods
  ) {
    self.id = id
    self.own = own
    self.added = added
    self.plannedEnd = plannedEnd
    self.task = task
    self.trigger = trigger
    self.occurrence = occurrence
    self.periods = periods
  }
}

/// How a question was answered.
public enum QuestionAnswer: String, Sendable, CaseIterable {
  /// The session ends.
  case end
  /// The focus goes on because somebody said so.
  case keep
  /// A break began instead.
  case takeBreak = "break"
  /// Another profile took over.
  case switchProfile = "switch"
  /// Nobody answered; the focus goes on.
  case timeout
}

/// Why a break ended.
public enum BreakEnd: String, Sendable, CaseIterable {
  /// Its time was over.
  case over
  /// The person came back early.
  case resumed
  /// The session ended.
  case sessionEnded = "session-ended"
}

/// How a session ended.
public struct SessionEnding: Equatable, Sendable {
  /// Which session.
  public var id: SessionID
  /// Its own profile.
  public var profile: ProfileID
  /// Why it ended.
  public var why: SessionEnd
  /// Focus without breaks.
  public var focused: Lapse

  /// A session's end.
  public init(id: SessionID, profile: ProfileID, why: SessionEnd, focused: Lapse) {
    self.id = id
    self.profile = profile
    self.why = why
    self.focused = focused
  }
}

/// Why a session ended.
public enum SessionEnd: String, Sendable, CaseIterable {
  /// The question was answered with *end*.
  case confirmed
  /// Its planned end came.
  case completed
  /// An emergency exit, or a recovery code.
  case emergency
  /// Another profile took over.
  case switched
}

/// Why a schedule's time came and no session began.
public enum ScheduleSkip: String, Sendable, CaseIterable {
  /// The computer or the service was not running from its start to its end, or the clock was set past it.
  case missed
  /// The profile cannot start before there is a way out of it.
  case unproven
}

/// A start that is to happen later.
public struct PlannedStart: Equatable, Sendable {
  /// What is to start.
  public var ask: StartRequest
  /// When.
  public var at: Tick

  /// A start that is to happen then.
  public init(ask: StartRequest, at: Tick) {
    self.ask = ask
    self.at = at
  }
}

/// Until when what was spent counts towards the budgets of the day and of the week.
///
/// A period that has begun keeps its end, and the next one lasts nearly a day (a week) at least: setting the wall clock
/// brings no budget back early.
public struct BudgetPeriods: Equatable, Sendable {
  /// The end of the day.
  public var dayEnds: Tick
  /// The end of the week.
  public var weekEnds: Tick

  /// Periods that end then.
  public init(dayEnds: Tick, weekEnds: Tick) {
    self.dayEnds = dayEnds
    self.weekEnds = weekEnds
  }
}
