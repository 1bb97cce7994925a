public import Guarding

extension Status {
  /// What the guard of a session sees.
  public struct Guarding: Equatable, Sendable {
    /// Where the guard is.
    public enum State: String, Sendable, CaseIterable {
      /// It does not watch: a break.
      case resting
      /// It watches, and nothing is recorded.
      case attentive
      /// An episode of straying lasts.
      case straying
      /// Nothing is true any more; the episode is over in a moment.
      case settling
    }

    /// Where the guard is.
    public var state: State
    /// Since when the open episode lasts.
    public var since: Timestamp?
    /// How long it lasts.
    public var length: Lapse?
    /// Its causes in the order in which they became certain.
    public var causes: [Cause]
    /// How often the alarm rang in it.
    public var rings: Int
    /// Whether the alarm is silent for the rest of the session.
    public var isHushed: Bool
    /// How many snoozes are left in this session.
    public var snoozesLeft: Int
    /// Until when the alarm is silent.
    public var snoozedUntil: Timestamp?
    /// The episode of which it is asked whether it was work.
    public var asked: Asked?

    /// An episode that the person came back from just now.
    public struct Asked: Equatable, Sendable {
      /// When it began.
      public var began: Timestamp
      /// How long it lasted.
      public var length: Lapse
      /// Until when it is asked.
      public var until: Timestamp
    }
  }

  /// The night that is recorded now.
  public struct NightNow: Equatable, Sendable {
    /// The day on which it began.
    public var day: CivilDay
    /// When it is time to wake.
    public var ends: Timestamp
    /// Whether the computer is in use.
    public var isAwake: Bool
    /// How long it was in use so far.
    public var used: Lapse
    /// Whether use is noticed. Where not, nobody knows that the computer is at rest.
    public var isNoticed: Bool
  }
}

extension SessionMachine {
  func guarding(of focus: Focus, at now: Stamp) -> Status.Guarding {
    let state: Status.Guarding.State
    switch watch.state {
    case .resting: state = .resting
    case .attentive: state = .attentive
    case .straying: state = .straying
    case .settling, .interrupted: state = .settling
    }
    let (episode, quiet) = (watch.episode, watch.quiet)
    return Status.Guarding(
      state: state, since: episode.map { now.wall(at: $0.began) }, length: episode.map { now.tick - $0.began },
      causes: episode?.causes ?? [], rings: episode?.rings ?? 0, isHushed: quiet.isHushed,
      snoozesLeft: max(0, focus.own.policy.straying.alarm.snoozes - quiet.snoozes),
      snoozedUntil: quiet.snoozedUntil.flatMap { $0 > now.tick ? now.wall(at: $0) : nil },
      asked: state == .straying || state == .settling ? nil : asked(at: now))
  }

  /// The episode about which the person is asked, for a minute after coming back, if it was work.
  private func asked(at now: Stamp) -> Status.Guarding.Asked? {
    guard let last = lastStray, last.isReturn, now.tick < last.ended + LastStray.asking else {
      return nil
    }
    return .init(
      began: now.wall(at: last.began), length: last.ended - last.began,
      until: now.wall(at: last.ended + LastStray.asking))
  }

  func nightNow(at now: Stamp) -> Status.NightNow? {
    guard let night = nightWatch.night else { return nil }
    var used = Lapse.zero
    for use in ledger.nights.day == night.day ? ledger.nights.uses : [] {
      used = used + ((use.ended ?? usedUntil(now.tick)) - use.began)
    }
    return Status.NightNow(
      day: night.day, ends: night.end, isAwake: nightWatch.watch.episode != nil, used: used,
      isNoticed: surroundings.isInputWatched || used > .zero)
  }

  /// Until when a use under way counts: a pause only once it is over, so that no figure ever falls.
  private func usedUntil(_ now: Tick) -> Tick {
    guard case .settling(_, _, _, let since, _) = nightWatch.watch.state else { return now }
    return since
  }
}
