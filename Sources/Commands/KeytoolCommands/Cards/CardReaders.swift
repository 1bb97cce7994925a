internal import CommandShell
internal import FocusPorts
internal import LibNFCReader
internal import PCSCReader
internal import TagFormats

/// The readers of this computer as a command uses them: it waits for a card, works with it, waits until it is gone.
struct CardReaders {
  private enum Occurrence: Sendable {
    case reader(ReaderEvent)
    case timeIsUp(Int)
  }

  /// How long a command waits for a card if no limit is given.
  private static let patience = Duration.seconds(60)

  let live: ProgressLine
  private let lease: ReaderLease?
  private let simulated: SimulatedBench?
  private let pcsc: PCSCReader?
  private let libnfc: LibNFCReader?
  private let occurrences: AsyncStream<Occurrence>
  private var iterator: AsyncStream<Occurrence>.Iterator
  private let add: AsyncStream<Occurrence>.Continuation
  private let limit: Duration
  private let choice: ReaderChoice
  private var lying: [ReaderName: [UInt8]] = [:]
  private var waits = 0
  /// What keeps the awaited card from being used.
  private var obstacle: String?

  /// Opens the readers, works, and releases them.
  static func use<Result>(
    _ context: CommandContext, _ body: (inout CardReaders) async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    var station = try CardReaders(context)
    do throws(Failure) {
      let result = try await body(&station)
      await station.close()
      return result
    } catch {
      station.live.clear()
      await station.close()
      throw error
    }
  }

  private func close() async {
    await pcsc?.stop()
    await libnfc?.stop()
    simulated?.release()
  }

  private init(_ context: CommandContext) throws(Failure) {
    choice = try ReaderChoice(context)
    live = ProgressLine(context)
    simulated = choice.simulated
    // A card on the simulated reader is read by the service before anyone else, so there is nothing to be lent.
    lease = choice.simulated == nil ? ReaderLease(context, of: choice.lease) : nil
    limit = context.invocation[CardOptions.timeout] ?? Self.patience
    (occurrences, add) = AsyncStream.makeStream(of: Occurrence.self)
    iterator = occurrences.makeAsyncIterator()
    if choice.usesPCSC {
      var settings = PCSCReader.Settings()
      settings.scope = nil
      settings.only = choice.onlyPCSC
      pcsc = PCSCReader(settings)
    } else {
      pcsc = nil
    }
    if choice.libnfc.isEmpty {
      libnfc = nil
    } else {
      var settings = LibNFCReader.Settings()
      settings.scope = nil
      libnfc = LibNFCReader(choice.libnfc, settings)
    }
    listen(to: pcsc?.events())
    listen(to: libnfc?.events())
    listen(to: simulated?.events())
  }

  private func listen(to events: AsyncStream<ReaderEvent>?) {
    guard let events else { return }
    Task { [add] in for await event in events { add.yield(.reader(event)) } }
  }

  /// Waits for a card, unless one is there; `orBlank` may put a blank one on the simulated reader.
  mutating func nextCard(orBlank: Bool = false) async throws(Failure) -> ReaderName {
    if orBlank { try simulated?.card(orPutBlank: true) }
    if let reader = lying.keys.first { return reader }
    live.show("waiting for a card on \(choice.choices.map(\.name).joined(separator: ", "))")
    startTimer()
    while let occurrence = await iterator.next(isolation: #isolation) {
      switch occurrence {
      case .timeIsUp(waits): throw .noCard(within: limit, because: obstacle)
      case .timeIsUp: break
      case .reader(let event):
        follow(event)
        try report(event)
        if case .unreadable(let reader, let uid, _) = event, reader.backend == PCSCReader.backend {
          try await checkObstacle(at: reader, uid ?? [])
        }
        if let reader = lying.keys.first { return reader }
      }
    }
    throw .noReader
  }

