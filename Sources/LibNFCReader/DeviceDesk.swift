internal import FocusPorts
internal import LinuxRuntime
internal import TagFormats

/// Work with the card that lies on a reader: what was seen of it, and a way to send it commands, one after the other.
///
/// It is called with `nil` where no card, or more than one, lies there.
typealias CardWork = @Sendable (CardSighting?, (CardCommand) -> CardAnswer) -> Void

/// Where the service leaves word for a device's thread.
final class DeviceDesk: Sendable {
  private struct State: Sendable {
    var isStopping = false
    var hasEnded = false
    var work: [CardWork] = []
    var atEnd: [@Sendable () -> Void] = []
  }

  let bell = Bell()
  /// Where what happened is told.
  let tell: @Sendable (ReaderEvent) -> Void
  private let state = Locked(State())

  init(tell: @escaping @Sendable (ReaderEvent) -> Void) {
    self.tell = tell
  }

  /// Whether the thread is to end.
  var isStopping: Bool { state.withLock(\.isStopping) }

  /// Asks the thread to end; `done` is called when it has.
  func stop(_ done: @escaping @Sendable () -> Void) {
    let hasEnded = state.withLock { state in
      state.isStopping = true
      if !state.hasEnded { state.atEnd.append(done) }
      return state.hasEnded
    }
    if hasEnded { done() } else { bell.ring() }
  }

  /// Leaves work for the thread; it is done, with or without a card, also when the thread ends.
  func ask(_ work: @escaping CardWork) {
    let hasEnded = state.withLock { state in
      if !state.hasEnded { state.work.append(work) }
      return state.hasEnded
    }
    if hasEnded { work(nil) { _ in .gone } } else { bell.ring() }
  }

  /// The work that waits.
  func takeWork() -> [CardWork] {
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
    for piece in work { piece(nil) { _ in .gone } }
    for word in done { word() }
  }
}
