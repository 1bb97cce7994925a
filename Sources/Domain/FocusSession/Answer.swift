public import Allowance
public import Gates
public import Pledge

/// What the sender of a command is told.
public enum Answer: Equatable, Sendable {
  /// It was done.
  case accepted
  /// It was understood and there was nothing to do.
  case nothing
  /// A rule says no.
  case refused(Refusal)
}

/// Which rule says no, and from when on it would not.
public struct Refusal: Error, Equatable, Sendable {
  /// The rule.
  public var rule: Rule
  /// When it will be possible, where that can be said.
  public var nextAt: Timestamp?

  /// A refusal by a rule.
  public init(_ rule: Rule, nextAt: Timestamp? = nil) {
    self.rule = rule
    self.nextAt = nextAt
  }
}

/// Every rule that can refuse.
public enum Rule: Equatable, Sendable {
  /// No session is under way.
  case notActive
  /// A break is under way already.
  case alreadyOnBreak
  /// No break is under way.
  case notOnBreak
  /// No question is open.
  case noQuestion
  /// Another question is open and has to be answered first.
  case questionOpen
  /// The question cannot be answered with *end* yet.
  case wait
  /// Steps before a break, a visit or the end are still to be done: these.
  case gate(Loosening, [GateProgress])
  /// A gate of that profile is one that nobody could pass here.
  case impassable(ProfileID, GateObstacle)
  /// A link that is not a key may only start or tighten.
  case soft
  /// The card may not do that.
  case mayNot(Role)
  /// The tap is not proven strongly enough.
  case proof(needed: Proof)
  /// The link on the card cannot be understood.
  case faultyLink
  /// Only a proven key ends this session.
  case endKey
  /// Only its planned end ends this session.
  case endTimer
  /// A profile that only its planned end ends needs one.
  case needsPlannedEnd
  /// A profile that not everybody can end cannot start before there is a way out: a stop key tapped once, or a recovery
  /// code.
  case unproven
  /// There is no profile of that name.
  case unknownProfile(ProfileID)
  /// No profile was named, and there is none.
  case noProfile
  /// Not a number of minutes that can be meant.
  case minutes(allowed: ClosedRange<Int>)
  /// The session has no planned end that could be moved out.
  case openEnded
  /// A rule about breaks; where the profile caps what can be asked, with what it would still grant.
  case breaks(BreakRule, atMost: Lapse?)
  /// A rule about visits.
  case visits(VisitRule)
  /// The emergency exits of this rolling month are used up.
  case emergencySpent
  /// An emergency exit is waiting already.
  case emergencyWaits
  /// The sentence was not typed as it is.
  case sentence(String)
  /// No recovery code has that digest.
  case wrongCode
  /// No episode of straying is open.
  case notStraying
  /// The alarm does not ring, or the snoozes of this session are used up.
  case snooze(left: Int)
  /// The session has no task, or there is none to work on.
  case noTask
  /// Nothing is owed, or less than that.
  case notOwed(Money)
  /// No bedtime is configured, or it is not night.
  case notNight
  /// No night ended today, so that there is nothing to say of it.
  case notMorning
  /// A condition cannot lift anything now.
  case override(OverrideRefusal)
  /// What is to be changed is in use.
  case locked(LockedSetting)
}

/// Why a condition cannot lift anything now.
public enum OverrideRefusal: Equatable, Sendable {
  /// No allowance has a condition of that name.
  case unknown(String)
  /// It was asked for already, and waits.
  case waiting(String)
  /// It was asked for as often as was set beforehand.
  case spent(String)
  /// Steps are still to be done before it lifts: these.
  case steps(String, [GateProgress])
}

/// A setting that is in use by a session.
public enum LockedSetting: Equatable, Sendable {
  /// An allowance that is used up.
  case allowance(AllowanceID)
  /// A profile: its blocks, breaks, end or question.
  case profile(ProfileID)
  /// A schedule of a profile.
  case schedule(ProfileID, ScheduleID)
  /// A list that a profile in force names.
  case category(CategoryID)
  /// A key.
  case key(KeyID)
  /// The rules of the emergency exit.
  case emergency
  /// How long a card must be away.
  case awayTime
  /// What the person chose the daily challenge to be.
  case challenge
  /// The least time of a lap.
  case laps
  /// A signal that the session's guard may need.
  case signal(String)
}

/// What the session allows to be asked for: limits that keep a slip of the finger from becoming a year.
public enum Limits {
  /// Minutes that a start, a break or an extension may name: up to a week.
  public static let minutes = 1...10_080
}
