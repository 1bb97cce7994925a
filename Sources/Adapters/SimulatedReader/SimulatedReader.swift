internal import CardArrivals
package import CardModels
package import FocusPorts
package import TagFormats

/// A reader without hardware. The cards that are put on it are real card memories, read and written by the same
/// dialogues as on any other reader; they keep what was written to them.
package actor SimulatedReader: TagReader {
  package static let name = ReaderName(backend: "simulated", name: "Simulated reader")

  private nonisolated let stream: AsyncStream<ReaderEvent>
  private let tell: AsyncStream<ReaderEvent>.Continuation
  private let away: @Sendable () async -> Void
  private var arrivals = CardArrivals(SimulatedReader.name)
  private var lying: CardModel?
  private var lastFeedback: ReaderFeedback?
  private var written: WrittenCards

  /// `memory` keeps written cards beyond the service; `away` waits until a card counts again.
  package init(memory: String? = nil, away: @escaping @Sendable () async -> Void) {
    self.away = away
    written = WrittenCards(file: memory)
    (stream, tell) = AsyncStream.makeStream(of: ReaderEvent.self)
    for event in arrivals.report(.ready, at: 0) + arrivals.report(.empty, at: 0) { tell.yield(event) }
  }

  package nonisolated func events() -> AsyncStream<ReaderEvent> { stream }

  /// Only remembers the last light and sound: a reader without hardware can do no more.
  package func signal(_ feedback: ReaderFeedback, at reader: ReaderName) {
    lastFeedback = feedback
  }

  package func stop() {
    written.save()
    tell.finish()
  }

  // MARK: The hand

  /// A hand taps with a card: it takes away what is there and puts the card down. The same card is held away for as
  /// long as it must have been away to count again.
  ///
  /// - Parameters:
  ///   - card: the card as it was bought.
  ///   - asWritten: whether what was written to the card with this number since is on it; else the card is a new one.
  package func tap(with card: CardModel, asWritten: Bool) async {
    let uid = card.sighting.uid
    let isSame = lying.map { $0.sighting.uid == uid } ?? false
    lift()
    if isSame { await away() }
    if !asWritten { written.forget(uid) }
    put(written[uid] ?? card)
    // A card that counts its taps has counted this one.
    if let lying { written.note(lying) }
    written.save()
  }

  package func put(_ card: CardModel) { put(card, isTap: true) }

  private func put(_ card: CardModel, isTap: Bool) {
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
      report(.read(presented, isSteady: true), isTap: isTap)
    case .failed(let error): report(.unreadable(uid: sighting.uid, why: error.words), isTap: isTap)
    case .send: break
    }
  }

  /// Removes the card; without one, nothing happens.
  package func lift() {
    guard lying != nil else { return }
    lying = nil
    report(.empty)
  }

  // MARK: Who writes

  /// The card on the reader. If there is none and a blank one is wanted, a hand puts it down, which is not a tap: it
  /// is there to be written.
  ///
  /// - Parameter blank: makes a blank card.
  package func card(orPut blank: (@Sendable () -> CardModel?)?) -> CardModel? {
    if lying == nil, let card = blank?() { put(card, isTap: false) }
    return lying
  }

  /// Sends one command to the card with that number; another card, or none, gives no answer.
  package func exchange(_ command: CardCommand, with uid: [UInt8]) -> CardAnswer {
    guard var card = lying, card.sighting.uid == uid else { return .gone }
    let answer = card.answer(to: command)
    if lying != card {
      lying = card
      if case .type2(.write) = command, answer == .acknowledged { written.keep(card) }
      written.note(card)
    }
    return answer
  }

  /// Saves the cards beyond the service, once the program that wrote to them is done.
  package func release() {
    written.save()
  }

  /// Time is always 0 here. What is not a tap is reported as a card that was there at the start.
  private func report(_ observation: CardArrivals.Observation, isTap: Bool = true) {
    for event in arrivals.report(observation, at: 0) {
      if case .arrived(let reader, let card, _) = event, !isTap {
        tell.yield(.arrived(reader, card, atStart: true))
      } else {
        tell.yield(event)
      }
    }
  }
}

extension TagError {
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
