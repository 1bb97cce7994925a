public import Gates

/// Where the person is: idle, focusing, visiting one blocked thing, or on a break.
public enum State: Equatable, Sendable {
  /// No session is under way.
  case idle
  /// A session is under way and the shield is up.
  case focusing(Focus)
  /// A session is under way, and the shield is up for all but one thing.
  case visiting(Focus, Visit)
  /// A session is under way and the shield is down for some minutes.
  case onBreak(Focus, Break)
}

/// A session that is under way.
public struct Focus: Equatable, Sendable {
  /// Its name for ever.
  public var id: SessionID
  /// The profiles in force: the session's own, then those whose blocks came on top.
  public var own: Layer
  /// Profiles whose blocks came on top.
  public var added: [Layer]
  /// When it began.
  public var began: Stamp
  /// When it completes by itself.
  public var plannedEnd: Tick?
  /// What the person means to do.
  public var task: String?
  /// The task of the person's that it works on.
  public var work: SessionTask?
  /// What began it.
  public var trigger: Trigger
  /// The question that is over the session.
  public var question: Question?
  /// When an emergency exit that was asked for ends the session.
  public var exitDue: Tick?
  /// How many breaks began.
  public var breaksTaken: Int
  /// How much time the breaks that are over took.
  public var breakTime: Lapse
  /// How many visits began.
  public var visitsTaken = 0
  /// How much time the visits that are over took.
  public var visitTime = Lapse.zero
  /// How many attempts on blocked things there were.
  public var attempts: Int
  /// What its guard found, as far as it is kept.
  public var guarded = Guarded()
  /// How far the gates before a break, a visit and the end are.
  public var gates = SessionGates()

  /// All layers, the session's own first.
  public var layers: [Layer] { [own] + added }
}

/// A profile in force.
public struct Layer: Equatable, Sendable {
  /// Its policy as it stood when it came into force.
  public var policy: Policy
  /// When it came into force.
  public var began: Tick
  /// When it ends by itself before the session does; the session's own layer ends with the session.
  public var until: Tick?
  /// What brought it.
  public var trigger: Trigger

  /// A profile in force.
  public init(policy: Policy, began: Tick, until: Tick?, trigger: Trigger) {
    self.policy = policy
    self.began = began
    self.until = until
    self.trigger = trigger
  }
}

/// Minutes in a session in which the shield is down.
public struct Break: Equatable, Sendable {
  /// When it began.
  public var began: Tick
  /// When it is over by itself.
  public var ends: Tick
  /// The profiles whose blocks it lowered: those that were in force when it began.
  public var lowered: [ProfileID]
  /// Whether it was said that it is about to end.
  public var isNoticed: Bool

  /// How long before its end a break says so (Product.md 4, "Break").
  public static let notice = Lapse.seconds(30)
}

/// "End, break, or go on?"
public struct Question: Equatable, Sendable {
  /// What the answer would do.
  public enum Kind: Equatable, Sendable {
    /// End the session.
    case end
    /// End it and begin one of another profile.
    case switchTo(StartRequest, ProfileID)
  }

  /// What the answer would do.
  public var kind: Kind
  /// From when on it can be answered with *end* or *switch*.
  public var opens: Tick
  /// When it closes by itself as *go on*.
  public var closes: Tick
  /// Who asked.
  public var asked: Trigger
  /// Whether it was open already and waits again because it was answered too early.
  public var isAgain: Bool

  /// A question.
  public init(kind: Kind, opens: Tick, closes: Tick, asked: Trigger, isAgain: Bool = false) {
    self.kind = kind
    self.opens = opens
    self.closes = closes
    self.asked = asked
    self.isAgain = isAgain
  }
}

/// What caused something.
public enum Trigger: Equatable, Sendable {
  /// The local user.
  case command
  /// A card on a reader: the key that it is registered as, if it is.
  case card(ReaderID, CardUID, KeyID?)
  /// A link that is not a key.
  case link
  /// A schedule.
  case schedule(ScheduleID)
  /// A start that was asked for some minutes before.
  case later
  /// Another device of the person's.
  case device(DeviceName)
}
