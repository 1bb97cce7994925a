internal import CardArrivals
internal import FocusPorts
internal import TagFormats

/// Reads the cards on one PC/SC reader and talks with it; ``CardArrivals`` decides what is told.
struct CardReading: ~Copyable {
  /// What is known of the reader until it is unplugged.
  private struct Traits {
    /// How it passes commands to cards; `nil` while unsure.
    var speech: ReaderDialect?
    /// How often in a row a question for a second card went unanswered.
    var vainQuestions = 0
    /// Whether it was found to have no lights and sounds.
    var hasNoLights = false
    /// Whether its own beep for each card was switched off.
    var isGreetingOff = false
  }

  /// How many cards' chips are remembered, to save the question.
  private static let rememberedChips = 64
  /// One failure may be a card that moved; a reader that never answers is not asked each time.
  private static let mostVainQuestions = 3

  /// The reader's name in pcscd's list.
  var listed: String
  let settings: PCSCReader.Settings
  private var context: PCSCContext?
  private var traits = Traits()
  private var chips: [[UInt8]: Chip] = [:]
  private var atr: [UInt8]?

  init(listed: String, settings: PCSCReader.Settings) {
    self.listed = listed
    self.settings = settings
  }

  mutating func forget(after loss: Loss) {
    switch loss {
    case .service: context = nil
    case .unplugged: traits = Traits()
    case .trouble: break
    }
  }

  mutating func forgetCard() { atr = nil }

  /// Reads the card that came; errors are retried once silently, as readers beep and poll between.
  mutating func readCard(atr: [UInt8]) -> CardArrivals.Observation {
    self.atr = atr
    let first = tryReading(atr)
    switch first {
    case .slipped(let before, _):
      let second = tryReading(atr).doubtful
      guard case .slipped(let uid, let why) = second else { return second }
      return .slipped(uid: uid ?? before, why: why)
    case .unreadable: return tryReading(atr).doubtful
    case .read, .several, .cutOff, .ready, .lost, .empty, .timePassed: return first
    }
  }

  private mutating func tryReading(_ atr: [UInt8]) -> CardArrivals.Observation {
    do throws(PCSCError) {
      var session = try open(atr: atr)
      let uid = session.sighting.uid.isEmpty ? nil : session.sighting.uid
      switch session.company {
      case .others: return .several
      case .untold: traits.vainQuestions += 1
      case .alone: traits.vainQuestions = 0
      case .unknown: break
      }
      silence(&session)
      guard var scope = settings.scope else { return .read(PresentedCard(uid: uid ?? []), isSteady: true) }
      if let uid, settings.counts(uid) { scope.insert(.counter) }
      do throws(TagError) {
        let contents = try session.read(scope, knowing: uid.flatMap { chips[$0] })
        remember(contents.chip, of: contents.uid)
        return .read(PresentedCard(contents, uid: uid), isSteady: !session.hadTrouble)
      } catch {
        if session.fault?.code.meansServiceIsGone == true {
          context = nil
          return .cutOff(uid: uid)
        }
        return Self.observation(after: error, uid: uid)
      }
    } catch {
      return observation(after: error)
    }
  }

  private mutating func silence(_ session: inout PCSCSession) {
    guard settings.isSilent, traits.speech == .direct, !traits.isGreetingOff else { return }
    _ = session.tellReader(ReaderLights.noGreeting)
    traits.isGreetingOff = true
  }

  private mutating func open(atr: [UInt8]) throws(PCSCError) -> PCSCSession {
    if context == nil { context = try PCSCContext() }
    guard let session = try openOnContext(atr: atr) else { throw PCSCError("SCardConnect", .noService) }
    if session.sighting.type != .type4 { traits.speech = session.learnedSpeech }
    return session
  }

  private func openOnContext(atr: [UInt8]) throws(PCSCError) -> PCSCSession? {
    switch context {
    case .none: return nil
    case .some(let context):
      return try PCSCSession.open(
        listed, on: context, atr: atr, speech: traits.speech,
        looksForOthers: traits.vainQuestions < Self.mostVainQuestions)
    }
  }

  private mutating func remember(_ chip: Chip, of uid: [UInt8]) {
    if chips.count >= Self.rememberedChips { chips.removeAll() }
    chips[uid] = chip
  }

  private mutating func observation(after fault: PCSCError) -> CardArrivals.Observation {
    if fault.code.meansServiceIsGone {
      context = nil
      return .cutOff(uid: nil)
    }
    if fault.code.meansCardIsGone || fault.code == .notTransacted { return .slipped(uid: nil) }
    let why =
      switch fault.code {
      case .sharingViolation: "another program has exclusive use of the card"
      case .protocolMismatch: "the card's answer to reset is not valid"
      case .securityViolation: "this user is not allowed to use the reader"
      default: "\(fault.call) answered \(fault.code.hex)"
      }
    return .slipped(uid: nil, why: why)
  }

  private static func observation(after error: TagError, uid: [UInt8]?) -> CardArrivals.Observation {
    switch error {
    case .cardLeft: .slipped(uid: uid)
    // No layout that we can read, or none that this reader carries: the card still has its number.
    case .unknownKind, .notCarried, .layout, .status: .read(PresentedCard(uid: uid ?? []), isSteady: true)
    case .noAnswer, .refused, .badAnswer, .notAsWritten, .endless:
      .unreadable(uid: uid, why: CardArrivals.tooShort)
    }
  }
}

// MARK: - The reader for others

extension CardReading {
  /// Best effort; a reader without lights and sounds is not asked again.
  mutating func show(_ feedback: ReaderFeedback) {
    guard !traits.hasNoLights else { return }
    if context == nil { context = try? PCSCContext() }
    guard traits.speech == .direct else {
      traits.hasNoLights = !escape(ReaderLights.escape(feedback, isSilent: settings.isSilent))
      return
    }
    let command = ReaderLights.direct(feedback, isSilent: settings.isSilent)
    if atr == nil || !transmit(command) { _ = escape([command]) }
  }

  private func transmit(_ command: [UInt8]) -> Bool {
    switch context {
    case .none: return false
    case .some(let context):
      do throws(PCSCError) {
        _ = try CardHandle(listed, on: context).transmit(command)
        return true
      } catch {
        return false
      }
    }
  }

  private func escape(_ commands: [[UInt8]]) -> Bool {
    if commands.isEmpty { return true }
    switch context {
    case .none: return true
    case .some(let context):
      do throws(PCSCError) {
        let handle = try CardHandle(listed, on: context, way: .readerOnly)
        for command in commands { _ = try handle.control(command) }
        return true
      } catch {
        return false
      }
    }
  }

  mutating func receive(_ visit: ReaderThread.Visit) {
    do throws(PCSCError) {
      guard let atr else { throw PCSCError("SCardConnect", .noCard) }
      var session = try open(atr: atr)
      visit.body(&session)
      if session.fault?.code.meansServiceIsGone == true { context = nil }
    } catch {
      if error.code.meansServiceIsGone { context = nil }
      visit.failed(error)
    }
  }
}

extension CardArrivals.Observation {
  /// The same for a reading that may have met a later card than the one that was sighted.
  var doubtful: Self {
    if case .read(let card, _) = self { return .read(card, isSteady: false) }
    return self
  }
}

extension PresentedCard {
  init(_ contents: CardContents, uid: [UInt8]?) {
    self.init(
      uid: uid ?? contents.uid, chip: contents.chip.name, message: contents.message.octets,
      counter: contents.counter.map(Int.init))
  }
}
