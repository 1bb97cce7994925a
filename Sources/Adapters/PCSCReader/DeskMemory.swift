internal import FocusPorts
internal import TagFormats

/// What a desk knows of its reader and of the card there, and what it makes of the next job.
struct DeskMemory: ~Copyable {
  /// How a reading ended.
  private enum Reading {
    case card(PresentedCard)
    /// It left before it was read, or it cannot be reached, which while it moves looks like many other things.
    case gone(uid: [UInt8]?, why: String = tooShort)
    case unreadable(uid: [UInt8]?, why: String)
    /// Another card lies beside it, so that neither acts.
    case several
    /// pcscd went away; the card may still lie there.
    case cutOff
  }

  private struct Miss {
    var uid: [UInt8]?
    var why: String
  }

  private static let tooShort = "hold it a little longer"

  private struct HeldBack {
    var uid: [UInt8]
    /// The reader was lost in the meantime, so that the card is to be told anew.
    var readerWasLost = false
  }

  /// How long a card that left too soon may take to come back before the person is told: the shaky hand's quiet retry.
  private static let patience = 400
  /// How late pcscd may tell of a departure that came before the end of a reading. A card that is back within this time
  /// has not been away (Product.md 2.2), so nothing is lost by taking the two for one.
  private static let echo = 1000
  /// How many cards' chips are remembered, to save the question.
  private static let rememberedChips = 64

  let reader: ReaderName
  let settings: PCSCReader.Settings
  private var context: PCSCContext?
  private var speech: ReaderDialect?
  private var chips: [[UInt8]: Chip] = [:]
  private var card: (atr: [UInt8], uid: [UInt8]?)?
  /// The UID that was told as arrived and not yet as left.
  private var announced: [UInt8]?
  /// A card left before it was read; it may come back.
  private var miss: Miss?
  /// Until when a departure and the return behind it belong to the reading that was just done.
  private var bridgedUntil: ContinuousClock.Instant?
  /// The UID whose departure is held back, because the card is expected to be back already.
  private var heldBack: HeldBack?
  /// A card lies there that was told and not as arrived: it could not be read, or another one lies beside it.
  var isTroubled = false
  /// Whether the reader is out of sight: what waits for a card goes on waiting.
  private var isBlind = false
  /// How often in a row the reader was asked for a second card and did not tell.
  private var vainQuestions = 0
  /// One vain question is a card that moved; a reader that never tells is not asked before each tap.
  private static let mostVainQuestions = 3
  private var hasNoLights = false
  private var isGreetingOff = false

  init(reader: ReaderName, settings: PCSCReader.Settings) {
    self.reader = reader
    self.settings = settings
  }

  /// How long to wait for the next job before ``giveUpWaiting()``; `nil` for ever.
  var waitingPatience: Int? { isBlind || (miss == nil && heldBack == nil) ? nil : Self.patience }

  /// A card left and has not come back.
  mutating func giveUpWaiting() -> [ReaderEvent] {
    if let departed = heldBack {
      heldBack = nil
      return [.left(reader, uid: departed.uid)]
    }
    guard let missed = miss else { return [] }
    miss = nil
    let told = ReaderEvent.unreadable(reader, uid: missed.uid, why: card == nil ? Self.tooShort : missed.why)
    if card == nil { return [told, .left(reader, uid: missed.uid ?? [])] }
    isTroubled = true
    return [told]
  }

  /// Does a job.
  mutating func take(_ job: ReaderThread.Job) -> [ReaderEvent] {
    switch job {
    case .ready:
      isBlind = false
      return [.ready(reader)]
    case .lost(let loss): return lose(loss)
    case .cardIn(let atr, let arrival): return arrive(atr, arrival)
    case .cardOut: return leave()
    case .show(let feedback): show(feedback)
    case .visit(let visit): receive(visit)
    case .close: break
    }
    return []
  }

  private mutating func lose(_ loss: Loss) -> [ReaderEvent] {
    heldBack?.readerWasLost = true
    isBlind = true
    switch loss {
    case .service:
      context = nil
      return [.lost(reader, why: "pcscd stopped")]
    case .unplugged:
      speech = nil
      vainQuestions = 0
      hasNoLights = false
      isGreetingOff = false
      return [.lost(reader, why: "unplugged")]
    case .trouble:
      return [.lost(reader, why: "the reader answers with errors")]
    }
  }

