internal import LinuxRuntime

/// Lets N in at a time, in the order in which they came.
package final class Gate: Sendable {
  private struct State: Sendable {
    var free: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Locked<State>
  private let width: Int

  /// A gate that lets `width` in at a time.
  package init(width: Int) {
    self.width = width
    state = Locked(State(free: width))
  }

  /// Whether nobody is in.
  package var isEmpty: Bool { state.withLock { $0.free == width } }

  /// Waits for a place.
  ///
  /// - Parameter first: whether those that wait already come later.
  package func enter(first: Bool = false) async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        guard state.free > 0 else {
          state.waiting.insert(continuation, at: first ? 0 : state.waiting.count)
          return false
        }
        state.free -= 1
        return true
      }
      if isFree { continuation.resume() }
    }
  }

  /// Gives the place to the one who has waited longest.
  package func leave() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
      state.free += 1
      return nil
    }
    next?.resume()
  }
}
