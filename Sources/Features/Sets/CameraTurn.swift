internal import LinuxRuntime

/// Who has the camera. The next one waits a moment, as the one before may just be ending.
package final class CameraTurn: @unchecked Sendable {
  // Unchecked: `isTaken` is reached only inside the condition's lock.
  private let condition = Condition()
  private var isTaken = false

  /// In milliseconds: a set releases its camera in less, and a refusal still comes soon.
  private static let patience = 1000

  /// Returns `false` if another one has the turn.
  func take() -> Bool {
    let deadline = Condition.Deadline(in: Self.patience)
    return condition.withLock {
      while isTaken, condition.wait(until: deadline) {}
      guard !isTaken else { return false }
      isTaken = true
      return true
    }
  }

  func give() {
    condition.withLock { isTaken = false }
    condition.signal()
  }
}