  private mutating func leave() -> [ReaderEvent] {
    let uid = announced ?? card?.uid
    let wasTold = announced != nil || isTroubled
    card = nil
    if let departed = heldBack, departed.readerWasLost {
      heldBack = nil
      return [.left(reader, uid: departed.uid)]
    }
    if let announced, let bridgedUntil, ContinuousClock.now < bridgedUntil {
      self.bridgedUntil = nil
      heldBack = HeldBack(uid: announced)
      self.announced = nil
      return []
    }
    announced = nil
    isTroubled = false
    return wasTold ? [.left(reader, uid: uid ?? [])] : []
  }

  private mutating func arrive(_ atr: [UInt8], _ arrival: Arrival) -> [ReaderEvent] {
    card = (atr, nil)
    bridgedUntil = nil
    switch read() {
    case .card(let presented):
      miss = nil
      isTroubled = false
      let known = announced
      announced = presented.uid
      if let departed = heldBack {
        heldBack = nil
        guard departed.uid == presented.uid else {
          return [.left(reader, uid: departed.uid), .arrived(reader, presented, atStart: false)]
        }
        return departed.readerWasLost ? [.arrived(reader, presented, atStart: true)] : []
      }
      guard arrival == .again, let known else {
        return [.arrived(reader, presented, atStart: arrival == .lyingThere)]
      }
      if known == presented.uid { return [.arrived(reader, presented, atStart: true)] }
      return [.left(reader, uid: known), .arrived(reader, presented, atStart: false)]
    case .gone(let uid, let why):
      // It is known, and its departure will be told.
      if announced != nil || heldBack != nil { return [] }
      if let missed = miss {
        miss = Miss(uid: uid ?? missed.uid, why: why)
        return giveUpWaiting()
      }
      miss = Miss(uid: uid, why: why)
      return []
    case .unreadable(let uid, let why):
      miss = nil
      isTroubled = true
      return [.unreadable(reader, uid: uid, why: why)]
    case .several: return crowd()
    case .cutOff:
      // A card that was not announced counts when pcscd is back and it still lies there.
      return []
    }
  }
}

extension DeskMemory {
  /// Tells that several cards lie there; what was told as there before counts as gone.
  private mutating func crowd() -> [ReaderEvent] {
    let known = announced ?? heldBack?.uid
    miss = nil
    announced = nil
    heldBack = nil
    isTroubled = true
    return (known.map { [.left(reader, uid: $0)] } ?? []) + [.severalCards(reader)]
  }

  /// Reads the card; what goes wrong is tried once more without a word, because readers beep and poll in between.
  private mutating func read() -> Reading {
    let first = tryReading()
    switch first {
    case .card, .several, .cutOff: return first
    case .gone, .unreadable:
      switch tryReading() {
      case .gone(let uid, let why):
        let known: [UInt8]? = if case .gone(let before, _) = first { before } else { nil }
        return .gone(uid: uid ?? known, why: why)
      case .card(let presented):
        expectEcho()
        return .card(presented)
      case let second: return second
      }
    }
  }

  /// A card that is in trouble while it is read may have left and come back, and where much happens at once the card
  /// that is read may be a later one than the one that was told of; what pcscd will tell of that is no news.
  mutating func expectEcho() {
    bridgedUntil = ContinuousClock.now + .milliseconds(Self.echo)
  }

  private mutating func tryReading() -> Reading {
    guard let card else { return .gone(uid: nil) }
    var uid: [UInt8]?
    do throws(PCSCError) {
      var session = try open(atr: card.atr)
      uid = session.sighting.uid.isEmpty ? nil : session.sighting.uid
      self.card?.uid = session.company == .others ? nil : uid
      switch session.company {
      case .others: return .several
      case .untold: vainQuestions += 1
      case .alone: vainQuestions = 0
      case .unknown: break
      }
      if settings.isSilent, speech == .direct, !isGreetingOff {
        _ = session.tellReader(ReaderLights.noGreeting)
        isGreetingOff = true
      }
      guard var scope = settings.scope else { return .card(PresentedCard(uid: uid ?? [])) }
      if let uid, settings.counts(uid) { scope.insert(.counter) }
      do throws(TagError) {
        let contents = try session.read(scope, knowing: uid.flatMap { chips[$0] })
        if session.hadTrouble { expectEcho() }
        remember(contents.chip, of: contents.uid)
        return .card(PresentedCard(contents, uid: uid))
      } catch {
        if session.fault?.code.meansServiceIsGone == true {
          context = nil
          return .cutOff
        }
        return Self.reading(after: error, uid: uid)
      }
    } catch {
      return reading(after: error)
    }
  }

