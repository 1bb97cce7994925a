package import FocusPorts
import LinuxRuntime

/// A clock that is stopped until the test moves it, and rings when the test has moved it past the deadline.
package final class ManualClock: AlarmClock {
  private struct State: Sendable {
    var moment: Moment
    var deadline: Int64?
    var generation = 0
    var settings: [Int64?] = []
  }

  private let state: LinuxRuntime.Locked<State>
  private let stream: AsyncStream<AlarmRing>
  private let bell: AsyncStream<AlarmRing>.Continuation

  package init(wall: Int64 = 1_790_000_000_000, steady: Int64 = 1_000_000, boot: String = "first boot") {
    state = LinuxRuntime.Locked(
      State(moment: Moment(wall: Timestamp(milliseconds: wall), steady: steady, boot: BootID(boot))))
    (stream, bell) = AsyncStream.makeStream(of: AlarmRing.self)
  }

  package func now() -> Moment { state.withLock { $0.moment } }

  package func set(deadline: Int64?, generation: Int) {
    state.withLock {
      $0.deadline = deadline
      $0.generation = generation
      $0.settings.append(deadline)
    }
    ringIfDue()
  }

  package func rings() -> AsyncStream<AlarmRing> { stream }

  /// The deadline that is set now.
  package var deadline: Int64? { state.withLock { $0.deadline } }

  /// How often a deadline was set or taken away.
  package var timesSet: Int { state.withLock { $0.settings.count } }

  /// Time passes on all clocks.
  package func advance(by lapse: Lapse) {
    state.withLock {
      $0.moment.wall = $0.moment.wall + lapse
      $0.moment.steady += lapse.milliseconds
    }
    ringIfDue()
  }

  /// Somebody sets the wall clock.
  package func setWall(by lapse: Lapse) {
    state.withLock { $0.moment.wall = $0.moment.wall + lapse }
    bell.yield(.wallClockSet)
  }

  /// A ring as it would come from an earlier setting.
  package func ringLate(generation: Int) {
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
