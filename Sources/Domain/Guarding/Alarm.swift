public import SessionTime

/// When the alarm of an episode rings next.
public enum Alarm: Equatable, Sendable {
  /// No cause that rings was certain yet.
  case unarmed
  /// It rings right after that moment.
  case ringing(after: Tick)
  /// A ring would come right after that moment, or as soon as its cause is true again and it may be heard.
  case waiting(after: Tick)

  /// When it rings if nothing happens before.
  var rings: Tick? {
    guard case .ringing(let after) = self else { return nil }
    return after + .instant
  }

  /// The same alarm, now that it is known whether it may ring.
  func allowed(_ isAllowed: Bool, at now: Tick) -> Alarm {
    switch (self, isAllowed) {
    case (.unarmed, _), (.ringing, true), (.waiting, false): self
    case (.ringing(let after), false): .waiting(after: after)
    case (.waiting(let after), true): .ringing(after: max(after, now))
    }
  }

  func silent(until tick: Tick) -> Alarm {
    switch self {
    case .unarmed: self
    case .ringing(let after): .ringing(after: max(after, tick))
    case .waiting(let after): .waiting(after: max(after, tick))
    }
  }
}

/// What the person said about the alarm in one session, and where it may not be heard.
public struct Quiet: Equatable, Sendable {
  /// How many snoozes were taken.
  public var snoozes: Int
  /// Until when the last one lasts.
  public var snoozedUntil: Tick?
  /// Whether no ring is wanted any more in this session.
  public var isHushed: Bool
  /// Whether it may not be heard now: in a call, or at night.
  public var isSilent = false
  /// How many rings there were in the current absence.
  var ringsAway = 0

  /// What was said so far.
  public init(snoozes: Int = 0, snoozedUntil: Tick? = nil, isHushed: Bool = false) {
    self.snoozes = snoozes
    self.snoozedUntil = snoozedUntil
    self.isHushed = isHushed
  }
}

extension Watch {
  /// Whether a cause keeps an episode open: counted, true, not excused and, for absence, certain.
  func isLive(_ cause: Cause, in stretch: Stretch) -> Bool {
    switch rules[cause].does {
    case .off, .notice: return false
    case .count, .alarm: break
    }
    guard isTrue(cause), !excused.contains(cause) else { return false }
    return cause != .away || stretch.certain.contains(.away)
  }

  func isAnyLive(in stretch: Stretch) -> Bool { Cause.allCases.contains { isLive($0, in: stretch) } }

  /// Whether the alarm rings, whenever its next ring is due.
  func mayRing(_ episode: Episode, in stretch: Stretch) -> Bool {
    guard !quiet.isHushed, !quiet.isSilent, episode.rings < rules.alarm.most else { return false }
    if stretch.certain.contains(.away), quiet.ringsAway >= rules.alarm.mostAway { return false }
    return Cause.allCases.contains { rules[$0].does == .alarm && isLive($0, in: stretch) }
  }

  /// Whether a snooze would silence something now.
  public func canSnooze(at now: Tick) -> Bool {
    guard case .straying(let stretch, let episode, let alarm) = state, alarm != .unarmed else { return false }
    guard quiet.snoozes < rules.alarm.snoozes, now >= quiet.snoozedUntil ?? now else { return false }
    return mayRing(episode, in: stretch)
  }
}
