internal import LinuxRuntime

/// Where tests wait. A task of theirs begins on the pool that all tests share unless it is told another place, and a
/// few tests that compute hold all of the pool's threads for half a minute.
package enum Spare {
  /// Threads of which there is always one to spare.
  package static let threads: any TaskExecutor = SpareThreads()
}

/// Threads for work that blocks: there is always one to spare, and one that has nothing to do sleeps. Each waits at a
/// mailbox of its own: of several threads that wait at one, the C library can lose the signal for one of them
/// (glibc's bug 25847, mended in 2.41).
final class SpareThreads: TaskExecutor {
  private let idle = Locked<[Mailbox<UnownedJob>]>([])

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if let mailbox = idle.withLock({ $0.popLast() }) {
      mailbox.send(job)
    } else {
      startThread(named: "spare") { self.work(job) }
    }
  }

  private func work(_ first: UnownedJob) {
    let mailbox = Mailbox<UnownedJob>()
    var next: UnownedJob? = first
    while let job = next {
      unsafe job.runSynchronously(on: asUnownedTaskExecutor())
      idle.withLock { $0.append(mailbox) }
      next = mailbox.receive()
    }
  }
}
