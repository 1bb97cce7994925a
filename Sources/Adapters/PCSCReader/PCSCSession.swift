package import TagFormats

enum OtherCards: Equatable, Sendable {
  /// It was not asked, or this reader shows one card only.
  case unknown
  case alone
  case others
  /// The question got no answer, or one too slow to ask each time.
  case untold
}

/// A conversation with the card on a reader: nobody else gets between, and the card stays as it is at the end.
///
/// A call blocks as long as the card keeps silent, and no call of PC/SC can be given up; so a session belongs on a
/// thread that can.
package struct PCSCSession: ~Copyable, CardConversation {
  private var card: CardHandle
  private var speech: ReaderDialect
  private var isSpeechSure = true
  private var seen: CardSighting
  private(set) var fault: PCSCError?
  /// Whether the card refused a command or kept silent: it may have left for a moment.
  private(set) var hadTrouble = false
  private var hasSpoken = false
  private(set) var company = OtherCards.unknown
  package private(set) var exchanges = 0

  package var sighting: CardSighting { seen }

  package var limits: CarrierLimits { speech.limits }

  /// The reader's dialect as found; `nil` if that is not sure.
  var learnedSpeech: ReaderDialect? { isSpeechSure ? speech : nil }

  /// `speech` is the dialect if it is known from an earlier card.
  static func open(
    _ reader: String, on context: borrowing PCSCContext, atr: [UInt8], speech: ReaderDialect?, looksForOthers: Bool
  ) throws(PCSCError) -> PCSCSession {
    var session = PCSCSession(
      card: try CardHandle(reader, on: context), speech: speech ?? .storage,
      seen: CardSighting(atr: atr))
    try session.card.beginTransaction()
    // A program that looks while pcscd is at it sees the card before its answer to reset.
    if session.seen.type == nil { session.seen = CardSighting(atr: try session.card.answerToReset()) }
    if speech == nil, session.seen.type != .type4 { try session.learn() }
    let isListed = looksForOthers && (session.seen.type == .type2 || session.seen.type == .classic)
    let listed = isListed ? try session.list() : nil
    session.seen.uid = if let listed { listed } else { try session.identify() }
    // A card that does not answer the reader either has left.
    if session.seen.uid.isEmpty, session.company == .untold { session.company = .unknown }
    return session
  }

  private init(card: consuming CardHandle, speech: ReaderDialect, seen: CardSighting) {
    self.card = card
    self.speech = speech
    self.seen = seen
  }

  package mutating func exchange(_ command: CardCommand) -> CardAnswer {
    var answer = carry(command)
    if answer == .refused || answer == .silent || answer == .gone { hadTrouble = true }
    // A card that refused its last command answers nothing until it is selected again.
    if !hasSpoken, command != .reselect, answer == .refused || answer == .silent, carry(.reselect) == .acknowledged {
      answer = carry(command)
    }
    hasSpoken = true
    return answer
  }

  private mutating func carry(_ command: CardCommand) -> CardAnswer {
    if fault != nil { return .gone }
    do throws(PCSCError) {
      if command == .reselect { return try reselect() }
      guard let wrapped = PseudoAPDU(command, through: speech, uid: seen.uid) else { return .notCarried }
      for octets in wrapped.before {
        let answer = try transmit(octets)
        if answer.count < 2 { return .gone }
        if answer.suffix(2) != [0x90, 0x00] { return .refused }
      }
      let answer = wrapped.answer(from: try transmit(wrapped.octets))
      for octets in wrapped.after { _ = try transmit(octets) }
      return answer
    } catch {
      return answer(to: error)
    }
  }

  /// Sends a command meant for the reader itself, in the way of one for the card.
  mutating func tellReader(_ command: [UInt8]) -> [UInt8]? {
    do throws(PCSCError) { return try transmit(command) } catch { return nil }
  }

  private mutating func transmit(_ command: [UInt8]) throws(PCSCError) -> [UInt8] {
    exchanges += 1
    return try card.transmit(command)
  }

  /// Finds out the reader's dialect.
  private mutating func learn() throws(PCSCError) {
    for question in ReaderDialect.questions {
      let answer = try transmit(question.command)
      if question.isYes(answer) {
        speech = question.speech
        if speech == .transparent { _ = try transmit(Transparent.end) }
        return
      }
      // "Not possible" and "not now" are the same word: another card may find a better answer.
      if answer == Self.anyFailure {
        isSpeechSure = false
        hadTrouble = true
      }
    }
    speech = .storage
  }

  /// The card's UID as the reader tells it; empty if it does not.
  private mutating func identify() throws(PCSCError) -> [UInt8] {
    for _ in 0..<2 {
      let answer = try transmit([0xFF, 0xCA, 0x00, 0x00, 0x00])
      if answer.count > 2, answer.suffix(2) == [0x90, 0x00] { return Array(answer.dropLast(2)) }
      if answer != Self.anyFailure { return [] }
      hadTrouble = true
    }
    return []
  }

  /// The UID by the chip itself, which sees a second card too; `nil` if the reader cannot ask it.
  private mutating func list() throws(PCSCError) -> [UInt8]? {
    guard speech == .direct else { return nil }
    let start = ContinuousClock.now
    let answer = try transmit(PassiveTargets.question)
    guard let targets = PassiveTargets(answer) else {
      company = .untold
      hadTrouble = true
      return nil
    }
    // It has just moved out of reach, which says nothing about the reader.
    guard let first = targets.uids.first else {
      hadTrouble = true
      return nil
    }
    let isSlow = ContinuousClock.now - start > Self.listingPatience
    company = if targets.uids.count > 1 { .others } else if isSlow { .untold } else { .alone }
    return first
  }

  /// A chip that looks longer for a second card would delay every tap.
  private static let listingPatience = Duration.milliseconds(400)

  /// What an ACR122U answers to any failure.
  private static let anyFailure: [UInt8] = [0x63, 0x00]

  /// Selects the card again; another card's answer does not count.
  private mutating func reselect() throws(PCSCError) -> CardAnswer {
    if speech == .direct, seen.type != .type4, seen.type != .type3 {
      let answer = try transmit(PseudoAPDU.direct([0xD4, 0x4A, 0x01, 0x00]))
      return PassiveTargets(answer)?.uids == [seen.uid] ? .acknowledged : .gone
    }
    try card.reconnect(reset: true)
    return try identify() == seen.uid ? .acknowledged : .gone
  }

  private mutating func answer(to fault: PCSCError) -> CardAnswer {
    switch fault.code {
    // The card took no part: it is mute, or it has just left and pcscd does not know yet. A new connection tells.
    case .notTransacted, .resetCard:
      do throws(PCSCError) {
        try card.reconnect(reset: false)
        return try identify() == seen.uid ? .silent : .gone
      } catch {
        self.fault = error
        return .gone
      }
    default:
      self.fault = fault
      return .gone
    }
  }
}
