import Glibc

/// A thread that is the home of one actor, so that its blocking calls hold up nobody else.
@safe public final class ThreadExecutor: SerialExecutor, @unchecked Sendable {
  // Unchecked: everything below is reached only between lock and unlock of `mutex`; the addresses never change.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let arrived: UnsafeMutablePointer<pthread_cond_t>
  private var jobs: [UnownedJob] = []
  private var thread: pthread_t?
  private var closed = false

  /// Starts the thread; it ends after ``close()``.
  public init(named name: String) {
    unsafe mutex = .allocate(capacity: 1)
    unsafe arrived = .allocate(capacity: 1)
    unsafe mutex.initialize(to: pthread_mutex_t())
    unsafe arrived.initialize(to: pthread_cond_t())
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(arrived, nil)
    startThread(named: name) { self.run() }
  }

  /// Takes a job of the actor that lives here.
  public func enqueue(_ job: consuming ExecutorJob) {
    unsafe pthread_mutex_lock(mutex)
    jobs.append(UnownedJob(job))
    unsafe pthread_cond_signal(arrived)
    unsafe pthread_mutex_unlock(mutex)
  }

  /// Ends the thread once what was handed in is done. Nothing may be handed in afterwards.
  public func close() {
    unsafe pthread_mutex_lock(mutex)
    closed = true
    unsafe pthread_cond_signal(arrived)
    unsafe pthread_mutex_unlock(mutex)
  }

  /// Whether the calling thread is the one of this executor.
  public func isIsolatingCurrentContext() -> Bool? {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return thread.map { pthread_equal($0, pthread_self()) != 0 } ?? false
  }

  /// Stops the program if an actor's state would be touched from a foreign thread.
  public func checkIsolated() {
    precondition(isIsolatingCurrentContext() == true, "this actor lives on a thread of its own")
  }

  private func run() {
    unsafe pthread_mutex_lock(mutex)
    thread = pthread_self()
    while true {
      while jobs.isEmpty, !closed { unsafe pthread_cond_wait(arrived, mutex) }
      if jobs.isEmpty { break }
      let batch = jobs
      jobs.removeAll(keepingCapacity: true)
      unsafe pthread_mutex_unlock(mutex)
      for job in batch { unsafe job.runSynchronously(on: asUnownedSerialExecutor()) }
      unsafe pthread_mutex_lock(mutex)
    }
    unsafe pthread_mutex_unlock(mutex)
  }

  deinit {
    unsafe pthread_cond_destroy(arrived)
    unsafe pthread_mutex_destroy(mutex)
    unsafe arrived.deallocate()
    unsafe mutex.deallocate()
  }
}
