import Glibc

/// A thread that is the home of one actor, so that its blocking calls hold up nobody else.
package final class ThreadExecutor: SerialExecutor, @unchecked Sendable {
  // Unchecked: everything below is reached only inside the lock.
  private let condition = Condition()
  private var jobs: [UnownedJob] = []
  private var thread: pthread_t?
  private var closed = false

  package init(named name: String) {
    startThread(named: name) { self.run() }
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    condition.withLock { jobs.append(job) }
    condition.signal()
  }

  /// Ends the thread once what was handed in is done. Nothing may be handed in afterwards.
  package func close() {
    condition.withLock { closed = true }
    condition.signal()
  }

  package func isIsolatingCurrentContext() -> Bool? {
    condition.withLock { thread }.map { pthread_equal($0, pthread_self()) != 0 } ?? false
  }

  package func checkIsolated() {
    precondition(isIsolatingCurrentContext() == true, "this actor lives on a thread of its own")
  }

  private func run() {
    condition.withLock { thread = pthread_self() }
    while let batch = nextJobs() {
      for job in batch { unsafe job.runSynchronously(on: asUnownedSerialExecutor()) }
    }
  }

  /// Waits for jobs; `nil` once there will be none.
  private func nextJobs() -> [UnownedJob]? {
    condition.withLock {
      while jobs.isEmpty, !closed { condition.wait() }
      if jobs.isEmpty { return nil }
      let batch = jobs
      jobs.removeAll(keepingCapacity: true)
      return batch
    }
  }
}
