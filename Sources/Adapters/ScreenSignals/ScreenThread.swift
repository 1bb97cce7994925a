internal import FocusPorts
import Glibc
internal import LinuxRuntime
internal import SwayIPC

/// A conversation with a display server. Its calls may wait for the server, so they have a thread of their own.
protocol ScreenTalk: AnyObject {
  /// Becomes readable when the server has said something.
  var descriptor: Int32 { get }
  /// Starts watching and says what can be seen; the present state is reported at once.
  func begin() throws(ScreenError) -> [SignalState]
  func work() throws(ScreenError)
}

/// A thread on which a display server is listened to: it sleeps in poll(2) until the server says something, or until it
/// is to end. A server that hangs holds up nobody else.
final class ScreenThread: Sendable {
  private struct Shared: Sendable {
    var isEnded = false
    var opening: CheckedContinuation<Result<[SignalState], ScreenError>, Never>?
  }

  private let bell = WakeEvent()
  private let shared = Locked(Shared())

  /// `lost` is called on that new thread when the conversation ends by itself.
  func open(
    named name: String, _ make: @escaping @Sendable () throws(ScreenError) -> any ScreenTalk,
    lost: @escaping @Sendable (ScreenError) -> Void
  ) async -> Result<[SignalState], ScreenError> {
    await withCheckedContinuation { continuation in
      shared.withLock { $0.opening = continuation }
      startThread(named: name) { [self] in run(make, lost) }
    }
  }

  /// Ends the thread; what it has open is released there.
  func close() {
    shared.withLock { $0.isEnded = true }
    bell.ring()
  }

  private func run(_ make: () throws(ScreenError) -> any ScreenTalk, _ lost: (ScreenError) -> Void) {
    do throws(ScreenError) {
      let talk = try make()
      let states = try talk.begin()
      opened(.success(states))
      // What came with the answers of the beginning is not announced by the descriptor any more.
      try talk.work()
      while wait(for: talk) { try talk.work() }
    } catch {
      if !opened(.failure(error)) { lost(error) }
    }
  }

  /// Hands over the outcome, once; returns whether the opening was still waiting for it.
  @discardableResult
  private func opened(_ outcome: Result<[SignalState], ScreenError>) -> Bool {
    let opening = shared.withLock { $0.opening.take() }
    opening?.resume(returning: outcome)
    return opening != nil
  }

  /// Waits for the server; returns `false` once the thread should end.
  private func wait(for talk: any ScreenTalk) -> Bool {
    var watched = [
      pollfd(fd: talk.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: bell.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    while unsafe poll(&watched, 2, -1) < 0, errno == EINTR {}
    return !shared.withLock { $0.isEnded }
  }
}
