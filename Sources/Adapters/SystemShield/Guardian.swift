import Glibc
import LinuxRuntime

/// A process of this person's that brings back what the service changed with the person's own rights, should the
/// service die without a word.
///
/// It sleeps until then. A thread of this process waits for its end, so that it is neither asked for nor left unburied.
final class Guardian: Sendable {
  private let farewell: Descriptor
  private let hasEnded = Locked(false)

  /// Starts one; `nil` where that fails, which only leaves the service without one.
  ///
  /// - Parameter words: the program and its arguments, without this process's number.
  init?(_ words: [String]) {
    guard let program = words.first, let pipe = try? makePipe() else { return nil }
    farewell = Descriptor(owning: pipe.writing)
    // In a session of its own: a terminal that closes ends the service, and must not end who watches over it.
    let child = try? ChildProcess.start(
      program, words.dropFirst() + ["\(getpid())"], input: .descriptor(pipe.reading), output: .nothing,
      errors: .nothing, ownSession: true)
    close(pipe.reading)
    guard let child else { return nil }
    let hasEnded = hasEnded
    startThread(named: "guardian") {
      child.wait()
      hasEnded.withLock { $0 = true }
    }
  }

  /// Whether it is still there.
  var isThere: Bool { hasEnded.withLock { !$0 } }

  /// Lets it go: there is nothing left to bring back.
  func dismiss() {
    try? Files.write([1], to: farewell.number)
  }
}
