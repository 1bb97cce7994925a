internal import CLinux
import Glibc

/// Starts a thread of its own for work that blocks, so that the shared pool (one thread a core) never waits for a
/// device or a disk.
///
/// - Parameters:
///   - name: what ps shows; at most 15 letters (pthread_setname_np(3)).
///   - body: runs on the new thread until it returns; the thread is detached.
nonisolated package func startThread(named name: String, _ body: @escaping @Sendable () -> Void) {
  let start = unsafe Unmanaged.passRetained(ThreadStart(name: String(name.prefix(15)), body: body))
  var attributes = pthread_attr_t()
  unsafe pthread_attr_init(&attributes)
  unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
  // Half a megabyte: deep enough for SQLite, small enough for a Raspberry Pi.
  unsafe pthread_attr_setstacksize(&attributes, 512 * 1024)
  var thread = pthread_t()
  let outcome = unsafe pthread_create(
    &thread, &attributes,
    { context in
      guard let context = unsafe context else { return nil }
      let start = unsafe Unmanaged<ThreadStart>.fromOpaque(context).takeRetainedValue()
      unsafe focuskey_name_thread(start.name)
      start.body()
      return nil
    }, start.toOpaque())
  unsafe pthread_attr_destroy(&attributes)
  precondition(outcome == 0, "the system gives no more threads")
}

private final class ThreadStart: Sendable {
  let name: String
  let body: @Sendable () -> Void

  init(name: String, body: @escaping @Sendable () -> Void) {
    self.name = name
    self.body = body
  }
}
