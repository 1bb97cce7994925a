package import FocusPorts
import Glibc
internal import LinuxRuntime
package import TagFormats

/// Notices about PC/SC itself; each is told once per occurrence.
package enum PCSCNotice: Equatable, Sendable {
  /// pcscd cannot be reached; it is tried again until it can.
  case serviceIsMissing(PCSCError)
  case serviceIsBack
  /// pcscd watches fifteen readers at once; these are the ones beyond that.
  case tooManyReaders([String])
}

/// Every reader that PC/SC knows.
///
/// One thread waits for readers and cards; each reader has a thread of its own for the cards, so that one that hangs
/// holds up nobody else. Readers come and go, pcscd stops and starts: it goes on by itself.
package final class PCSCReader: TagReader {
  package static let backend = "pcsc"

  package struct Settings: Sendable {
    package var isSilent = false
    /// What to read of a card when it arrives; `nil` for only its UID.
    package var scope: ReadingScope? = .tap
    /// Whether to read the tap counter of the card with this UID too.
    package var counts: @Sendable ([UInt8]) -> Bool = { _ in false }
    /// How long a card may be silent before its reader's thread is abandoned.
    package var patience: Duration = .seconds(3)
    /// The reader of this name, or those with it in their name; `nil` for all.
    package var only: String?

    package init() {}
  }

  private struct State: Sendable {
    var threads: [String: ReaderThread] = [:]
    var events: AsyncStream<ReaderEvent>.Continuation?
    var watch: ReaderWatch?
  }

  /// How often pcscd may hang up before that counts as a refusal.
  private static let mostHangUps = 2
  /// How many milliseconds `stop` waits for threads that may be stuck with a mute card.
  private static let waitsForThreads = 150

  private let settings: Settings
  private let notice: @Sendable (PCSCNotice) -> Void
  private let state = Locked(State())

  /// Prepares the readers for ``events()``; `notice` is called on a thread of PC/SC.
  package init(_ settings: Settings = Settings(), notice: @escaping @Sendable (PCSCNotice) -> Void = { _ in }) {
    self.settings = settings
    self.notice = notice
  }

  /// Begins to watch; the stream has all events in order.
  package func events() -> AsyncStream<ReaderEvent> {
    let (stream, continuation) = AsyncStream.makeStream(of: ReaderEvent.self)
    let watch = ReaderWatch(notice: notice) { [weak self] changes in
      for change in changes { self?.route(change) }
    }
    state.withLock { state in
      state.events = continuation
      state.watch = watch
    }
    watch.start()
    return stream
  }

  package func signal(_ feedback: ReaderFeedback, at reader: ReaderName) async {
    state.withLock { $0.threads[reader.name] }?.send(.show(feedback))
  }

  /// Ends the watching within milliseconds, whatever a card does.
  package func stop() async {
    let (watch, threads, events) = state.withLock { state in
      defer { state = State() }
      return (state.watch, state.threads, state.events)
    }
    for thread in threads.values { thread.send(.close) }
    // Waiting for threads is not for the shared pool.
    await withCheckedContinuation { continuation in
      startThread(named: "stop") {
        watch?.stop()
        // A program that ends while they are within libpcsclite would pull it away under them; a thread that is stuck
        // is left behind.
        var waits = 0
        while waits < Self.waitsForThreads, threads.values.contains(where: { !$0.isOver }) {
          usleep(1000)
          waits += 1
        }
        continuation.resume()
      }
    }
    events?.finish()
  }

  /// Runs `body` alone with the card; throws if there is none. Later faults show in the answers.
  package func withCard<Result: Sendable>(
    at reader: ReaderName, _ body: @escaping @Sendable (inout PCSCSession) -> Result
  ) async throws(PCSCError) -> Result {
    guard let thread = state.withLock({ $0.threads[reader.name] }) else {
      throw PCSCError("SCardConnect", .unknownReader)
    }
    let outcome: Swift.Result<Result, PCSCError> = await withCheckedContinuation { continuation in
      thread.send(
        .visit(
          ReaderThread.Visit(
            body: { session in continuation.resume(returning: .success(body(&session))) },
            failed: { fault in continuation.resume(returning: .failure(fault)) })))
    }
    return try outcome.get()
  }

  /// The name without pcscd's number, which may change when the reader is plugged in again.
  package static func unnumbered(_ name: String) -> String { SlotNames.unnumbered(name) }

  /// The readers now; throws a security violation if pcscd hangs up on this user (polkit).
  package static func readers() throws(PCSCError) -> [ReaderName] {
    var first = FirstList()
    var hangUps = 0
    while true {
      do throws(PCSCError) {
        let names = try PCSCContext().readers()
        guard names.isEmpty, isAwaited(&first) else { return names.map { ReaderName(backend: backend, name: $0) } }
        usleep(20_000)
      } catch {
        // One that is just starting or stopping hangs up too, and does not keep on with it.
        guard error.code.mayBeHangUp, DaemonSocket.takesConnections else { throw error }
        hangUps += 1
        if hangUps > mostHangUps, !isAwaited(&first) { throw PCSCError(error.call, .securityViolation) }
        usleep(100_000)
      }
    }
  }

  private static func isAwaited(_ list: inout FirstList) -> Bool {
    let now = SinceBoot.milliseconds
    return list.isAwaited(at: now) { DaemonProcess.age(at: now) }
  }
}

extension PCSCReader {
  private func route(_ change: SlotChange) {
    switch change {
    case .ready(let name, let listed):
      thread(of: name)?.send(.ready(listed: listed, at: SinceBoot.milliseconds))
    case .lost(let name, let loss): thread(of: name)?.send(.lost(loss, at: SinceBoot.milliseconds))
    case .cardOut(let name): thread(of: name)?.send(.cardOut)
    case .cardIn(let name, let atr):
      guard let thread = thread(of: name) else { return }
      let job = thread.send(.cardIn(atr: atr))
      // A thread for each arrival, gone with it: a timer of the shared pool would wake the process every second from
      // then on.
      startThread(named: "patience") { [settings] in
        let time = settings.patience.components
        usleep(UInt32(time.seconds * 1_000_000 + time.attoseconds / 1_000_000_000_000))
        self.relieve(thread, of: job)
      }
    }
  }

  private func thread(of name: String) -> ReaderThread? {
    if let only = settings.only, !name.includes(only) { return nil }
    return state.withLock { state in
      guard let events = state.events else { return nil }
      if let thread = state.threads[name] { return thread }
      let reader = ReaderName(backend: Self.backend, name: name)
      let thread = ReaderThread(reader, settings: settings) { events.yield($0) }
      state.threads[name] = thread
      return thread
    }
  }

  /// Replaces a thread that is stuck with a mute card.
  private func relieve(_ stuck: ReaderThread, of job: Int) {
    guard stuck.isAtWork(on: job) else { return }
    state.withLock { state in
      guard let events = state.events, state.threads[stuck.name.name] === stuck else { return }
      state.threads[stuck.name.name] = ReaderThread(stuck.name, settings: settings, inPlaceOf: stuck) {
        events.yield($0)
      }
    }
  }
}
