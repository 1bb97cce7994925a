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
  let tasks: TaskPlan
  let study: StudyTable
  let engine: FocusEngine
  let tapping: Tapping
  let hooks: HookRunner
  let beside: PersonalSystemd?
  let desktop: DesktopBus
  let signals: SignalBoard
  let elsewhere: ScreensElsewhere
  let picture: NightPicture
  let control: ControlAPI
  let feed: EventFeed
  let laps: CardLaps?
  let sensors: WornSensors
  let logSwap: LogSwap
  let phoneDoor: PhoneDoor
  let home: HomeNetwork?
  let syncBell: SyncBell
  let syncer: SyncRunner

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
    let laps = configuration.laps.map { CardLaps(between: $0, engine, on: loop) }
    let bluetooth = BluetoothSensors(loop: loop, address: BusSignals.Bus.systemAddress { Environment[$0] })
    let sensors = WornSensors(bluetooth, home, engine, on: loop, words)
    let syncBell = SyncBell()
    let sharing = SettingsSharing(of: home, configuration, engine, syncBell, words, adopt: tapping.counted.follow)
    let syncer = SyncRunner(
      of: home, configuration, engine, tapping.proofs.signingCard(of:), syncBell, desktop, words, sharing: sharing)
    let logSwap = LogSwap()
    let network = NetworkAnnouncement.ofPhones(on: loop)
    let phoneDoor = PhoneDoor.make(
      of: home, configuration.phone, on: loop, announcing: network, now: clock.now, words)
    let phones = Phones(door: phoneDoor, site: configuration.links.hosts.first ?? "", zone: zone, network: network)
    let study = StudyTable(home, zone)
    let sync = syncBell.ports(SharedHistory(home, zone), zone)
    let ports = APIPorts(
      simulatedHand: tapping.simulated, lendReaders: tapping.leases.lend, callHooks: hooks.call(for:),
      adoptSettings: tapping.counted.follow, reportAttempt: { shield.note($0) },
      lookAtShield: { await shield.look() },
      phoneReaders: phones.readers,
      remarksOnApps: { await shield.remarks(on: $0) },
      signals: SignalPorts(
        states: { await elsewhere.adding(to: signals.report()) }, news: { await signals.news() },
        noteSite: { await signals.note(site: $0) }),
      logIncident: { [loop] in await log.probe { await LoopTimer(loop: loop).pause(for: LogKeeper.calm) } },
      requests: RequestTable(
        tasks.requests + study.requests + phones.requests + CardLaps.requests(of: laps)
          + independentRequests(home, zone, sync, syncBell)),
      taskCalendar: { await tasks.calendar(token: $0) }, homeFolder: home.folder,
      lookAtGates: GateLook(engine: engine, home: home, phones: phoneDoor).look(for:),
      homeLine: { await line?.json },
      sync: sync,
      tray: { await desktop.trayState }, nightPictures: { await picture.json },
      sensors: sensors.answer, sensorSignal: { await sensors.signal() })
    let control = ControlAPI(
      engine: engine, archive: log, links: configuration.links, names: tapping.readers.names, access: access,
      logSwap: logSwap, ports: ports, loop: loop)
    return Parts(
      ground: ground, clock: clock, zone: zone, words: words, access: access, shield: shield, door: door, log: log,
      tasks: tasks, study: study, engine: engine, tapping: tapping, hooks: hooks, beside: beside, desktop: desktop,
      signals: signals,
      elsewhere: elsewhere, picture: picture, control: control, feed: EventFeed(api: control, loop: loop), laps: laps,
      sensors: sensors,
      logSwap: logSwap,
      phoneDoor: phoneDoor,
      home: line.map { line in HomeNetwork(line, engine, log, words) { await control.status() } }, syncBell: syncBell,
      syncer: syncer)
  }

  /// The requests of features that work with the home's files alone.
  private static func independentRequests(
    _ home: Home, _ zone: CivilZone, _ sync: SyncPorts, _ bell: SyncBell
  ) -> [Request] {
    NightReader(home, zone).requests + StrayReader(home, zone, past: sync.past).requests
      + SetBeforeCamera(home).requests + HouseholdKeeper(home, zone, bell).requests
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
