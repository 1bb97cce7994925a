internal import FocusEngine
internal import FocusHistory
internal import FocusLinks
internal import FocusWire
internal import ServiceAPI
internal import SystemShield

/// The session engine alone, on its own clock. It keeps a log as the service does, for crashes.
struct Simulation {
  private var machine: SessionMachine
  private var settings: Settings
  private var log: [[UInt8]] = []
  private var now: Moment
  private var boot = 1
  private var commands: UInt64 = 0
  private var lying: [(reader: ReaderID, card: CardReading)] = []
  private var readers: [ReaderID] = ["simulated"]
  private let routes = RouteTable()
  private let lists = ListsHere()
  private var sources = SimulatedSources()
  /// What happened since it was last asked for.
  private(set) var happened: [JSONValue] = []

  init(settings: Settings, startingAt wall: Timestamp) {
    self.settings = settings
    machine = SessionMachine(settings: settings)
    now = Moment(wall: wall, steady: 60_000, boot: BootID("boot-1"))
    submit(.serviceStarted(lastAlive: nil))
  }

  var wall: Timestamp { now.wall }

  mutating func takeHappened() -> [JSONValue] {
    defer { happened = [] }
    return happened
  }

  var status: JSONValue {
    let isUp = machine.shield != nil
    let layer: JSONValue = ["layer": "simulated", "state": isUp ? "up" : "down", "why": nil]
    var readers: [JSONValue] = []
    for reader in self.readers {
      let isOccupied = lying.contains { $0.reader == reader }
      readers.append([
        "name": .string(reader.text), "backend": "simulated", "state": isOccupied ? "card" : "ready",
      ])
    }
    return machine.status(at: now).json(in: settings.zone, shield: [layer], readers: .array(readers))
  }

  /// What happened so far, read back from the log.
  private var facts: [Fact] {
    // What was written a moment ago can be read again.
    log.compactMap { octets in try? Fact(octets: octets) }
  }

  /// What `focuskey stats --json` would give now.
  var statistics: JSONValue {
    Statistics(of: facts, at: machine.stamp(at: now), in: settings.zone).json
  }

  // MARK: Time

  /// Lets time pass while the service runs: whatever falls due happens at its own time.
  mutating func advance(by lapse: Lapse) {
    let end = saturating(now.steady, lapse)
    while let deadline = machine.nextDeadline(at: now), deadline.steady <= end {
      advanceClock(by: Lapse(milliseconds: max(0, deadline.steady - now.steady)))
      submit(.timer(generation: deadline.generation))
    }
    advanceClock(by: Lapse(milliseconds: end - now.steady))
  }

  /// Lets time pass while the service is down.
  private mutating func advanceClock(by lapse: Lapse) {
    now.wall = now.wall + lapse
    now.steady = saturating(now.steady, lapse)
  }

  private func saturating(_ steady: Int64, _ lapse: Lapse) -> Int64 {
    (Lapse(milliseconds: steady) + lapse).milliseconds
  }

  // MARK: What a line does

  mutating func perform(_ verb: SimulateScript.Verb) {
    switch verb {
    case .start(let ask): submit(.ask(.start(ask), by: .localUser))
    case .stop: submit(.ask(.stop, by: .localUser))
    case .confirm: submit(.confirm)
    case .keep: submit(.keep)
    case .takeBreak(let minutes): submit(.ask(.takeBreak(minutes: minutes), by: .localUser))
    case .resume: submit(.ask(.resume, by: .localUser))
    case .extend(let minutes): submit(.extend(minutes: minutes))
    case .tap(let arguments): tap(arguments)
    case .lift(let reader): lift(reader)
    case .open(let link): open(link)
    case .attempt(let attempt): submit(.attempt(attempt))
    case .crash(let lapse): crash(lapse, reboots: false)
    case .reboot(let lapse): crash(lapse, reboots: true)
    case .suspend(let lapse):
      advanceClock(by: lapse)
      submit(.timer(generation: machine.generation))
    case .clock(let jump):
      now.wall = now.wall + jump
      submit(.clockChanged)
    case .emergency(let sentence): submit(.emergency(sentence: sentence ?? settings.emergency.sentence))
    case .recoveryCode(let code): submit(.recoveryCodeMade(digest: digest(code)))
    case .recover(let code): submit(.recover(digest: digest(code)))
    case .wait(let lapse): advance(by: lapse)
    case .signal(let signal): submit(.signal(sources.say(signal, at: machine.tick(at: now))))
    case .command(let command): submit(command)
    case .look: submit(.timer(generation: machine.generation))
    case .expect: break
    }
  }

