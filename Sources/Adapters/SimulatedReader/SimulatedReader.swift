internal import CardArrivals
public import CardModels
public import FocusPorts
internal import TagFormats

/// A reader without hardware: the cards that are put on it are real card memories, and they are read by the same
/// dialogues as on any other reader.
public actor SimulatedReader: TagReader {
  /// The name under which it is listed.
  public static let name = ReaderName(backend: "simulated", name: "Simulated reader")

  private nonisolated let stream: AsyncStream<ReaderEvent>
  private let tell: AsyncStream<ReaderEvent>.Continuation
  private let away: @Sendable () async -> Void
  private var arrivals = CardArrivals(SimulatedReader.name)
  private var lying: CardModel?
  private var lastFeedback: ReaderFeedback?

  /// A reader with nothing on it.
  ///
  /// - Parameter away: waits for as long as a card must have been away before it counts again; the hand that taps does
  ///   so.
  public init(away: @escaping @Sendable () async -> Void) {
    self.away = away
    (stream, tell) = AsyncStream.makeStream(of: ReaderEvent.self)
    for event in arrivals.report(.ready, at: 0) + arrivals.report(.empty, at: 0) { tell.yield(event) }
  }

  /// What happens at the reader.
  public nonisolated func events() -> AsyncStream<ReaderEvent> { stream }

  /// Remembers the last light and sound, which is all that a reader without hardware can do with them.
  public func signal(_ feedback: ReaderFeedback, at reader: ReaderName) {
    lastFeedback = feedback
  }

  /// The reader is gone.
  public func stop() {
    tell.finish()
  }

  /// A hand taps with a card: it takes away what is there and puts the card down. The same card is held away for as
  /// long as it must have been away to count again.
  public func tap(with card: CardModel) async {
    let isSame = lying.map { $0.sighting.uid == card.sighting.uid } ?? false
    lift()
    if isSame { await away() }
    put(card)
  }

  /// A card comes to lie on the reader.
  public func put(_ card: CardModel) {
    var card = card
    card.leaveField()
    let sighting = card.sighting
    var dialogue = ReadDialogue(sighting, scope: [.chip, .counter])
    var step = dialogue.next(after: nil)
    while case .send(let command) = step { step = dialogue.next(after: card.answer(to: command)) }
    lying = card
    switch step {
    case .done(let contents):
      let presented = PresentedCard(
        uid: contents.uid, chip: contents.chip.name, message: contents.message.octets,
        counter: contents.counter.map(Int.init))
      report(.read(presented, isSteady: true))
    case .failed(let error): report(.unreadable(uid: sighting.uid, why: error.words))
    case .send: break
    }
  }

  /// The card is taken away; nothing happens if there is none.
  public func lift() {
    guard lying != nil else { return }
    lying = nil
    report(.empty)
  }

  /// Time plays no part: this reader is never lost, and every reading is steady.
  private func report(_ observation: CardArrivals.Observation) {
    for event in arrivals.report(observation, at: 0) { tell.yield(event) }
  }
}

extension TagError {
  /// Why a card could not be read.
  fileprivate var words: String {
    switch self {
    case .cardLeft: "it was removed while it was being read"
    case .noAnswer: "it does not answer"
    case .refused: "it refuses to be read"
    case .badAnswer: "its answers are not valid"
    case .notCarried: "this reader does not support it"
    case .status(let status, _): "it refused (\(String(status, radix: 16, uppercase: true)))"
    case .unknownKind: "unknown card: it may not be able to hold a link"
    case .notAsWritten: "the written data does not read back the same"
    case .endless: "it does not come to an end"
    case .layout: "its layout is damaged"
    }
  }
}
