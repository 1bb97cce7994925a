/// A moment on the session clock: the time that durations are measured in.
///
/// The session clock started level with the wall clock and has moved with the steady clock ever since. Setting the wall
/// clock does not move it. Over a reboot it moves with the wall clock, never backwards (Product.md 4, "Time").
///
/// How far clocks are believed is the matter of ``WallTrust``.
public struct Tick: Hashable, Comparable, Sendable {
  /// Milliseconds; only differences mean anything.
  public var milliseconds: Int64

  /// The tick with that number.
  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// Earlier before later.
  public static func < (left: Tick, right: Tick) -> Bool { left.milliseconds < right.milliseconds }

  /// The tick a while later.
  public static func + (tick: Tick, lapse: Lapse) -> Tick {
    Tick(milliseconds: saturatingSum(tick.milliseconds, lapse.milliseconds))
  }

  /// The tick a while earlier.
  public static func - (tick: Tick, lapse: Lapse) -> Tick { tick + (.zero - lapse) }

  /// How long after `earlier` this is.
  public static func - (later: Tick, earlier: Tick) -> Lapse {
    Lapse(milliseconds: later.milliseconds) - Lapse(milliseconds: earlier.milliseconds)
  }
}

/// When something happened, by all clocks: what the clocks of the computer showed and what the session clock made of
/// it.
public struct Stamp: Hashable, Sendable {
  /// The clocks of the computer.
  public var moment: Moment
  /// The session clock.
  public var tick: Tick

  /// The same moment by both kinds of clock.
  public init(moment: Moment, tick: Tick) {
    self.moment = moment
    self.moment.isSynchronized = true
    self.tick = tick
  }

  /// The session clock at another moment: by the steady clock within this boot, by the wall clock after another, never
  /// backwards.
  public func tick(of other: Moment) -> Tick {
    let byWall = max(.zero, other.wall - moment.wall)
    guard other.boot == moment.boot, !isAhead(of: other) else { return tick + byWall }
    return tick + (Lapse(milliseconds: other.steady) - Lapse(milliseconds: moment.steady))
  }

  /// Whether the steady clock shows less than it did, within one boot.
  package func isAhead(of other: Moment) -> Bool { other.boot == moment.boot && other.steady < moment.steady }

  /// The same stamp as the clocks of that moment would have shown it, had they run evenly up to it. Reckoned from it,
  /// the session clock shows that tick at that moment.
  package func level(with other: Moment, at end: Tick) -> Stamp {
    let passed = end - tick
    return Stamp(
      moment: Moment(
        wall: other.wall - passed, steady: saturatingSum(other.steady, -passed.milliseconds), boot: other.boot),
      tick: tick)
  }

  /// The same boot's clocks at another tick, if nobody sets them in between.
  public func stamp(at other: Tick) -> Stamp {
    let passed = other - tick
    return Stamp(
      moment: Moment(
        wall: moment.wall + passed, steady: saturatingSum(moment.steady, passed.milliseconds), boot: moment.boot),
      tick: other)
  }

  /// What the wall clock shows at that tick, if nobody sets it in between.
  public func wall(at other: Tick) -> Timestamp { moment.wall + (other - tick) }

  /// The session clock when the wall clock shows that, if nobody sets it in between.
  public func tick(at wall: Timestamp) -> Tick { tick + (wall - moment.wall) }

  /// How far the wall clock was set away from where it would have been, found by comparing it with the steady clock of
  /// the same boot.
  public func jump(to other: Moment) -> Lapse {
    guard other.boot == moment.boot, !isAhead(of: other) else { return .zero }
    let passed = Lapse(milliseconds: other.steady) - Lapse(milliseconds: moment.steady)
    return other.wall - (moment.wall + passed)
  }
}
