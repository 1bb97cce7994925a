internal import FocusPorts
internal import LinuxRuntime

/// Orders from the service to a device's thread, and the bell that wakes it.
final class DeviceMailbox: Sendable {
  /// Work of another caller with the card on the reader. One of the two closures is called, once.
  struct Work: Sendable {
    let body: @Sendable (inout LibNFCSession) -> Void
    let failed: @Sendable (LibNFCReader.NoCard) -> Void
  }

  private struct State: Sendable {
    var isStopping = false
    var isLent = false
    var hasEnded = false
    var work: [Work] = []
    var atEnd: [@Sendable () -> Void] = []
  }

  let bell = WakeEvent()
  private let tellOne: @Sendable (ReaderEvent) -> Void
  private let state = Locked(State())

  init(tell: @escaping @Sendable (ReaderEvent) -> Void) {
    tellOne = tell
  }

  /// Tells what happened.
  func tell(_ events: ReaderEvent...) { tell(events) }

  /// Tells what happened, in order.
  func tell(_ events: [ReaderEvent]) { for event in events { tellOne(event) } }

  /// Whether the thread is to end.
  var isStopping: Bool { state.withLock(\.isStopping) }

  /// Whether the thread is to leave the device to another program.
  var isLent: Bool { state.withLock(\.isLent) }

  /// Leaves the device to another program, or takes it up again.
  func lend(_ isLent: Bool) {
    let isNews = state.withLock { state in
      defer { state.isLent = isLent }
      return state.isLent != isLent
    }
    if isNews { bell.ring() }
  }

  /// Asks the thread to end; `done` is called when it has.
  func stop(_ done: @escaping @Sendable () -> Void) {
    let hasEnded = state.withLock { state in
      state.isStopping = true
      if !state.hasEnded { state.atEnd.append(done) }
      return state.hasEnded
    }
    if hasEnded { done() } else { bell.ring() }
  }

  /// Leaves work for the thread; it is done, or told why not, also when the thread ends.
  func ask(_ work: Work) {
    let hasEnded = state.withLock { state in
      if !state.hasEnded { state.work.append(work) }
      return state.hasEnded
    }
    if hasEnded { work.failed(.noReader) } else { bell.ring() }
  }

  /// The work that waits.
  func takeWork() -> [Work] {
    state.withLock { state in
      let work = state.work
      state.work = []
      return work
    }
  }

  /// The thread has ended.
  func end() {
    let (work, done) = state.withLock { state in
      state.hasEnded = true
      defer {
        state.work = []
        state.atEnd = []
      }
      return (state.work, state.atEnd)
    }
    for piece in work { piece.failed(.noReader) }
    for word in done { word() }
  }
}
