internal import CommandShell
internal import FeaturePorts
internal import FocusLinks
internal import FocusWire
internal import ServiceAPI
internal import SiteLists
internal import SystemClock

/// `focuskey simulate`: what a policy will do, without waiting for it.
enum Simulate {
  private static let script = Operand(.file("SCRIPT"), "the script; - for standard input")
  private static let profiles = Option(
    "profiles", value: .file(), "profiles and keys to use (default: built-in ones)")
  private static let zone = Option("zone", value: .text("ZONE"), "the time zone, such as Europe/Berlin")
  private static let stats = Flag("stats", "print the statistics at the end")
  private static let trace = Flag("trace", "also print the status after each line")

  static let command = ProgramCommand(
    "simulate", "Run a script against the session engine",
    discussion: """
      The engine runs alone, on its own clock. Each line of a script is TIME VERB ARGS. TIME is 2026-11-21T09:00:00+01:00, or +90s after the line \
      before. Verbs are start, stop, confirm, keep, break, resume, extend, tap, lift, open, attempt, crash, suspend, clock, reboot, emergency, \
      recovery-code, recover, type, expect and wait. Signals are active app=ID or active none, quiet, input, lock, unlock, sleep, wake, card-off, card-on, \
      noise-on, noise-off, media-on and media-off. The person also says excuse, snooze, hush, end, bed and up; look does nothing. A # begins a comment.

      $ printf '%s\\n' '2026-11-21T09:00:00+01:00 start work' '+25m break' '+6m expect state focusing' | focuskey simulate -
      """, takes: [script, profiles, zone, trace, stats],
    run: { context throws(Failure) in try run(context) })

  private static func run(_ context: CommandContext) throws(Failure) -> ExitCode {
    let name = context.invocation[script] ?? "-"
    let octets = try context.read(file: name)
    let shown = name == "-" ? "standard input" : name
    guard let text = String(validating: octets, as: UTF8.self) else {
      throw Failure(.badData, kind: "not-text", what: "not UTF-8", at: .text(shown), advice: "save it as UTF-8")
    }
    var settings = try settings(context)
    let read = try SimulateScript(text, of: shown, settings: settings)
    try read.checkTimes(startingAt: defaultStart)
    settings.zone = try zone(context) ?? .fixed(secondsAheadOfUTC: read.firstOffset ?? 0)
    return try run(read, settings, context)
  }

  /// A Monday morning, for scripts that name no time.
  private static let defaultStart = Timestamp(milliseconds: 1_767_603_600_000)

  private static func run(
    _ script: SimulateScript, _ settings: Settings, _ context: CommandContext
  ) throws(Failure) -> ExitCode {
    var start = defaultStart
    if let first = script.lines.first, case .at(let wall) = first.time { start = wall }
    var simulation = Simulation(settings: settings, startingAt: start)
    var failed: Failure?
    for line in script.lines {
      switch line.time {
      case .at(let wall): simulation.advance(by: wall - simulation.wall)
      case .after(let lapse): simulation.advance(by: lapse)
      }
      simulation.perform(line.verb)
      for event in simulation.takeHappened() { try print(event, context) }
      if case .expect(let expectation) = line.verb {
        let found = expectation.found(in: simulation.status)
        if !expectation.holds(for: found) {
          let failure = self.failure(expectation, found)
          if failed != nil { context.printNote(failure.line(program: "line \(line.place.number)")) }
          failed = failed ?? failure
        }
      }
      if context.invocation[trace] {
        guard case .object(var status) = simulation.status else { continue }
        status.append("at", .string(ISO8601.text(simulation.wall, in: settings.zone)))
        status.append("line", JSONValue(line.place.number))
        try print(.object(status), context)
      }
    }
    if context.invocation[stats] { try print(["stats": simulation.statistics], context) }
    if let failed { throw failed }
    return .done
  }

  private static func print(_ value: JSONValue, _ context: CommandContext) throws(Failure) {
    try context.write(octets: value.octets + [UInt8(ascii: "\n")])
  }

  // MARK: What it runs with

  private static func settings(_ context: CommandContext) throws(Failure) -> Settings {
    guard let name = context.invocation[profiles] else { return .shipped }
    let octets = try context.read(file: name)
    var settings = Settings()
    settings = try renaming(
      { Failure($0, in: name == "-" ? "standard input" : name) },
      SettingsFile(
        octets, categories: KnownCategories(shipped: SiteLists.names), meaningOf: RouteTable().meaning(of:)
      ).applied(to: settings))
    for index in settings.keys.indices where settings.keys[index].uid == nil {
      // A key without a UID can still be tapped by its name.
      settings.keys[index].uid = Simulation.uid(standingFor: "key " + settings.keys[index].id.text)
    }
    if let (profile, why) = SessionMachine(settings: settings).impassable {
      throw Failure(
        .badData, kind: "impassable-gate", what: Rule.impassable(profile, why).message, at: .text(name),
        advice: "add the key to the file, or change the gate")
    }
    return settings
  }

  private static func zone(_ context: CommandContext) throws(Failure) -> CivilZone? {
    guard let name = context.invocation[zone] else { return nil }
    if let zone = ZoneFiles.zone(named: name) { return zone }
    throw Failure(
      .usage, kind: "unknown-zone", what: "no such time zone", at: .text(name), advice: "write one like Europe/Berlin")
  }

  // MARK: Failures

  private static func failure(_ expectation: SimulateExpectation, _ found: JSONValue) -> Failure {
    let path = expectation.path.joined(separator: ".")
    return Failure(
      .no, kind: "expectation-failed", what: "\(path) is \(found.text), not \(expectation.value.text)",
      at: .text(expectation.line.text), advice: "",
      details: [
        ("line", JSONValue(expectation.line.number)), ("path", .string(path)), ("expected", expectation.value),
        ("found", found),
      ])
  }
}

extension SimulateScript {
  /// Refuses a script in which the wall clock would have to run backwards to reach the next line.
  fileprivate func checkTimes(startingAt start: Timestamp) throws(Failure) {
    var wall: Timestamp?
    for line in lines {
      switch line.time {
      case .at(let time):
        if let wall, time < wall {
          throw Failure(line.place, "this time is before that of the previous line", "put the lines in order")
        }
        wall = time
      case .after(let lapse): wall = (wall ?? start) + lapse
      }
      switch line.verb {
      case .wait(let lapse), .crash(let lapse), .suspend(let lapse), .reboot(let lapse), .clock(let lapse):
        wall = wall.map { $0 + lapse }
      default: break
      }
    }
  }
}

extension Failure {
  init(_ fault: TextError, in file: String) {
    let place = "\(file) \(fault.place.inWords)" + (fault.path.isEmpty ? "" : " (\(Failure.memberWords(fault.path)))")
    self.init(
      .badData, kind: "bad-profiles", what: fault.message, at: .text(place), advice: "nothing was changed",
      details: [("line", JSONValue(fault.place.line)), ("path", .string(fault.path))])
  }
}
