package import FocusPorts
internal import LinuxRuntime
package import TagFormats

/// Readers that libnfc drives: PN532 boards and USB sticks that PC/SC does not know.
///
/// Each device lives in a process of its own (`focuskey-libnfc`), because libnfc 1.8 may abort or hang the process that
/// calls it. A process that died, hangs or lost its device is noticed within two seconds, told once and started again.
///
/// What waiting costs, for each device: its process wakes eleven times a second and this one three times, together for
/// less than 0.1 % of a processor. libnfc's own select is behind it, which returns every 350 ms.
package final class LibNFCReader: TagReader {
  package static let backend = "libnfc"

  package struct Settings: Sendable {
    /// The program that runs once for each device: `focuskey-libnfc` beside the running program.
    package var program: String
    /// What to read of a card when it arrives; `nil` for only its UID.
    package var scope: ReadingScope? = .tap
    /// Whether to read the tap counter of the card with this UID too.
    package var counts: @Sendable ([UInt8]) -> Bool = { _ in false }
    /// Whether FeliCa cards are looked for too. Then the chip is asked for each kind in turn, twelve times a second.
    package var looksForFeliCa = false

    package init() {
      program = Environment.companion("focuskey-libnfc")
    }
  }

  package enum NoCard: Error, Equatable, Sendable {
    /// The device is unknown, or it is away.
    case noReader
    /// No card is on the reader, or more than one.
    case noCard
  }

  private struct State: Sendable {
    var mailboxes: [ReaderName: DeviceMailbox] = [:]
    var events: AsyncStream<ReaderEvent>.Continuation?
  }

  private let devices: [LibNFCDevice]
  private let settings: Settings
  private let state = Locked(State())

  /// Prepares the devices for ``events()``; those that are missing are awaited.
  package init(_ devices: [LibNFCDevice], _ settings: Settings = Settings()) {
    self.devices = devices
    self.settings = settings
  }

  /// Begins to watch; the stream has all events in order.
  package func events() -> AsyncStream<ReaderEvent> {
    let (stream, continuation) = AsyncStream<ReaderEvent>.makeStream()
    state.withLock { $0.events = continuation }
    for device in devices {
      let mailbox = DeviceMailbox { event in continuation.yield(event) }
      // A device that is named twice is one.
      let isNew = state.withLock { state in
        guard state.mailboxes[device.reader] == nil else { return false }
        state.mailboxes[device.reader] = mailbox
        return true
      }
      guard isNew else { continue }
      startThread(named: "libnfc") { [settings] in
        var thread = DeviceThread(device, settings: settings, mailbox: mailbox)
        thread.run()
      }
    }
    return stream
  }

  /// Does nothing: libnfc reaches no lights or sounds on PN532 boards and sticks.
  package func signal(_ feedback: ReaderFeedback, at reader: ReaderName) async {}

  /// Ends every device's process and thread, within 200 ms, and the stream of events.
  package func stop() async {
    let (mailboxes, events) = state.withLock { state in
      defer { state = State() }
      return (Array(state.mailboxes.values), state.events)
    }
    // All begin to stop before the first is waited for.
    for mailbox in mailboxes { mailbox.stop {} }
    for mailbox in mailboxes {
      await withCheckedContinuation { continuation in mailbox.stop { continuation.resume() } }
    }
    events?.finish()
  }

  /// Releases devices that another program should have, and claims the others again.
  package func lend(_ isLent: (ReaderName) -> Bool) {
    for (reader, mailbox) in state.withLock(\.mailboxes) { mailbox.lend(isLent(reader)) }
  }

  /// Runs `body` alone with the card, on the device's own thread, where it may block.
  package func withCard<Outcome: Sendable>(
    at reader: ReaderName, _ body: @escaping @Sendable (inout LibNFCSession) -> Outcome
  ) async throws(NoCard) -> Outcome {
    guard let mailbox = state.withLock({ $0.mailboxes[reader] }) else { throw .noReader }
    let outcome: Result<Outcome, NoCard> = await withCheckedContinuation { continuation in
      mailbox.ask(
        DeviceMailbox.Work(
          body: { session in continuation.resume(returning: .success(body(&session))) },
          failed: { reason in continuation.resume(returning: .failure(reason)) }))
    }
    return try outcome.get()
  }
}
