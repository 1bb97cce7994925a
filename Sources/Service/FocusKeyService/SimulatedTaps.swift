internal import CardModels
internal import FocusEngine
internal import FocusLinks
internal import FocusPorts
internal import FocusSession
internal import LinuxRuntime
internal import NDEF
internal import ServiceAPI
internal import SimulatedReader
internal import TagFormats

/// Puts cards on the simulated reader for those who have none, and waits for what the tap came to.
///
/// The link travels as on any other card: as an NDEF message in the memory of an NTAG, read by the dialogue, decoded
/// and routed.
actor SimulatedTaps: SimulatedHand {
  private let reader: SimulatedReader
  private let loop: EventLoop
  private var waiting: [CheckedContinuation<EngineAnswer, Never>] = []

  init(reader: SimulatedReader, loop: EventLoop) {
    self.reader = reader
    self.loop = loop
  }

  /// A hand taps with a card that holds the link, or none.
  func tap(link: String?, uid: [UInt8]) async throws(SimulatedTapError) -> EngineAnswer {
    let card = try Self.card(link: link, uid: uid)
    return await withCheckedContinuation { continuation in
      waiting.append(continuation)
      Task(executorPreference: loop) { [self] in await reader.tap(with: card) }
    }
  }

  /// The card is taken away.
  func lift() async {
    await reader.lift()
  }

  /// Tells the hand that taps what came of it; taps are answered in the order in which they were made.
  func passOn(_ answer: EngineAnswer, to event: ReaderEvent) {
    switch event {
    case .arrived, .unreadable, .severalCards:
      if !waiting.isEmpty { waiting.removeFirst().resume(returning: answer) }
    case .ready, .lost, .left: break
    }
  }

  private static func card(link: String?, uid: [UInt8]) throws(SimulatedTapError) -> CardModel {
    guard uid.count == 7 else { throw .wrongUID(octets: uid.count) }
    var message: [UInt8] = []
    if let link {
      guard let record = try? URIRecord(link).record else { throw .notALink }
      message = NDEFMessage([record]).encoded()
    }
    // The smallest that holds it, as a person would buy them.
    for chip in [Chip.ntag213, .ntag215, .ntag216] {
      if message.isEmpty, let blank = Type2Card(chip, uid: uid) { return .type2(blank) }
      if let card = Type2Card(chip, uid: uid, holding: message) { return .type2(card) }
    }
    // NTAG216: 872 octets of data area, less the message's own frame.
    throw .tooLong(octets: message.count, most: 868)
  }
}
