internal import CardArrivals
internal import FocusPorts
internal import TagFormats

/// Reads the cards on one reader of PC/SC and speaks with the reader; what is told of them is decided by
/// ``CardArrivals``.
struct CardReading: ~Copyable {
  /// What was learned of the reader, until it is unplugged.
  private struct Traits {
    /// How it hands commands to cards; `nil` while that is not sure.
    var speech: ReaderDialect?
    /// How often in a row it was asked for a second card and did not answer.
    var vainQuestions = 0
    /// Whether it was found to have no lights and sounds.
    var hasNoLights = false
    /// Whether its own beep for each card was switched off.
    var isGreetingOff = false
  }

  /// How many cards' chips are remembered, to save the question.
  private static let rememberedChips = 64
  /// One vain question is a card that moved; a reader that never answers is not asked before each tap.
  private static let mostVainQuestions = 3

  /// The reader's name in pcscd's list.
  var listed: String
  let settings: PCSCReader.Settings
  private var context: PCSCContext?
  private var traits = Traits()
  private var chips: [[UInt8]: Chip] = [:]
  /// The answer to reset of the card on the reader.
  private var atr: [UInt8]?

  init(listed: String, settings: PCSCReader.Settings) {
    self.listed = listed
    self.settings = settings
  }

  /// Forgets what a loss makes doubtful.
  mutating func forget(after loss: Loss) {
    switch loss {
    case .service: context = nil
    case .unplugged: traits = Traits()
    case .trouble: break
    }
  }

  /// The card was taken away.
  mutating func forgetCard() { atr = nil }

  /// Reads the card that has come; what goes wrong is tried once more without a word, because readers beep and poll in
  /// between.
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
  /// Lights and sounds: best effort, and a reader that cannot is not asked again.
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

  /// Lets somebody else work with the card that is there.
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
  /// The same from a reading that may have met a later card than the one that was sighted: pcscd will still tell of
  /// movements that came before its end.
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
