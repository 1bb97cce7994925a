public import FocusPorts
internal import LinuxRuntime
public import TagFormats

/// Readers that libnfc drives: PN532 boards and USB sticks that PC/SC does not know.
///
/// Each device lives in a process of its own (`focuskey-libnfc`), because libnfc 1.8 may abort or hang the process that calls it. A process that
/// died, hangs or lost its device is noticed within two seconds, told once and started again.
///
/// What waiting costs, for each device: its process wakes eleven times a second and this one three times, both for microseconds.
public final class LibNFCReader: TagReader {
  private let desks: [(name: ReaderName, desk: DeviceDesk)]
  private let stream: AsyncStream<ReaderEvent>
  private let continuation: AsyncStream<ReaderEvent>.Continuation

  /// Starts to watch some devices.
  ///
  /// - Parameters:
  ///   - devices: which; those that are not there yet are awaited.
  ///   - program: the program `focuskey-libnfc`; `nil` for the one beside the running program.
  ///   - scope: what to find out of a card beyond its message.
  public init(_ devices: [LibNFCDevice], program: String? = nil, scope: ReadingScope = .tap) {
    let (stream, continuation) = AsyncStream<ReaderEvent>.makeStream()
    self.stream = stream
    self.continuation = continuation
    let program = program ?? Self.programBeside(Environment.programPath() ?? "")
    desks = devices.map { device in
      let desk = DeviceDesk { event in continuation.yield(event) }
      startThread(named: "libnfc") {
        var thread = DeviceThread(device, program: program, scope: scope, desk: desk)
        thread.run()
      }
      return (ReaderName(backend: "libnfc", name: device.name), desk)
    }
  }

  /// What happens at the readers, from the start on. The stream is one: who asks twice shares it.
  public func events() -> AsyncStream<ReaderEvent> {
    stream
  }

  /// PN532 boards and sticks have neither lights nor sounds that libnfc reaches.
  public func signal(_ feedback: ReaderFeedback, at reader: ReaderName) async {}

  /// Ends every device's process and thread, within 200 ms, and the stream of events.
  public func stop() async {
    for (_, desk) in desks {
      // Each thread takes at most 200 ms, and they all began with the first word.
      desk.stop {}
    }
    for (_, desk) in desks {
      await withCheckedContinuation { continuation in desk.stop { continuation.resume() } }
    }
    continuation.finish()
  }

  /// Works with the card that lies on a reader: the body gets what was seen of the card and a way to send it commands.
  ///
  /// The body runs on the reader's own thread and may block there. No other card answers to the commands: once this one is gone, so is every
  /// answer.
  ///
  /// - Returns: what the body returned; `nil` if no such reader is known, or if no single card lies on it.
  public func withCard<Outcome: Sendable>(
    on reader: ReaderName, _ body: @escaping @Sendable (CardSighting, (CardCommand) -> CardAnswer) -> Outcome
  ) async -> Outcome? {
    guard let desk = desks.first(where: { $0.name == reader })?.desk else { return nil }
    return await withCheckedContinuation { continuation in
      desk.ask { sighting, send in continuation.resume(returning: sighting.map { body($0, send) }) }
    }
  }

  private static func programBeside(_ own: String) -> String {
    "\(own.prefix(upTo: own.lastIndex(of: "/") ?? own.startIndex))/focuskey-libnfc"
  }
}
