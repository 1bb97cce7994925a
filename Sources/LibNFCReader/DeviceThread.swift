internal import FocusPorts
internal import Glibc
internal import LibNFCWire
internal import LinuxRuntime
internal import TagFormats

/// Watches over one device: starts its process, reads the cards that come, tells what happened, and starts the process again when it died, hung
/// or lost its device. All of it on a thread of its own.
struct DeviceThread: ~Copyable {
  /// A process at rest speaks every 350 ms. One that is silent for so long hangs.
  private static let patience = 1500
  /// Opening a dead line takes libnfc 1.46 s.
  private static let patienceToOpen = 1900
  /// How long a card that came back counts as the one that was just being read.
  private static let secondChance = 600

  /// A process that stayed up for so long was well; one that falls earlier is started less and less often.
  private static let wellAfter = 10_000
  private static let pauses = [0, 100, 250, 500, 1000, 1000, 1000, 1000, 1000, 1000, 5000]

  private let device: LibNFCDevice
  private let reader: ReaderName
  private let program: String
  private let scope: ReadingScope
  private let desk: DeviceDesk

  private var told = Told.nothing
  private var fallsInARow = 0
  private var exchanges: UInt32 = 0
  private var heardAt = 0
  /// Reports that came while an answer was awaited.
  private var put: [DeviceReport] = []
  private var chips: [[UInt8]: Chip] = [:]
  /// The card that lies there, as far as the process told.
  private var card: (number: UInt32, identity: CardIdentity)?
  /// Whether that card was told, so that its leaving is to be told as well.
  private var isCardTold = false
  /// A card that left, or whose device fell, before it was read: until when it may come back as the same tap.
  private var missed: (uid: [UInt8], until: Int)?

  private enum Told: Equatable {
    case nothing, ready
    case lost(DeviceFault?)
  }

  /// Why a process is done with.
  private enum Ending: Error {
    case stopping
    /// It said why.
    case failed(DeviceFault)
    /// It is gone without a word.
    case ended
    /// It says nothing any more.
    case hangs
  }

  init(_ device: LibNFCDevice, program: String, scope: ReadingScope, desk: DeviceDesk) {
    self.device = device
    self.program = program
    self.scope = scope
    self.desk = desk
    reader = ReaderName(backend: "libnfc", name: device.name)
  }

  /// Runs until it is told to stop.
  mutating func run() {
    let place = DevicePlace(of: device.path)
    while !desk.isStopping {
      let pause = attempt()
      for work in desk.takeWork() { work(nil) { _ in .gone } }
      if pause > 0, !desk.isStopping { place.wait(atMost: pause, bell: desk.bell) }
      if !desk.isStopping { desk.bell.hush() }
    }
    desk.end()
  }

  /// Starts the process and lives with it until it ends.
  ///
  /// - Returns: for how many milliseconds another try makes no sense, unless something changes.
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
    var process: DeviceProcess
    do throws(SystemFault) {
      process = try DeviceProcess.start(program, connection: connection)
    } catch {
      tellLost(nil, "\(error.subject) cannot be started: \(error.reason)")
      return 60_000
    }
    let ending = live(with: &process)
    if let card, !isCardTold { missed = (card.identity.uid, monotonicMilliseconds() + 5000) }
    card = nil
    isCardTold = false
    put = []
    switch ending {
    case .stopping:
      process.stop()
      return 0
    case .failed(let fault):
      process.kill()
      tellLost(fault)
    case .hangs:
      process.kill()
      tellLost(nil, "libnfc hung and was ended")
    case .ended:
      let code = process.kill() ?? 0
      tellLost(nil, code > 128 ? "libnfc fell (signal \(code - 128))" : "its helper ended (exit code \(code))")
    }
    if monotonicMilliseconds() - startedAt >= Self.wellAfter { fallsInARow = 0 }
    fallsInARow += 1
    return Self.pauses[min(fallsInARow, Self.pauses.count) - 1]
  }

  // MARK: - Living with the process

  private mutating func live(with process: inout DeviceProcess) -> Ending {
    heardAt = monotonicMilliseconds()
    do throws(Ending) {
      while true {
        if desk.isStopping { throw .stopping }
        for work in desk.takeWork() { try perform(work, &process) }
        try handle(try report(from: &process), &process)
      }
    } catch {
      return error
    }
  }

  /// The next report; `nil` if something else is to be looked after.
  private mutating func report(from process: inout DeviceProcess) throws(Ending) -> DeviceReport? {
    if !put.isEmpty { return put.removeFirst() }
    let now = monotonicMilliseconds()
    if let missed, now >= missed.until, card == nil {
      self.missed = nil
      desk.tell(.unreadable(reader, uid: missed.uid, why: "it left before it was read: hold it a little longer"))
    }
    let patience = told == .ready ? Self.patience : Self.patienceToOpen
    let until = min(heardAt + patience, card == nil ? missed?.until ?? .max : .max)
    switch process.next(within: max(0, until - now), bell: desk.bell.descriptor) {
    case .report(let report):
      heardAt = monotonicMilliseconds()
      return report
    case .called:
      desk.bell.hush()
      return nil
    case .silent:
      if monotonicMilliseconds() - heardAt >= patience { throw .hangs }
      return nil
    case .ended: throw .ended
    }
  }

  private mutating func handle(_ report: DeviceReport?, _ process: inout DeviceProcess) throws(Ending) {
    switch report {
    case .ready:
      if told != .ready { desk.tell(.ready(reader)) }
      told = .ready
    case .card(let number, let identity, let atOnce):
      card = (number, identity)
      isCardTold = false
      try read(atOnce: atOnce, &process)
    case .several:
      card = nil
      isCardTold = false
      missed = nil
      desk.tell(.severalCards(reader))
    case .left:
      if let card, isCardTold { desk.tell(.left(reader, uid: card.identity.uid)) }
      card = nil
      isCardTold = false
    case .failed(let fault): throw .failed(fault)
    case .opening, .alive, .trouble, .answer, nil: break
    }
  }

  private mutating func tellLost(_ fault: DeviceFault?, _ why: String? = nil) {
    defer { told = .lost(fault) }
    // What a person can mend is told even if the device is known to be lost for another reason.
    if case .lost(let before) = told, fault == before || (fault != .denied && fault != .busy) { return }
    desk.tell(.lost(reader, why: why ?? fault?.sentence(on: device) ?? "it stopped"))
  }
}

