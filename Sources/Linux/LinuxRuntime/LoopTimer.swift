/// Waits that wake nobody else: a task rests on the event loop's own timer.
package actor LoopTimer {
  private let loop: EventLoop
  private var watches: [Int: Watch] = [:]
  private var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
  private var last = 0

  package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

  package init(loop: EventLoop) {
    self.loop = loop
  }

  /// Returns when the time is over.
  package func pause(for duration: Duration) async {
    last += 1
    let id = last
    await withCheckedContinuation { continuation in
      watches[id] = loop.watchTime(duration) { [self] in
        assumeIsolated { $0.watches[id] = nil }
        continuation.resume()
      }
    }
  }

  /// Returns when the time is over, or when the task is cancelled.
  package func wait(for duration: Duration) async {
    last += 1
    let id = last
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        guard !Task.isCancelled else { return continuation.resume() }
        waiting[id] = continuation
        watches[id] = loop.watchTime(duration) { [self] in assumeIsolated { $0.end(id) } }
      }
    } onCancel: {
      Task { await end(id) }
    }
  }

  private func end(_ id: Int) {
    watches[id] = nil
    waiting.removeValue(forKey: id)?.resume()
  }
}
