public import FocusPorts
public import FocusSession
import LinuxRuntime

/// A clock that is stopped until the test moves it, and rings when the test has moved it past the deadline.
public final class ManualClock: AlarmClock {
  private struct State: Sendable {
    var moment: Moment
    var deadline: Int64?
    var generation = 0
    var settings: [Int64?] = []
  }

  private let state: LinuxRuntime.Locked<State>
  private let stream: AsyncStream<AlarmRing>
  private let bell: AsyncStream<AlarmRing>.Continuation

  public init(wall: Int64 = 1_790_000_000_000, steady: Int64 = 1_000_000, boot: String = "first boot") {
    state = LinuxRuntime.Locked(
      State(moment: Moment(wall: Timestamp(milliseconds: wall), steady: steady, boot: BootID(boot))))
    (stream, bell) = AsyncStream.makeStream(of: AlarmRing.self)
  }

  public func now() -> Moment { state.withLock { $0.moment } }

  public func set(deadline: Int64?, generation: Int) {
    state.withLock {
      $0.deadline = deadline
      $0.generation = generation
      $0.settings.append(deadline)
    }
    ringIfDue()
  }

  public func rings() -> AsyncStream<AlarmRing> { stream }

  /// The deadline that is set now.
  public var deadline: Int64? { state.withLock { $0.deadline } }

  /// How often a deadline was set or taken away.
  public var timesSet: Int { state.withLock { $0.settings.count } }

  /// Time passes on all clocks.
  public func advance(by lapse: Lapse) {
    state.withLock {
      $0.moment.wall = $0.moment.wall + lapse
      $0.moment.steady += lapse.milliseconds
    }
    ringIfDue()
  }

  /// Somebody sets the wall clock.
  public func setWall(by lapse: Lapse) {
    state.withLock { $0.moment.wall = $0.moment.wall + lapse }
    bell.yield(.wallClockSet)
  }

  /// A ring as it would come from an earlier setting.
  public func ringLate(generation: Int) {
    bell.yield(.due(generation: generation))
  }

  private func ringIfDue() {
    let due: Int? = state.withLock { state in
      guard let deadline = state.deadline, deadline <= state.moment.steady else { return nil }
      state.deadline = nil
      return state.generation
    }
    if let due { bell.yield(.due(generation: due)) }
  }
}
