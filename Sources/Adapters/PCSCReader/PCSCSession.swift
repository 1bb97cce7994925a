package import TagFormats

/// Whether a card has the reader for itself.
enum OtherCards: Equatable, Sendable {
  /// Nobody asked, or this reader shows one card only.
  case unknown
  /// It is the only one.
  case alone
  /// Another card is beside it.
  case others
  /// The question was not answered, or too slowly to be asked each time.
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
  /// The fault that ended the conversation, where one did.
  private(set) var fault: PCSCError?
  /// Whether the card refused a command or kept silent: it may have left for a moment.
  private(set) var hadTrouble = false
  private var hasSpoken = false
  /// What the question for other cards came to.
  private(set) var company = OtherCards.unknown
  /// How many commands went to the reader.
  package private(set) var exchanges = 0

  /// What the reader tells of the card before a dialogue with it.
  package var sighting: CardSighting { seen }

  /// What this reader can carry.
  package var limits: CarrierLimits { speech.limits }

  /// How the reader was found to speak; `nil` if that is not sure.
  var learnedSpeech: ReaderDialect? { isSpeechSure ? speech : nil }

  /// Connects with the card on a reader.
  ///
  /// - Parameters:
  ///   - atr: the card's answer to reset, which tells its kind.
  ///   - speech: how the reader speaks, where that is known from an earlier card.
  ///   - looksForOthers: whether a reader that can is asked for a second card.
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

  /// Carries one command to the card and its answer back.
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

  /// Sends a command for the reader itself that it takes as if for the card.
  mutating func tellReader(_ command: [UInt8]) -> [UInt8]? {
    do throws(PCSCError) { return try transmit(command) } catch { return nil }
  }

  private mutating func transmit(_ command: [UInt8]) throws(PCSCError) -> [UInt8] {
    exchanges += 1
    return try card.transmit(command)
  }

  /// Asks the reader how it speaks.
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

  /// The card's identifier by the reader; empty if it does not tell.
  private mutating func identify() throws(PCSCError) -> [UInt8] {
    for _ in 0..<2 {
      let answer = try transmit([0xFF, 0xCA, 0x00, 0x00, 0x00])
      if answer.count > 2, answer.suffix(2) == [0x90, 0x00] { return Array(answer.dropLast(2)) }
      if answer != Self.anyFailure { return [] }
      hadTrouble = true
    }
    return []
  }

  /// The card's identifier by the chip behind the reader, which tells of a second card too; `nil` if the reader does
  /// not hand this on.
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

  /// A chip that seeks the second card for longer holds up every tap.
  private static let listingPatience = Duration.milliseconds(400)

  /// What an ACR122U answers whatever went wrong.
  private static let anyFailure: [UInt8] = [0x63, 0x00]

  /// Selects the card again; an answer of another card does not count.
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
