internal import CardArrivals
internal import FocusPorts
internal import LibNFCWire
internal import LinuxRuntime
internal import TagFormats

/// Watches over one device: starts its process, reads the cards that come, tells what happened, and starts the process
/// again when it died, hung or lost its device. All of it on a thread of its own.
struct DeviceThread: ~Copyable {
  /// A process that ran this many milliseconds was well; earlier failures slow down restarts.
  private static let wellAfter = 10_000
  private static let pauses = [0, 100, 250, 500, 1000]
  /// The wait after this many failed attempts in a row to open the device.
  private static let longPause = (after: 10, milliseconds: 5000)
  /// How many cards' chips are remembered, to save the question.
  private static let rememberedChips = 64

  private let device: LibNFCDevice
  private let reader: ReaderName
  private let settings: LibNFCReader.Settings
  private let mailbox: DeviceMailbox

  private var opened = 0
  private var fallsInARow = 0
  /// Starts in a row that did not even open the device.
  private var vainInARow = 0
  private var chips: [[UInt8]: Chip] = [:]
  private var arrivals: CardArrivals
  /// The card on the reader, and the number by which its process knows it.
  private var card: (number: UInt32, identity: CardIdentity)?

  init(_ device: LibNFCDevice, settings: LibNFCReader.Settings, mailbox: DeviceMailbox) {
    self.device = device
    self.settings = settings
    self.mailbox = mailbox
    reader = device.reader
    arrivals = CardArrivals(reader)
  }

  mutating func run() {
    let place = FileWatch(of: device.path)
    while !mailbox.isStopping {
      if mailbox.isLent { beWithout() }
      let pause = mailbox.isStopping ? 0 : attempt()
      for work in mailbox.takeWork() { work.failed(.noReader) }
      if pause > 0, !mailbox.isStopping { place.wait(atMost: pause, bell: mailbox.bell) }
      if !mailbox.isStopping { mailbox.bell.hush() }
    }
    mailbox.end()
  }

  /// Waits until the device is ours again.
  private mutating func beWithout() {
    let place = FileWatch(of: nil)
    tellLost(nil, "keytool is using it")
    while mailbox.isLent, !mailbox.isStopping {
      for work in mailbox.takeWork() { work.failed(.noReader) }
      place.wait(atMost: nil, bell: mailbox.bell)
      mailbox.bell.hush()
    }
  }

  /// Runs the process until it ends; returns for how many milliseconds a retry makes no sense.
  private mutating func attempt() -> Int {
    if let path = device.path, !Files.exists(path) {
      tellLost(.absent)
      // The place tells when it comes; this is for file systems that do not tell.
      return 60_000
    }
    guard let connection = LibNFCUSB().connection(of: device) else {
      tellLost(.absent)
      return 2000
    }
    let startedAt = monotonicMilliseconds()
    let hadOpened = opened
    let arguments = [connection] + (settings.looksForFeliCa ? ["felica"] : [])
    do throws(SystemError) {
      var talk = DeviceConversation(with: try DeviceProcess.start(settings.program, arguments), mailbox: mailbox)
      live(with: &talk)
      if end(talk) { return 0 }
    } catch {
      tellLost(nil, "\(error.subject) cannot be started: \(error.reason)")
      return 60_000
    }
    if monotonicMilliseconds() - startedAt >= Self.wellAfter { fallsInARow = 0 }
    fallsInARow += 1
    vainInARow = opened > hadOpened ? 0 : vainInARow + 1
    if vainInARow > Self.longPause.after { return Self.longPause.milliseconds }
    return Self.pauses[min(fallsInARow, Self.pauses.count) - 1]
  }

  /// Ends the process and reports why; returns whether the service wanted that.
  private mutating func end(_ talk: consuming DeviceConversation) -> Bool {
    let ending = talk.ending
    let code = talk.close()
    card = nil
    switch ending {
    case .stopping, .lent: return true
    case .failed(let fault): tellLost(fault)
    case .hangs: tellLost(nil, "libnfc hung and was ended")
    case .ended, nil:
      let code = code ?? 0
      tellLost(nil, code > 128 ? "libnfc crashed (signal \(code - 128))" : "its helper ended (exit code \(code))")
    }
    return false
  }