  private mutating func open(atr: [UInt8]) throws(PCSCError) -> PCSCSession {
    if context == nil { context = try PCSCContext() }
    guard let session = try openOnContext(atr: atr) else { throw PCSCError("SCardConnect", .noService) }
    if session.sighting.type != .type4 { speech = session.learnedSpeech }
    return session
  }

  private func openOnContext(atr: [UInt8]) throws(PCSCError) -> PCSCSession? {
    switch context {
    case .none: return nil
    case .some(let context):
      return try PCSCSession.open(
        reader.name, on: context, atr: atr, speech: speech,
        looksForOthers: vainQuestions < Self.mostVainQuestions)
    }
  }

  private mutating func remember(_ chip: Chip, of uid: [UInt8]) {
    if chips.count >= Self.rememberedChips { chips.removeAll() }
    chips[uid] = chip
  }

  private mutating func reading(after fault: PCSCError) -> Reading {
    if fault.code.meansServiceIsGone {
      context = nil
      return .cutOff
    }
    if fault.code.meansCardIsGone || fault.code == .notTransacted { return .gone(uid: nil) }
    let why =
      switch fault.code {
      case .sharingViolation: "another program holds the card for itself"
      case .protocolMismatch: "the card's answer to reset makes no sense"
      case .securityViolation: "this user may not use the reader"
      default: "\(fault.call) answered \(fault.code.hex)"
      }
    return .gone(uid: nil, why: why)
  }

  private static func reading(after error: TagError, uid: [UInt8]?) -> Reading {
    switch error {
    case .cardLeft: .gone(uid: uid)
    // No layout that we can read, or none that this reader carries: the card still has its number.
    case .unknownKind, .notCarried, .layout, .status: .card(PresentedCard(uid: uid ?? []))
    case .noAnswer, .refused, .badAnswer, .notAsWritten, .endless:
      .unreadable(uid: uid, why: tooShort)
    }
  }
}

extension DeskMemory {
  /// Lights and sounds: best effort, and a reader that cannot is not asked again.
  private mutating func show(_ feedback: ReaderFeedback) {
    guard !hasNoLights else { return }
    if context == nil { context = try? PCSCContext() }
    guard speech == .direct else {
      hasNoLights = !escape(ReaderLights.escape(feedback, isSilent: settings.isSilent))
      return
    }
    let command = ReaderLights.direct(feedback, isSilent: settings.isSilent)
    if card == nil || !transmit(command) { _ = escape([command]) }
  }

  private func transmit(_ command: [UInt8]) -> Bool {
    switch context {
    case .none: return false
    case .some(let context):
      do throws(PCSCError) {
        _ = try CardHandle(reader.name, on: context).transmit(command)
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
        let handle = try CardHandle(reader.name, on: context, way: .readerOnly)
        for command in commands { _ = try handle.control(command) }
        return true
      } catch {
        return false
      }
    }
  }

  private mutating func receive(_ visit: ReaderThread.Visit) {
    do throws(PCSCError) {
      guard let card else { throw PCSCError("SCardConnect", .noCard) }
      var session = try open(atr: card.atr)
      visit.body(&session)
      if session.fault?.code.meansServiceIsGone == true { context = nil }
    } catch {
      if error.code.meansServiceIsGone { context = nil }
      visit.failed(error)
    }
  }
}

extension PresentedCard {
  init(_ contents: CardContents, uid: [UInt8]?) {
    self.init(
      uid: uid ?? contents.uid, chip: contents.chip.name, message: contents.message.octets,
      counter: contents.counter.map(Int.init))
  }
}
