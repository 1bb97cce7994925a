internal import CardModels
package import FeaturePorts
internal import FocusLinks
internal import NDEF
internal import SimulatedReader
internal import TagFormats

/// Puts cards on the simulated reader for those who have none, and waits for what the tap came to.
///
/// The link travels as on any other card: as an NDEF message in the memory of an NTAG, read by the dialogue, decoded
/// and routed.
package actor SimulatedTaps: SimulatedHand {
  private let reader: SimulatedReader
  private let loop: EventLoop
  private var waiting: [CheckedContinuation<EngineAnswer, Never>] = []

  init(reader: SimulatedReader, loop: EventLoop) {
    self.reader = reader
    self.loop = loop
  }

  package func tap(link: String?, uid: [UInt8], asWritten: Bool) async throws(Failure) -> EngineAnswer {
    let card = try Self.card(link: link, uid: uid)
    return await withCheckedContinuation { continuation in
      waiting.append(continuation)
      Task(executorPreference: loop) { [self] in await reader.tap(with: card, asWritten: asWritten) }
    }
  }

  package func lift() async {
    await reader.lift()
  }

  /// Tells the hand that taps what came of it; taps are answered in the order in which they were made. A card that was
  /// put down to be written is not one of them.
  package func passOn(_ answer: EngineAnswer, to event: ReaderEvent) {
    switch event {
    case .arrived(_, _, atStart: true): break
    case .arrived, .unreadable, .severalCards:
      if !waiting.isEmpty { waiting.removeFirst().resume(returning: answer) }
    case .ready, .lost, .left: break
    }
  }

  // MARK: Who writes

  package func card(orPutBlank: Bool) async -> SimulatedCardSeen? {
    let card = await reader.card(orPut: orPutBlank ? Self.blank : nil)
    return card.map { card in
      guard case .type2(let chip) = card else { return SimulatedCardSeen(uid: card.sighting.uid, chip: "") }
      return SimulatedCardSeen(uid: card.sighting.uid, chip: chip.chip.name)
    }
  }

  package func exchange(frame: [UInt8]?, with uid: [UInt8]) async -> SimulatedReply {
    let command: CardCommand
    if let frame {
      guard let known = Type2Command(frame: frame) else { return SimulatedReply(word: "not-carried") }
      command = .type2(known)
    } else {
      command = .reselect
    }
    switch await reader.exchange(command, with: uid) {
    case .data(let octets): return SimulatedReply(word: "data", octets: octets)
    case .acknowledged: return SimulatedReply(word: "acknowledged")
    case .refused: return SimulatedReply(word: "refused")
    case .silent: return SimulatedReply(word: "silent")
    case .gone: return SimulatedReply(word: "gone")
    case .notCarried: return SimulatedReply(word: "not-carried")
    }
  }

  package func release() async {
    await reader.release()
  }

  @Sendable private static func blank() -> CardModel? {
    // 0x04 is the maker's octet of NXP (ISO/IEC 7816-6), as on a real NTAG.
    Type2Card(.ntag213, uid: [0x04] + (0..<6).map { _ in UInt8.random(in: 0...255) }).map { .type2($0) }
  }

  private static func card(link: String?, uid: [UInt8]) throws(Failure) -> CardModel {
    guard uid.count == 7 else {
      throw Failure(
        .badData, "wrong-uid", "a card's UID has 7 bytes", at: "\(uid.count) bytes", advice: "give 14 hex digits")
    }
    var message: [UInt8] = []
    if let link {
      guard let record = try? URIRecord(link).record else {
        throw Failure(.badData, "not-a-link", "the link contains a control character", advice: "check the link")
      }
      message = NDEFMessage([record]).encoded()
    }
    // The smallest that holds it, as a person would buy them.
    for chip in [Chip.ntag213, .ntag215, .ntag216] {
      if message.isEmpty, let blank = Type2Card(chip, uid: uid) { return .type2(blank) }
      if let card = Type2Card(chip, uid: uid, holding: message) { return .type2(card) }
    }
    // NTAG216: 872 octets of data area, less the message's own frame.
    throw Failure(
      .badData, "too-long", "the link takes \(message.count) bytes on a card", advice: "the largest card takes 868")
  }
}