  /// Finds out why a card could not be read; throws if waiting will not change that.
  private mutating func checkObstacle(at reader: ReaderName, _ uid: [UInt8]) async throws(Failure) {
    do throws(Failure) {
      try await work(at: reader) { _ throws(Failure) in }
      lying[reader] = uid
    } catch {
      // Anything else may be a hand that moves.
      guard [.timedOut, .no, .notAllowed].contains(error.exitCode) else { return }
      throw error
    }
  }

  /// The UID of the card on a reader; empty if the reader does not tell it.
  func uid(at reader: ReaderName) -> [UInt8] { lying[reader] ?? [] }

  private mutating func report(_ event: ReaderEvent) throws(Failure) {
    switch event {
    case .unreadable(let reader, _, let why): keepObstacle("\(choice.name(of: reader)): \(why)")
    case .severalCards(let reader):
      keepObstacle("\(choice.name(of: reader)): there are several cards: leave only one")
    case .lost(let reader, let why) where reader.backend == LibNFCReader.backend:
      guard choice.choices.count == 1, let device = choice.libnfc.first else { break }
      if let failure = Failure.unreachable(device, why: why) { throw failure }
      keepObstacle("\(choice.name(of: reader)): \(why)")
    case .ready, .arrived, .left: obstacle = nil
    case .lost: break
    }
  }

  /// Says what is in the way, now and again if it is still there when the time is up.
  private mutating func keepObstacle(_ words: String) {
    live.keep(words)
    obstacle = words
  }

  /// What happens at the readers next; `nil` when the time is up.
  mutating func nextEvent() async -> ReaderEvent? {
    while let occurrence = await iterator.next(isolation: #isolation) {
      switch occurrence {
      case .timeIsUp(waits): return nil
      case .timeIsUp: break
      case .reader(let event):
        follow(event)
        return event
      }
    }
    return nil
  }

  mutating func startTimer() {
    waits += 1
    let (number, limit, add) = (waits, limit, add)
    Task {
      try? await Task.sleep(for: limit)
      add.yield(.timeIsUp(number))
    }
  }

  mutating func waitForRemoval(from reader: ReaderName) async throws(Failure) {
    live.show("take the card away")
    try simulated?.lift()
    startTimer()
    while lying[reader] != nil, let occurrence = await iterator.next(isolation: #isolation) {
      switch occurrence {
      case .timeIsUp(waits): throw .noCard(within: limit)
      case .timeIsUp: break
      case .reader(let event): follow(event)
      }
    }
  }

  mutating func work<Result: Sendable>(
    at reader: ReaderName, _ body: @escaping @Sendable (inout CardSession) throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    // The body runs on the reader's thread, and its error comes back from there as a value.
    let work: @Sendable (inout CardSession) -> Swift.Result<Result, Failure> = { card in
      do throws(Failure) { return .success(try body(&card)) } catch { return .failure(error) }
    }
    let outcome: Swift.Result<Result, Failure>
    if let simulated {
      outcome = CardSession.over(try simulated.session(), work)
    } else if reader.backend == LibNFCReader.backend, let libnfc {
      do throws(LibNFCReader.NoCard) {
        outcome = try await libnfc.withCard(at: reader) { session in CardSession.over(&session, work) }
      } catch {
        throw error == .noCard ? .cardLeft : .pcsc(PCSCError("open", .unknownReader), reader: reader.name)
      }
    } else {
      do throws(PCSCError) {
        guard let pcsc else { throw PCSCError("SCardConnect", .unknownReader) }
        outcome = try await pcsc.withCard(at: reader) { session in CardSession.over(&session, work) }
      } catch {
        throw .pcsc(error, reader: reader.name)
      }
    }
    return try outcome.get()
  }

  private mutating func follow(_ event: ReaderEvent) {
    switch event {
    case .arrived(let reader, let card, _): lying[reader] = card.uid
    case .left(let reader, _), .lost(let reader, _), .severalCards(let reader), .unreadable(let reader, _, _):
      lying[reader] = nil
    case .ready: break
    }
  }
}
