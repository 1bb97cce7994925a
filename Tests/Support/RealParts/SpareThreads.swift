internal import Glibc
internal import LinuxRuntime

/// Threads for work that blocks: there is always one to spare, and one that has nothing to do sleeps.
@safe final class SpareThreads: TaskExecutor, @unchecked Sendable {
  // Unchecked: everything below is reached only between lock and unlock of `mutex`; the addresses never change.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let arrived: UnsafeMutablePointer<pthread_cond_t>
  private var jobs: [UnownedJob] = []
  private var idle = 0

  init() {
    unsafe mutex = .allocate(capacity: 1)
    unsafe arrived = .allocate(capacity: 1)
    unsafe mutex.initialize(to: pthread_mutex_t())
    unsafe arrived.initialize(to: pthread_cond_t())
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(arrived, nil)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    unsafe pthread_mutex_lock(mutex)
    jobs.append(job)
    let isShort = jobs.count > idle
    unsafe pthread_cond_signal(arrived)
    unsafe pthread_mutex_unlock(mutex)
    if isShort { startThread(named: "spare") { self.work() } }
  }

  private func work() {
    while true {
      unsafe pthread_mutex_lock(mutex)
      idle += 1
      while jobs.isEmpty { unsafe pthread_cond_wait(arrived, mutex) }
      idle -= 1
      let job = jobs.removeFirst()
      unsafe pthread_mutex_unlock(mutex)
      unsafe job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }

  deinit {
    unsafe pthread_cond_destroy(arrived)
    unsafe pthread_mutex_destroy(mutex)
    unsafe arrived.deallocate()
    unsafe mutex.deallocate()
  }
}
