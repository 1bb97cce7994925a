/// How far the wall clock can be believed where only it tells how much time has passed: after a start of the computer.
///
/// What is believed when the service comes up, compared with the last thing that is known:
///
/// | boot | steady clock | wall clock then | wall clock now | time that passed |
/// |---|---|---|---|---|
/// | the same | went on | - | - | by the steady clock |
/// | the same | went back | - | - | by the wall clock, never backwards; a fact says so |
/// | another | - | synchronized | synchronized | by the wall clock, never backwards |
/// | another | - | synchronized | not yet | A; the rest once it is synchronized, or after B |
/// | another | - | hardware | synchronized | A |
/// | another | - | hardware | hardware | A; the rest after B |
/// | another | - | set by hand | - | A; the rest if it was synchronized before and is again |
///
/// A: as long as the computer has run. B: a quarter of an hour, after which nobody is going to correct it.
///
/// A clock of another time namespace is not a row: the adapter reckons it back to the computer's own, and if it cannot
/// know by how much, it names another boot, so that the wall clock decides.
public enum WallTrust: Equatable, Sendable {
  /// It was synchronized when it was last looked at.
  case synchronized
  /// It shows what the computer's hardware clock showed at its start; nobody has confirmed it.
  case hardware
  /// Somebody set it by hand, and nobody has confirmed it: it is not a measure for what comes later.
  case set
  /// It is not believed yet, and time since the anchor may be held back.
  case waiting(ClockAnchor)
}

/// The last moment at which the wall clock was a measure.
public struct ClockAnchor: Equatable, Sendable {
  /// What the wall clock showed.
  public var wall: Timestamp
  /// What the session clock showed.
  public var tick: Tick
  /// What later makes it a measure.
  public var measure: Measure

  /// What the time since then can be told by.
  public enum Measure: String, Sendable, CaseIterable {
    /// Any wall clock that is believed: synchronized, or left alone for a quarter of an hour.
    case anyClock = "any"
    /// Only one that is synchronized: the clock was set by hand meanwhile.
    case synchronizedClock = "synchronized"
    /// Only the hardware clock: it had shown the time then, too.
    case hardwareClock = "hardware"
  }

  /// An anchor.
  public init(wall: Timestamp, tick: Tick, measure: Measure) {
    self.wall = wall
    self.tick = tick
    self.measure = measure
  }

  /// How much of the time since then the session clock has not counted.
  func heldBack(at wall: Timestamp, _ tick: Tick) -> Lapse { max(.zero, (wall - self.wall) - (tick - self.tick)) }
}

/// Why the session clock was set right.
public enum ClockCorrection: String, Sendable, CaseIterable {
  /// The computer's steady clock had run ahead; what it showed too much is not counted.
  case ranAhead = "ran-ahead"
  /// The wall clock can be believed again, which tells how long the computer was off.
  case synchronized
}

extension WallTrust {
  /// A computer that has not synchronized its clock this long after its start has no time server.
  static let patience = Lapse.minutes(15)

  func afterStart(since last: Stamp, at moment: Moment) -> WallTrust {
    func anchor(_ measure: ClockAnchor.Measure) -> WallTrust {
      .waiting(ClockAnchor(wall: last.moment.wall, tick: last.tick, measure: measure))
    }
    switch self {
    case .synchronized: return moment.isSynchronized ? self : anchor(.anyClock)
    case .hardware: return anchor(.hardwareClock)
    case .set, .waiting: return self
    }
  }

  /// The trust after somebody set the clock, which showed `wall` before, without any confirmation.
  func afterSetting(from wall: Timestamp, at tick: Tick) -> WallTrust {
    switch self {
    case .synchronized: return .waiting(ClockAnchor(wall: wall, tick: tick, measure: .synchronizedClock))
    case .hardware, .set: return .set
    case .waiting(var anchor):
      guard anchor.measure != .hardwareClock else { return .set }
      anchor.measure = .synchronizedClock
      return .waiting(anchor)
    }
  }

  /// The trust now if nothing happened, and how much time was held back until now.
  func settled(at moment: Moment, _ tick: Tick) -> (trust: WallTrust, heldBack: Lapse) {
    let hasWaited = moment.steady >= Self.patience.milliseconds
    guard case .waiting(let anchor) = self else {
      return (moment.isSynchronized ? .synchronized : self, .zero)
    }
    let isMeasure =
      switch anchor.measure {
      case .anyClock: moment.isSynchronized || hasWaited
      case .synchronizedClock: moment.isSynchronized
      case .hardwareClock: !moment.isSynchronized && hasWaited
      }
    guard isMeasure || moment.isSynchronized else { return (self, .zero) }
    return (
      moment.isSynchronized ? .synchronized : .hardware,
      isMeasure ? anchor.heldBack(at: moment.wall, tick) : .zero
    )
  }
}
