import Glibc

/// Where threads wait for what others hand them, each thing for one of them; nobody wakes while it is empty.
@safe public final class Mailbox<InboxItem: Sendable>: @unchecked Sendable {
  // Unchecked: everything below is reached only between lock and unlock of `mutex`; the addresses never change.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let arrived: UnsafeMutablePointer<pthread_cond_t>
  private var letters: [InboxItem] = []

  /// An empty one.
  public init() {
    unsafe mutex = .allocate(capacity: 1)
    unsafe arrived = .allocate(capacity: 1)
    unsafe mutex.initialize(to: pthread_mutex_t())
    unsafe arrived.initialize(to: pthread_cond_t())
    unsafe pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    unsafe pthread_condattr_init(&attributes)
    unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    unsafe pthread_cond_init(arrived, &attributes)
    unsafe pthread_condattr_destroy(&attributes)
  }

  /// Hands over a letter.
  public func send(_ letter: InboxItem) {
    unsafe pthread_mutex_lock(mutex)
    letters.append(letter)
    unsafe pthread_cond_signal(arrived)
    unsafe pthread_mutex_unlock(mutex)
  }

  /// Whether nothing waits.
  public var isEmpty: Bool {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return letters.isEmpty
  }

  /// The next letter; `nil` if none came within the time. Without a time it waits for ever.
  public func receive(within milliseconds: Int? = nil) -> InboxItem? {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    if let milliseconds {
      var deadline = timespec()
      unsafe clock_gettime(CLOCK_MONOTONIC, &deadline)
      deadline.tv_sec += milliseconds / 1000
      deadline.tv_nsec += milliseconds % 1000 * 1_000_000
      if deadline.tv_nsec >= 1_000_000_000 {
        deadline.tv_sec += 1
        deadline.tv_nsec -= 1_000_000_000
      }
      while letters.isEmpty {
        if unsafe pthread_cond_timedwait(arrived, mutex, &deadline) == ETIMEDOUT { break }
      }
    } else {
      while letters.isEmpty { unsafe pthread_cond_wait(arrived, mutex) }
    }
    return letters.isEmpty ? nil : letters.removeFirst()
  }

  deinit {
    unsafe pthread_cond_destroy(arrived)
    unsafe pthread_mutex_destroy(mutex)
    unsafe arrived.deallocate()
    unsafe mutex.deallocate()
  }
}
