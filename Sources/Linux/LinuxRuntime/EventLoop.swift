internal import CEvent
internal import CLinux
import Glibc

/// The one loop that waits for sockets, timers and signals: a thread that sleeps in the kernel until something happens,
/// and the executor of the actors that own what it watches.
///
/// Watches are made and ended on the loop's thread only; the actors that use it are there already.
///
/// A service that must not wake while nothing happens runs its tasks here as well (`withTaskExecutorPreference`): once
/// the shared pool of Swift on Linux has run a single job, its library wakes every second for good, to count its
/// threads.
@safe package final class EventLoop: SerialExecutor, TaskExecutor, @unchecked Sendable {
  // Unchecked: `base` and `wakeEvent` are touched by the loop's thread alone (after `init`); the rest is in `Locked`.
  private let base: OpaquePointer
  private var wakeEvent: OpaquePointer?
  private let wake: Int32
  private let shared = Locked(Shared())

  private struct Shared: Sendable {
    var jobs: [UnownedJob] = []
    var thread: pthread_t?
    var closing = false
  }

  package init() throws(SystemError) {
    guard let base = unsafe event_base_new() else { throw .last("event_base_new") }
    wake = focuskey_eventfd()
    guard wake >= 0 else { throw .last("eventfd") }
    unsafe self.base = base
    startThread(named: "events") { self.run() }
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let first = shared.withLock { shared in
      shared.jobs.append(job)
      return shared.jobs.count == 1
    }
    if first { ring() }
  }

  /// Ends the loop's thread once what was handed in is done.
  package func close() {
    shared.withLock { $0.closing = true }
    ring()
  }

  package func isIsolatingCurrentContext() -> Bool? {
    shared.withLock { $0.thread }.map { pthread_equal($0, pthread_self()) != 0 } ?? false
  }

  package func checkIsolated() {
    precondition(isIsolatingCurrentContext() == true, "what the event loop watches lives on its thread")
  }

  /// libevent's own handle, for the rooms that build on it (listeners, buffered sockets, HTTP). Only on the loop's
  /// thread.
  package func withBase<Result>(_ body: (OpaquePointer) -> Result) -> Result {
    checkIsolated()
    return unsafe body(base)
  }

  /// Calls `handler` on the loop's thread whenever the descriptor can be read, until the watch is released.
  package func watchReadable(_ descriptor: Int32, _ handler: @escaping () -> Void) -> Watch {
    checkIsolated()
    return unsafe Watch(base: base, descriptor: descriptor, kind: Int16(EV_READ | EV_PERSIST), handler: handler)
  }

  /// Calls `handler` once on the loop's thread when the descriptor can be written, unless the watch is released before.
  package func watchWritable(_ descriptor: Int32, _ handler: @escaping () -> Void) -> Watch {
    checkIsolated()
    return unsafe Watch(base: base, descriptor: descriptor, kind: Int16(EV_WRITE), handler: handler)
  }

  /// Calls `handler` on the loop's thread whenever the signal arrives, until the watch is released.
  package func watchSignal(_ signal: Int32, _ handler: @escaping () -> Void) -> Watch {
    checkIsolated()
    return unsafe Watch(base: base, descriptor: signal, kind: Int16(EV_SIGNAL | EV_PERSIST), handler: handler)
  }

  /// Calls `handler` once on the loop's thread when the time is over, unless the watch is released before.
  package func watchTime(_ duration: Duration, _ handler: @escaping () -> Void) -> Watch {
    checkIsolated()
    return unsafe Watch(base: base, descriptor: -1, kind: 0, after: duration, handler: handler)
  }

  private func ring() {
    DescriptorCounter.add(wake)
  }

  private func run() {
    shared.withLock { $0.thread = pthread_self() }
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe wakeEvent = event_new(
      base, wake, Int16(EV_READ | EV_PERSIST),
      { _, _, context in
        guard let context = unsafe context else { return }
        unsafe Unmanaged<EventLoop>.fromOpaque(context).takeUnretainedValue().runJobs()
      }, context)
    unsafe event_add(wakeEvent, nil)
    unsafe event_base_loop(base, EVLOOP_NO_EXIT_ON_EMPTY)
    unsafe event_free(wakeEvent)
    unsafe event_base_free(base)
    Glibc.close(wake)
  }

  private func runJobs() {
    DescriptorCounter.read(wake)
    while true {
      let (jobs, closing) = shared.withLock { shared in
        let jobs = shared.jobs
        shared.jobs.removeAll(keepingCapacity: true)
        return (jobs, shared.closing)
      }
      for job in jobs {
        unsafe job.runSynchronously(isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
      }
      if jobs.isEmpty {
        if closing { unsafe event_base_loopbreak(base) }
        return
      }
    }
  }
}

/// Something that the event loop watches; release it on the loop's thread to end the watch.
@safe package final class Watch {
  private var event: OpaquePointer?
  private let handler: () -> Void

  fileprivate init(
    base: OpaquePointer, descriptor: Int32, kind: Int16, after time: Duration? = nil, handler: @escaping () -> Void
  ) {
    self.handler = handler
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe event = event_new(
      base, descriptor, kind,
      { _, _, context in
        guard let context = unsafe context else { return }
        unsafe Unmanaged<Watch>.fromOpaque(context).takeUnretainedValue().handler()
      }, context)
    guard let time else {
      unsafe event_add(event, nil)
      return
    }
    var limit = timeval(
      tv_sec: Int(time.components.seconds), tv_usec: Int(time.components.attoseconds / 1_000_000_000_000))
    unsafe event_add(event, &limit)
  }

  deinit {
    unsafe event_free(event)
  }
}
