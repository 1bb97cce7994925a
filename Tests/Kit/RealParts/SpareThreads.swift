internal import LinuxRuntime

/// Where tests wait. A task of theirs begins on the pool that all tests share unless it is told another place, and a
/// few tests that compute hold all of the pool's threads for half a minute.
package enum Spare {
  /// Threads of which there is always one to spare.
  package static let threads: any TaskExecutor = SpareThreads()
}

/// Threads for work that blocks: there is always one to spare, and one that has nothing to do sleeps.
final class SpareThreads: TaskExecutor {
  private struct Load: Sendable {
    /// Jobs that no thread has taken yet.
    var waiting = 0
    /// Threads that wait for a job.
    var idle = 0
  }

  private let jobs = Mailbox<UnownedJob>()
  private let load = Locked(Load())

  func enqueue(_ job: consuming ExecutorJob) {
    let isShort = load.withLock { load in
      load.waiting += 1
      return load.waiting > load.idle
    }
    jobs.send(UnownedJob(job))
    if isShort { startThread(named: "spare") { self.work() } }
  }

  private func work() {
    while true {
      load.withLock { $0.idle += 1 }
      guard let job = jobs.receive() else { continue }
      load.withLock { load in
        load.idle -= 1
        load.waiting -= 1
      }
      unsafe job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
