internal import CLinux
package import FocusPorts
import Glibc
package import LinuxRuntime

/// The computer's clocks: the wall clock, and CLOCK_BOOTTIME, which counts through suspend and cannot be set.
///
/// Waiting costs nothing: one timer descriptor for the next deadline and one that the kernel wakes when the wall clock
/// is set.
package actor SystemClock: AlarmClock {
  private let loop: EventLoop
  private nonisolated let clock: ComputerClock
  private nonisolated let stream: AsyncStream<AlarmRing>
  private let bell: AsyncStream<AlarmRing>.Continuation
  private let timer: Descriptor
  private let wall: Descriptor
  private var watches: [Watch] = []
  private var generation = 0

  package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

  package init(loop: EventLoop) throws(SystemError) {
    self.loop = loop
    clock = try SystemTime.computerClock()
    let timer = focuskey_boot_timer()
    guard timer >= 0 else { throw .last("timerfd_create") }
    self.timer = Descriptor(owning: timer)
    let wall = focuskey_wall_watch()
    guard wall >= 0 else { throw .last("timerfd_create") }
    self.wall = Descriptor(owning: wall)
    (stream, bell) = AsyncStream.makeStream(of: AlarmRing.self)
  }

  package nonisolated func now() -> Moment { clock.now() }

  package nonisolated func rings() -> AsyncStream<AlarmRing> { stream }

  /// Sets the bell; `nil` silences it.
  package func set(deadline: Int64?, generation: Int) {
    watchOnce()
    self.generation = generation
    // The kernel reckons the deadline by the clock that this process sees.
    focuskey_boot_timer_arm(timer.number, max(deadline.map { $0 + clock.offset } ?? -1, -1))
  }

  private func watchOnce() {
    guard watches.isEmpty else { return }
    watches = [
      loop.watchReadable(timer.number) { [self] in assumeIsolated { $0.timerRang() } },
      loop.watchReadable(wall.number) { [self] in assumeIsolated { $0.wallWasSet() } },
    ]
  }

  private func timerRang() {
    // The timer may have been set again between the ring and this reading; then there is nothing to read.
    guard DescriptorCounter.read(timer.number) != nil else { return }
    bell.yield(.due(generation: generation))
  }

  private func wallWasSet() {
    // ECANCELED is the news (timerfd_create(2)); it may come for a setting to the very same time, which the listener
    // sorts out.
    DescriptorCounter.read(wall.number)
    focuskey_wall_watch_arm(wall.number)
    bell.yield(.wallClockSet)
  }
}
