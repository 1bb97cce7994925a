internal import AtHome
internal import DesktopBus
internal import FeaturePorts
internal import FocusEngine
internal import FocusLinks
internal import FocusPorts
internal import FocusSession
internal import HookRunner
internal import LinuxRuntime
internal import NightPicture
internal import Nights
internal import PhoneDoor
internal import Phones
internal import Requests
internal import RunningApps
internal import SQLiteLog
internal import ServiceAPI
internal import ServiceContract
internal import Sets
internal import Straying
internal import Study
internal import Syncing
internal import SystemClock
internal import SystemShield
internal import Taps
internal import Tasking

/// The parts of a running service, and how they are connected.
struct Parts: Sendable {
  let ground: Ground
  let clock: SystemClock
  let zone: CivilZone
  let words: ServiceLog
  let access: DashboardAccess
  let shield: SystemShield
  let door: ShieldDoor
  let log: SQLiteLog
  let engine: FocusEngine
  let features: Features
  let tapping: Tapping
  let hooks: HookRunner
  let beside: PersonalSystemd?
  let desktop: DesktopBus
  let signals: SignalBoard
  let elsewhere: ScreensElsewhere
  let picture: NightPicture
  let control: ControlAPI
  let feed: EventFeed
  let logSwap: LogSwap
  let home: HomeNetwork?

  /// Makes the parts, from those that know nobody to those that answer requests.
  static func build(on ground: Ground) async throws(ServiceError) -> Parts {
    let (home, configuration, loop) = (ground.home, ground.configuration, ground.loop)
    let clock = try renaming(ServiceError.system) { () throws(SystemError) in try SystemClock(loop: loop) }
    let zone = CivilZone.ofThisComputer
    let words = ServiceLog(level: .init(Environment["FOCUSKEY_LOG"]), zone: zone, now: clock.now)
    let access = DashboardAccess(path: home.dashboardKey)
    let shield = makeShield(on: ground)
    // Open before the session is, so that a browser that is led there finds it.
    let door = await ShieldDoor(to: shield, access, on: loop, words)
    let (log, tasks, engine) = try await makeEngine(on: ground, clock, shield, zone)
    for sentence in home.makePrivate() { words.write(.warning, sentence) }
    let tapping = await Tapping(of: home, configuration, ground.options.simulatedReader, engine, words, on: loop)
    let line = HomeLine(of: home, configuration, on: loop, words)
    let beside = PersonalSystemd.ofThisService(on: loop)
    let hooks = HookRunner(ground.hooks, loop: loop, broker: line?.hooks, starter: beside?.starter(telling: words)) {
      words.write($0)
    }
    let desktop = DesktopBus(loop: loop, options: .init(home, configuration.desktop)) { words.write(.warning, $0) }
    let signals = SignalBoard.ofThisComputer(on: loop, home, words)
    let elsewhere = ScreensElsewhere(on: loop, isChosen: configuration.signals.contains(.front))
    let picture = NightPicture.ofThisDesktop(home, configuration.desktop, words)
    let features = Features(on: ground, tasks, engine, tapping, desktop, words)
    let logSwap = LogSwap()
    let ports = APIPorts(
      simulatedHand: tapping.simulated, lendReaders: tapping.leases.lend, callHooks: hooks.call(for:),
      adoptSettings: tapping.counted.follow, reportAttempt: { shield.note($0) },
      lookAtShield: { await shield.look() },
      phoneReaders: features.phones.readers,
      remarksOnApps: { await shield.remarks(on: $0) },
      signals: SignalPorts(
        states: { await elsewhere.adding(to: signals.report()) }, news: { await signals.news() },
        noteSite: { await signals.note(site: $0) }),
      logIncident: { [loop] in await log.probe { await LoopTimer(loop: loop).pause(for: LogKeeper.calm) } },
      requests: features.requests,
      taskCalendar: { await tasks.calendar(token: $0) }, homeFolder: home.folder,
      lookAtGates: GateLook(engine: engine, home: home, phones: features.phoneDoor).look(for:),
      homeLine: { await line?.json },
      sync: features.sync,
      tray: { await desktop.trayState }, nightPictures: { await picture.json },
      sensors: features.sensors.answer, sensorSignal: { await features.sensors.signal() })
    let control = ControlAPI(
      engine: engine, archive: log, links: configuration.links, names: tapping.readers.names, access: access,
      logSwap: logSwap, ports: ports, loop: loop)
    return Parts(
      ground: ground, clock: clock, zone: zone, words: words, access: access, shield: shield, door: door, log: log,
      engine: engine, features: features, tapping: tapping, hooks: hooks, beside: beside, desktop: desktop,
      signals: signals, elsewhere: elsewhere, picture: picture, control: control,
      feed: EventFeed(api: control, loop: loop), logSwap: logSwap,
      home: line.map { line in HomeNetwork(line, engine, log, words) { await control.status() } })
  }

  private static func makeShield(on ground: Ground) -> SystemShield {
    var options = SystemShield.Options(ground.home)
    options.running =
      switch ground.configuration.runningApps {
      case .ask: .ask
      case .freeze: .freeze
      case .end: .end
      }
    let timer = LoopTimer(loop: ground.loop)
    return SystemShield(options) { await timer.pause(for: $0) }
  }

  private static func makeEngine(
    on ground: Ground, _ clock: SystemClock, _ shield: SystemShield, _ zone: CivilZone
  ) async throws(ServiceError) -> (SQLiteLog, TaskPlan, FocusEngine) {
    let path = ground.home.database
    do throws(LogError) {
      let log = try SQLiteLog(path: path, zone: zone, meaningOf: ground.configuration.links.meaning(of:))
      let tasks = TaskPlan(of: ground.home, ground.configuration, log, zone) { Environment[$0] }
      let engine = try await FocusEngine(
        log: log, shield: shield, clock: clock, settings: .shipped, zone: zone, tasks: tasks, chance: entropy)
      return (log, tasks, engine)
    } catch {
      throw .log(error, path: path)
    }
  }

  @Sendable private static func entropy() -> Entropy {
    let octets = SystemRandom.octets(10)
    var low: UInt64 = 0
    for octet in octets[2...] { low = low << 8 | UInt64(octet) }
    return Entropy(high: UInt16(octets[0]) << 8 | UInt16(octets[1]), low: low)
  }
}

extension DesktopBus.Options {
  /// What the configuration asks of this user's desktop.
  fileprivate init(_ home: Home, _ wanted: ServiceConfiguration.Desktop) {
    self.init(
      address: Self.address { Environment[$0] }, notifies: wanted.notifies, doNotDisturb: wanted.doNotDisturb,
      pausesMedia: wanted.pausesMedia, showsTray: wanted.showsTray, note: "\(home.stateFolder)/desktop.quiet",
      shown: "\(home.stateFolder)/desktop.shown")
  }
}
