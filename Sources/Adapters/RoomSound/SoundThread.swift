internal import CPulse
import Glibc
internal import LinuxRuntime

/// The thread that talks to a sound server; it sleeps until the server or a caller has news.
@safe final class SoundThread: Sendable {
  enum Request: Sendable {
    case listen
    case unlisten
    case watchCalls
    case play([Float])
    case silence
    case end
  }

  /// Delivered on the sound thread.
  enum Event: Sendable {
    case level(Float)
    case call(Bool)
    case microphoneLost
    case lost
  }

  @safe private struct Shared: @unchecked Sendable {
    // Unchecked: the handle is given to its library's one function for other threads, inside the lock, while the
    // thread that owns it has not let it go.
    var requests: [Request] = []
    var handle: OpaquePointer?
  }

  private let shared = Locked(Shared())
  private let server: String?
  private let source: String?

  /// A `server` of `nil` is the person's own, a `source` of `nil` the microphone that they chose.
  init(server: String?, source: String?) {
    self.server = server
    self.source = source
  }

  /// Connects on a new thread; returns the reason if that fails.
  func open(_ heed: @escaping @Sendable (Event) -> Void) async -> String? {
    await withCheckedContinuation { continuation in
      startThread(named: "sound") { [self] in run({ continuation.resume(returning: $0) }, heed) }
    }
  }

  /// Requests are carried out in order.
  func ask(_ request: Request) {
    shared.withLock { shared in
      shared.requests.append(request)
      if let handle = unsafe shared.handle { unsafe focuskey_sound_wake(handle) }
    }
  }

  private func run(_ opened: (String?) -> Void, _ heed: (Event) -> Void) {
    var why: Int32 = 0
    guard let handle = unsafe focuskey_sound_open(server, &why) else {
      let isMissing = why == Int32(FOCUSKEY_SOUND_NO_LIBRARY)
      return opened(
        isMissing
          ? "the library is missing; install it with: sudo apt install libpulse0" : "no sound server can be reached")
    }
    shared.withLock { shared in unsafe shared.handle = handle }
    opened(nil)
    // What was asked for before there was somebody to wake.
    var goesOn = unsafe obey(handle, heed)
    while goesOn {
      let event = unsafe focuskey_sound_wait(handle)
      switch event.kind {
      case FOCUSKEY_SOUND_LEVEL: heed(.level(event.peak))
      case FOCUSKEY_SOUND_CALL: heed(.call(event.is_on != 0))
      case FOCUSKEY_SOUND_MICROPHONE_LOST: heed(.microphoneLost)
      case FOCUSKEY_SOUND_WOKEN: goesOn = unsafe obey(handle, heed)
      default:
        heed(.lost)
        goesOn = false
      }
    }
    shared.withLock { shared in unsafe shared.handle = nil }
    unsafe focuskey_sound_close(handle)
  }

  /// Carries out the requests; returns whether more may come.
  private func obey(_ handle: OpaquePointer, _ heed: (Event) -> Void) -> Bool {
    let requests = shared.withLock { shared in
      defer { shared.requests = [] }
      return shared.requests
    }
    for request in requests {
      switch request {
      case .listen:
        if unsafe focuskey_sound_listen(handle, source) != 0 { heed(.microphoneLost) }
      case .unlisten: unsafe focuskey_sound_unlisten(handle)
      case .watchCalls: unsafe focuskey_sound_watch_calls(handle)
      case .play(let samples):
        unsafe samples.withUnsafeBufferPointer { samples in
          _ = unsafe focuskey_sound_play(handle, samples.baseAddress, samples.count)
        }
      case .silence: unsafe focuskey_sound_silence(handle)
      case .end: return false
      }
    }
    return true
  }
}
