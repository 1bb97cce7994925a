internal import FocusPorts
internal import LinuxRuntime

/// Orders for a device's thread, and the bell that wakes it.
final class DeviceMailbox: Sendable {
  /// Another caller's work with the card; exactly one of its two closures is called, once.
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

  func tell(_ events: ReaderEvent...) { tell(events) }

  func tell(_ events: [ReaderEvent]) { for event in events { tellOne(event) } }

  var isStopping: Bool { state.withLock(\.isStopping) }

  var isLent: Bool { state.withLock(\.isLent) }

  /// Leaves the device to another program, or claims it again.
  func lend(_ isLent: Bool) {
    let isNews = state.withLock { state in
      defer { state.isLent = isLent }
      return state.isLent != isLent
    }
    if isNews { bell.ring() }
  }

  func stop(_ done: @escaping @Sendable () -> Void) {
    let hasEnded = state.withLock { state in
      state.isStopping = true
      if !state.hasEnded { state.atEnd.append(done) }
      return state.hasEnded
    }
    if hasEnded { done() } else { bell.ring() }
  }

  /// Leaves work for the thread; it is done or refused, even if the thread ends.
  func ask(_ work: Work) {
    let hasEnded = state.withLock { state in
      if !state.hasEnded { state.work.append(work) }
      return state.hasEnded
    }
    if hasEnded { work.failed(.noReader) } else { bell.ring() }
  }

  func takeWork() -> [Work] {
    state.withLock { state in
      let work = state.work
      state.work = []
      return work
    }
  }

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
