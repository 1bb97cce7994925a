internal import CommandShell
internal import CommandSpec
internal import FocusPorts
internal import LinuxRuntime
internal import PCSCReader
internal import TagFormats

/// The readers of this computer as a command uses them: it waits for a card, works with it, waits until it is gone.
struct CardStation {
  private enum Occurrence: Sendable {
    case reader(ReaderEvent)
    case timeIsUp(Int)
  }

  /// How long a command waits for a card if it is not told.
  private static let patience = Duration.seconds(60)

  let live: LiveLine
  private let lease: ReaderLease?
  private let readers: PCSCReader
  private let occurrences: AsyncStream<Occurrence>
  private var iterator: AsyncStream<Occurrence>.Iterator
  private let add: AsyncStream<Occurrence>.Continuation
  private let limit: Duration
  private let names: [ReaderName]
  private var lying: [ReaderName: [UInt8]] = [:]
  private var waits = 0

  /// Opens the readers, works, and lets them go.
  static func use<Result>(
    _ context: CommandContext, _ body: (inout CardStation) async throws(CommandFailure) -> Result
  ) async throws(CommandFailure) -> Result {
    var station = try CardStation(context)
    do throws(CommandFailure) {
      let result = try await body(&station)
      await station.readers.stop()
      return result
    } catch {
      station.live.clear()
      await station.readers.stop()
      throw error
    }
  }

  private init(_ context: CommandContext) throws(CommandFailure) {
    names = try Self.names(context)
    live = LiveLine(context)
    lease = ReaderLease(context)
    limit = context.invocation[CardOptions.timeout] ?? Self.patience
    var settings = PCSCReader.Settings()
    settings.scope = nil
    settings.only = context.invocation[CardOptions.reader]
    readers = PCSCReader(settings)
    (occurrences, add) = AsyncStream.makeStream(of: Occurrence.self)
    iterator = occurrences.makeAsyncIterator()
    let (events, add) = (readers.events(), add)
    Task { for await event in events { add.yield(.reader(event)) } }
  }

  /// The readers that the command line allows; it is an error if there is none.
  static func names(_ context: CommandContext) throws(CommandFailure) -> [ReaderName] {
    let all: [ReaderName]
    do throws(PCSCFault) { all = try PCSCReader.readers() } catch { throw .pcsc(error, reader: nil) }
    guard !all.isEmpty else { throw .noReader }
    guard let wanted = context.invocation[CardOptions.reader] else { return all }
    let fitting = all.filter { $0.name.contains(wanted) }
    guard !fitting.isEmpty else { throw .noSuchReader(wanted, all.map(\.name)) }
    return fitting
  }

  /// Waits for a card; one that lies there already will do.
  mutating func nextCard() async throws(CommandFailure) -> ReaderName {
    if let reader = lying.keys.first { return reader }
    live.show("waiting for a card on \(names.map(\.name).joined(separator: ", "))")
    startTimer()
    while let occurrence = await iterator.next(isolation: #isolation) {
      switch occurrence {
      case .timeIsUp(waits): throw .noCard(within: limit)
      case .timeIsUp: break
      case .reader(let event):
        take(event)
        if case .unreadable(let reader, _, let why) = event { live.keep("\(reader.name): \(why)") }
        if let reader = lying.keys.first { return reader }
      }
    }
    throw .noReader
  }

  /// What happens at the readers next; `nil` when the time is up.
  mutating func nextEvent() async -> ReaderEvent? {
    while let occurrence = await iterator.next(isolation: #isolation) {
      switch occurrence {
      case .timeIsUp(waits): return nil
      case .timeIsUp: break
      case .reader(let event):
        take(event)
        return event
      }
    }
    return nil
  }

  /// Counts the time from now on.
  mutating func startTimer() {
    waits += 1
    let (number, limit, add) = (waits, limit, add)
    Task {
      try? await Task.sleep(for: limit)
      add.yield(.timeIsUp(number))
    }
  }

  /// Waits until the card on the reader is taken away.
  mutating func waitForRemoval(from reader: ReaderName) async throws(CommandFailure) {
    live.show("take the card away")
    startTimer()
    while lying[reader] != nil, let occurrence = await iterator.next(isolation: #isolation) {
      switch occurrence {
      case .timeIsUp(waits): throw .noCard(within: limit)
      case .timeIsUp: break
      case .reader(let event): take(event)
      }
    }
  }

  /// Works with the card on a reader.
  mutating func work<Result: Sendable>(
    at reader: ReaderName, _ body: @escaping @Sendable (inout CardSession) -> Swift.Result<Result, CommandFailure>
  ) async throws(CommandFailure) -> Result {
    let outcome: Swift.Result<Result, CommandFailure>
    do throws(PCSCFault) {
      outcome = try await readers.withCard(at: reader, body)
    } catch {
      throw .pcsc(error, reader: reader.name)
    }
    return try outcome.get()
  }

  private mutating func take(_ event: ReaderEvent) {
    switch event {
    case .arrived(let reader, let card, _): lying[reader] = card.uid
    case .left(let reader, _), .lost(let reader, _), .severalCards(let reader), .unreadable(let reader, _, _):
      lying[reader] = nil
    case .ready: break
    }
  }
}