  private mutating func tellLost(_ fault: DeviceError?, _ why: String? = nil) {
    let why = why ?? fault?.sentence(on: device) ?? "it stopped"
    // What a person can mend is told even if the device is known to be lost for another reason.
    let needsPerson = fault == .denied || fault == .busy
    report(.lost(CardArrivals.Loss(why: why, isUnplugged: fault == .absent, needsPerson: needsPerson)))
  }

  private mutating func report(_ observation: CardArrivals.Observation) {
    mailbox.tell(arrivals.report(observation, at: SinceBoot.milliseconds))
  }
}

// MARK: - Living with the process

extension DeviceThread {
  private mutating func live(with talk: inout DeviceConversation) {
    while talk.ending == nil {
      for work in mailbox.takeWork() { perform(work, over: &talk) }
      let news = talk.report(until: wakingTime)
      report(.timePassed)
      if let news { handle(news, over: &talk) }
    }
  }

  /// When to report even if nothing happens, on the conversation's clock.
  private var wakingTime: Int {
    arrivals.deadline.map { monotonicMilliseconds() + Int($0 - SinceBoot.milliseconds) } ?? .max
  }

  private mutating func handle(_ news: DeviceReport, over talk: inout DeviceConversation) {
    switch news {
    case .ready:
      opened += 1
      report(.ready)
    case .card(let number, let identity, _):
      card = (number, identity)
      report(readCard(over: &talk, number, identity))
    case .several:
      card = nil
      report(.several)
    case .empty:
      card = nil
      report(.empty)
    case .opening, .alive, .trouble, .answer, .failed: break
    }
  }
}

// MARK: - Cards

extension DeviceThread {
  /// Reads the card that just arrived, with a silent second try.
  private mutating func readCard(
    over talk: inout DeviceConversation, _ number: UInt32, _ identity: CardIdentity
  ) -> CardArrivals.Observation {
    let uid = identity.uid
    guard var scope = settings.scope else { return .read(PresentedCard(uid: uid), isSteady: true) }
    if settings.counts(uid) { scope.insert(.counter) }
    var session = LibNFCSession(number, identity, limits: device.limits, isFresh: true, over: talk)
    let (outcome, tries) = Self.read(scope, knowing: chips[uid], in: &session)
    talk = session.handBack()
    // A card whose device fell is read when the device is back.
    if talk.ending != nil { return .cutOff(uid: uid) }
    switch outcome {
    case .success(let contents):
      remember(contents.chip, of: uid)
      let presented = PresentedCard(
        uid: uid, chip: contents.chip.name, message: contents.message.octets, counter: contents.counter.map(Int.init))
      return .read(presented, isSteady: tries == 1)
    case .failure(.cardLeft):
      card = nil
      return .slipped(uid: uid)
    case .failure(.unknownKind), .failure(.notCarried), .failure(.layout), .failure(.status):
      // No layout that we can read, or none that this reader carries: the card still has its number.
      return .read(PresentedCard(uid: uid), isSteady: true)
    case .failure: return .unreadable(uid: uid, why: CardArrivals.tooShort)
    }
  }

  private static func read(
    _ scope: ReadingScope, knowing chip: Chip?, in session: inout LibNFCSession
  ) -> (Result<CardContents, TagError>, tries: Int) {
    do throws(TagError) {
      return (.success(try session.read(scope, knowing: chip)), 1)
    } catch .cardLeft {
      return (.failure(.cardLeft), 1)
    } catch {
      do throws(TagError) {
        return (.success(try session.read(scope)), 2)
      } catch {
        return (.failure(error), 2)
      }
    }
  }

  private mutating func remember(_ chip: Chip, of uid: [UInt8]) {
    if chips.count >= Self.rememberedChips { chips.removeAll() }
    chips[uid] = chip
  }

  private mutating func perform(_ work: DeviceMailbox.Work, over talk: inout DeviceConversation) {
    guard let (number, identity) = card else { return work.failed(.noCard) }
    var session = LibNFCSession(number, identity, limits: device.limits, isFresh: false, over: talk)
    work.body(&session)
    talk = session.handBack()
  }
}
