internal import LinuxRuntime

/// Who has the camera. The next one waits a moment for the one before: that may have been ended just now, by somebody
/// who begins another at once.
package final class CameraTurn: @unchecked Sendable {
  // Unchecked: `isTaken` is reached only inside the condition's lock.
  private let condition = Condition()
  private var isTaken = false

  /// In milliseconds: a set ends with its camera in less, and who is refused has not waited long.
  private static let patience = 1000

  /// Takes the turn.
  ///
  /// - Returns: `false` where another keeps it.
  func take() -> Bool {
    let deadline = Condition.Deadline(in: Self.patience)
    return condition.withLock {
      while isTaken, condition.wait(until: deadline) {}
      guard !isTaken else { return false }
      isTaken = true
      return true
    }
  }

  /// Gives it to the next one.
  func give() {
    condition.withLock { isTaken = false }
    condition.signal()
  }
}
