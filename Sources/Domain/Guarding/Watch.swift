public import SessionTime

/// A guard at work: what is true goes in, episodes come out.
///
/// It never asks a clock: each command carries its moment, and ``nextDeadline`` says when ``Command/due`` is to come.
/// The same machine watches for straying in a session, for use at night, and for use that counts against an allowance.
public struct Watch: Equatable, Sendable {
  /// Where it is.
  public enum State: Equatable, Sendable {
    /// Nothing is watched: no session, a break, day.
    case resting
    /// It watches, and there is no episode.
    case attentive(Stretch)
    /// An episode lasts.
    case straying(Stretch, Episode, Alarm)
    /// Nothing is true any more, since then; the episode is over if that stays so until the other moment.
    case settling(Stretch, Episode, Alarm, since: Tick, until: Tick)
    /// The service was away during an episode, since then; it continues if its cause is found true again in time.
    case interrupted(Stretch, Episode, since: Tick, until: Tick)
  }

  /// A time in which is watched without a pause.
  public struct Stretch: Equatable, Sendable {
    /// When it began; what was true before counts only from here on.
    var began: Tick
    /// When the last episode in it ended: the next one does not begin before.
    var cleared: Tick
    /// The causes that have been true for longer than their rules allow.
    var certain = CauseSet()
  }

  /// What can happen to it.
  public enum Command: Equatable, Sendable {
    /// A stretch begins, perhaps some time ago.
    case watch(since: Tick)
    /// The stretch is over.
    case rest(EpisodeEnd)
    /// The service is up again, and was last alive then, in the middle of this episode.
    case goOn(Episode, stretch: Tick, lastAlive: Tick, until: Tick)
    /// A cause is true, or no longer, since then.
    case turned(Cause, Bool, since: Tick)
    /// What was open when the service was away had been true until then, as a source knows.
    case lasted(until: Tick)
    /// Something blocked was asked for.
    case tempted
    /// The alarm may not be heard: in a call, or at night.
    case silence(Bool)
    /// Nobody could hear a ring before then, as in suspend: one ring follows, and not many.
    case postpone(until: Tick)
    /// The time of ``nextDeadline`` has come.
    case due
    /// What is true is fine while it lasts; an open episode ends.
    case excuse
    /// The alarm is to be silent for a while.
    case snooze
    /// The alarm is to be silent for the rest of the session.
    case hush
  }

  /// What it does about what.
  public let rules: GuardRules
  /// Where it is.
  public internal(set) var state = State.resting
  /// What the person said about the alarm in this session.
  public internal(set) var quiet: Quiet

  /// Since when each cause is true.
  var truths = [Tick?](repeating: nil, count: Cause.allCases.count)
  /// The attempts that make one time, also for a moment after it.
  public internal(set) var tempted: Temptation?
  /// The causes that are excused while they last.
  var excused = CauseSet()

  /// A guard that rests.
  ///
  /// - Parameter tempted: attempts before it that may still count.
  public init(rules: GuardRules, quiet: Quiet = Quiet(), tempted: Temptation? = nil) {
    self.rules = rules
    self.quiet = quiet
    self.tempted = tempted.map { Temptation(since: $0.since, until: $0.until) }
    truths[Cause.attempt.rawValue] = tempted?.since
  }

  /// The episode that is open.
  public var episode: Episode? {
    switch state {
    case .resting, .attentive: nil
    case .straying(_, let episode, _), .settling(_, let episode, _, _, _), .interrupted(_, let episode, _, _): episode
    }
  }

  /// Whether a cause is true, for however short a time.
  public func isTrue(_ cause: Cause) -> Bool { truths[cause.rawValue] != nil }

  /// Whether a cause was called fine, and lasts.
  public func isExcused(_ cause: Cause) -> Bool { excused.contains(cause) }

  /// When ``Command/due`` is to come; `nil` while nothing can happen by itself.
  public var nextDeadline: Tick? {
    var next: Tick?
    func consider(_ tick: Tick?) {
      guard let tick else { return }
      next = next.map { min($0, tick) } ?? tick
    }
    let stretch: Stretch
    switch state {
    case .resting: return nil
    case .attentive(let current): stretch = current
    case .straying(let current, _, let alarm):
      stretch = current
      consider(alarm.rings)
    case .settling(let current, _, _, _, let until), .interrupted(let current, _, _, let until):
      stretch = current
      consider(until)
    }
    for cause in Cause.allCases { consider(certainty(of: cause, in: stretch)) }
    if isTrue(.attempt) { consider(tempted?.until) }
    return next
  }

  /// When a cause becomes certain if it stays true: the first moment at which it was true for longer than its rule
  /// allows.
  func certainty(of cause: Cause, in stretch: Stretch) -> Tick? {
    guard let since = truths[cause.rawValue], !stretch.certain.contains(cause) else { return nil }
    // An empty room is known as such whatever is done about absence.
    guard rules[cause].does != .off || cause == .away else { return nil }
    return max(since, stretch.began) + rules[cause].after + .instant
  }
}

extension Lapse {
  /// The least time there is: what lasts longer than a rule allows does so from the moment after.
  static let instant = Lapse(milliseconds: 1)
}
