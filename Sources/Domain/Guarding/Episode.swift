public import SessionTime

/// Something that a guard noticed, while it lasts.
public struct Episode: Equatable, Sendable {
  /// A cause, and when it became certain.
  public struct Certainty: Equatable, Sendable {
    /// Which cause.
    public var cause: Cause
    /// When it was true for longer than its rule allows.
    public var at: Tick

    /// A cause that became certain then.
    public init(_ cause: Cause, at: Tick) {
      self.cause = cause
      self.at = at
    }
  }

  /// When it began: when its first cause became true.
  public var began: Tick
  /// What became certain, in that order.
  public private(set) var certain: [Certainty]
  /// How often the alarm rang.
  public var rings: Int

  /// An episode with its first cause.
  public init(began: Tick, _ first: Certainty, rings: Int = 0) {
    self.began = began
    certain = [first]
    self.rings = rings
  }

  /// Its causes in the order in which they became certain; within one second in their own order.
  public var causes: [Cause] { certain.map { $0.cause } }

  /// Adds a cause that became certain; once is enough.
  public mutating func add(_ found: Certainty) {
    guard !certain.contains(where: { $0.cause == found.cause }) else { return }
    let place = certain.firstIndex { other in
      let (mine, theirs) = (floorDivision(found.at.milliseconds, 1000), floorDivision(other.at.milliseconds, 1000))
      return mine < theirs || (mine == theirs && found.cause.rawValue < other.cause.rawValue)
    }
    certain.insert(found, at: place ?? certain.count)
  }
}

/// Attempts on blocked things, each near to the one before.
public struct Temptation: Equatable, Sendable {
  /// When the first was.
  public var since: Tick
  /// Until when the last one counts.
  public var until: Tick
  var isCertain = false
  var isExcused = false

  /// Attempts that count from one moment to another.
  public init(since: Tick, until: Tick) {
    self.since = since
    self.until = until
  }

  /// These attempts and another one, if it is near; else that one alone.
  public static func joined(_ earlier: Temptation?, _ now: Tick) -> Temptation {
    var joined = Temptation(since: now, until: now + GuardRules.temptation)
    // One right at the end of the last one's time makes one time of both.
    if let earlier, now <= earlier.until { joined.since = earlier.since }
    return joined
  }
}

/// Why an episode ended.
public enum EpisodeEnd: String, Sendable, CaseIterable {
  /// Nothing was true for a while.
  case returned
  /// A break began.
  case onBreak = "break"
  /// A visit began.
  case visiting = "visit"
  /// The session ended, or the night.
  case sessionEnded = "session-ended"
  /// The service stopped; its last sign of life is the end.
  case serviceStopped = "service-stopped"
  /// The person said that this was work.
  case excused
}

/// What a guard found, in order; the caller records and tells it.
public enum GuardOutcome: Equatable, Sendable {
  /// A cause became certain, and with it an episode began, some time ago.
  case began(Episode)
  /// Another cause of the open episode became certain.
  case joined(Episode.Certainty)
  /// The open episode is over.
  case ended(Episode, at: Tick, EpisodeEnd)
  /// The alarm is to ring; the episode's how many-th ring it is.
  case rang(Int)
  /// A cause that is only to be told became certain.
  case noticed(Cause)
  /// The alarm is silent until then.
  case snoozed(until: Tick)
  /// The alarm is silent for the rest of the session.
  case hushed
}