  private mutating func submit(_ command: Command) {
    commands += 1
    let decision = machine.decide(command, at: now, entropy: Entropy(high: 0, low: commands << 8), lists: lists)
    for fact in decision.facts { log.append(fact.json.octets) }
    if let changed = decision.settings { settings = changed }
    machine = decision.after
    for event in decision.events { happened.append(event.json(in: settings.zone)) }
  }

  private mutating func crash(_ lapse: Lapse, reboots: Bool) {
    let lastAlive = now
    advanceClock(by: lapse)
    if reboots {
      boot += 1
      // A computer needs some seconds until the service is up.
      now.boot = BootID("boot-\(boot)")
      now.steady = 20_000
    }
    machine = SessionMachine(settings: settings)
    for fact in facts { machine.apply(fact) }
    submit(.serviceStarted(lastAlive: lastAlive))
    for reader in readers {
      let cards = lying.filter { $0.reader == reader }.map { $0.card }
      if !cards.isEmpty { submit(.cardsFound(reader, cards)) }
    }
    for signal in sources.all { submit(.signal(signal)) }
  }

  // MARK: Cards

  private mutating func tap(_ arguments: SimulateScript.TapArguments) {
    let reader = arguments.reader ?? readers[0]
    if !readers.contains(reader) { readers.append(reader) }
    let key = arguments.key.flatMap { id in settings.keys.first { $0.id == id } }
    let uid = arguments.uid ?? key?.uid ?? Self.uid(standingFor: arguments.link ?? "")
    let registered = key ?? settings.key(uid: uid)
    // A key that is named is the genuine card; a UID alone proves no more than itself.
    let proof = arguments.proof ?? (arguments.key == nil ? .presence : registered?.proof ?? .presence)
    let card = CardReading(uid: uid, link: arguments.link.map { meaning(of: $0) } ?? .none, proof: proof)
    lying.removeAll { $0.card.uid == uid }
    lying.append((reader, card))
    submit(.cardsArrived(reader, [card]))
  }

  private mutating func lift(_ reader: ReaderID?) {
    for place in lying where reader == nil || place.reader == reader {
      submit(.cardLeft(place.reader, place.card.uid))
    }
    lying.removeAll { reader == nil || $0.reader == reader }
  }

  private func meaning(of link: String) -> CardLink {
    do throws(LinkError) {
      return Intent(try routes.parse(link)).map { .ours($0) } ?? .none
    } catch {
      return error.isForeign ? .none : .faulty
    }
  }

  private mutating func open(_ link: String) {
    do throws(LinkError) {
      guard let ask = Intent(try routes.parse(link)) else { return }
      submit(.ask(ask, by: .soft))
    } catch {
      let advice = error.advice(in: routes, profiles: settings.profiles.map { $0.id.text })
      happened.append([
        "at": .string(ISO8601.text(now.wall, in: settings.zone)), "event": "refused", "rule": .string(advice.kind),
        "message": .string(advice.what + ": " + advice.advice),
      ])
    }
  }

  /// A UID for a card for which the script gives none: the same text is the same card.
  static func uid(standingFor text: String) -> CardUID {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for octet in text.utf8 { hash = (hash ^ UInt64(octet)) &* 0x100_0000_01B3 }
    var octets: [UInt8] = [0x04]
    for place in 0..<6 { octets.append(UInt8(truncatingIfNeeded: hash >> UInt64(8 * place))) }
    return CardUID(octets)
  }

  /// A script's codes protect nothing; the service uses a digest that cannot be reversed.
  private func digest(_ code: String) -> [UInt8] { Self.uid(standingFor: code).octets }
}