// MARK: - Cards

extension DeviceThread {
  /// Reads the card that has just come, with one quiet second try, and tells what came of it.
  private mutating func read(atOnce: Bool, _ process: inout DeviceProcess) throws(Ending) {
    guard let identity = card?.identity else { return }
    let isSecondChance = missed?.uid == identity.uid
    missed = nil
    var problem: TagError?
    for attempt in 0..<2 {
      switch try dialogue(identity, afresh: attempt > 0, &process) {
      case .success(let contents):
        if contents.message != .unformatted || contents.chip.name != "" { remember(contents.chip, of: identity.uid) }
        let presented = PresentedCard(
          uid: identity.uid, chip: contents.chip.name, message: contents.message.octets,
          counter: contents.counter.map { Int($0) })
        isCardTold = true
        return desk.tell(.arrived(reader, presented, atStart: atOnce && !isSecondChance))
      case .failure(.unknownKind):
        isCardTold = true
        let presented = PresentedCard(uid: identity.uid)
        return desk.tell(.arrived(reader, presented, atStart: atOnce && !isSecondChance))
      case .failure(.cardLeft):
        if isSecondChance {
          problem = .cardLeft
        } else {
          missed = (identity.uid, monotonicMilliseconds() + Self.secondChance)
          return
        }
      case .failure(let error): problem = error
      }
      if problem == .cardLeft { break }
    }
    guard let problem else { return }
    isCardTold = problem != .cardLeft
    desk.tell(.unreadable(reader, uid: identity.uid, why: problem.sentence))
  }

  private mutating func remember(_ chip: Chip, of uid: [UInt8]) {
    if chips.count >= 64 { chips.removeAll() }
    chips[uid] = chip
  }

  private mutating func dialogue(
    _ identity: CardIdentity, afresh: Bool, _ process: inout DeviceProcess
  ) throws(Ending) -> Result<CardContents, TagError> {
    if afresh, try exchange(.reselect, &process) == .gone { return .failure(.cardLeft) }
    let limits = CarrierLimits(largestAnswer: device.largestAnswer)
    let chip = afresh ? nil : chips[identity.uid]
    var dialogue = ReadDialogue(identity.sighting(rememberedAs: chip), scope: scope, limits: limits)
    var step = dialogue.next(after: nil)
    while true {
      switch step {
      case .send(let command): step = dialogue.next(after: try exchange(command, &process))
      case .done(let contents): return .success(contents)
      case .failed(let error): return .failure(error)
      }
    }
  }

  /// Sends one command to the card that lies there.
  private mutating func exchange(_ command: CardCommand, _ process: inout DeviceProcess) throws(Ending) -> CardAnswer {
    guard let card else { return .gone }
    exchanges &+= 1
    switch CarriedCommand(command, to: card.identity) {
    case .none: return .notCarried
    case .reselect: process.say(.reselect(exchanges, card: card.number))
    case .frame(let carriage, let octets): process.say(.exchange(exchanges, card: card.number, carriage, octets))
    }
    while true {
      switch process.next(within: Self.patience, bell: desk.bell.descriptor) {
      case .report(.answer(exchanges, let outcome)):
        heardAt = monotonicMilliseconds()
        return CarriedCommand.answer(outcome, to: command)
      case .report(.failed(let fault)): throw .failed(fault)
      case .report(let report): put.append(report)
      case .called:
        desk.bell.hush()
        if desk.isStopping { throw .stopping }
      case .silent: throw .hangs
      case .ended: throw .ended
      }
    }
  }

  /// Lets somebody else work with the card that lies there.
  private mutating func perform(_ work: CardWork, _ process: inout DeviceProcess) throws(Ending) {
    guard let identity = card?.identity else { return work(nil) { _ in .gone } }
    var ending: Ending?
    work(identity.sighting(rememberedAs: chips[identity.uid])) { command in
      guard ending == nil else { return .gone }
      do throws(Ending) {
        return try exchange(command, &process)
      } catch {
        ending = error
        return .gone
      }
    }
    // Whatever was written there, what was known of the chip may be wrong now.
    chips[identity.uid] = nil
    if let ending { throw ending }
  }
}
