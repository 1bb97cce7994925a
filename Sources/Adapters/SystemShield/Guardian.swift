import Glibc
import LinuxRuntime

/// A process that restores what the service changed with the person's rights if the service dies.
final class Guardian: Sendable {
  private let farewell: Descriptor
  private let hasEnded = Locked(false)

  /// `nil` if it cannot be started, which only leaves the service without one.
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

  var isThere: Bool { hasEnded.withLock { !$0 } }

  /// Lets it go: nothing is left to restore.
  func dismiss() {
    try? Files.write([1], to: farewell.number)
  }
}
