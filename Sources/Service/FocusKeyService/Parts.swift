internal import AtHome
internal import DesktopBus
internal import FeaturePorts
internal import FocusLinks
internal import HookRunner
internal import Keeping
internal import Nights
internal import Notifying
internal import Phones
internal import SQLiteLog
internal import ServiceAPI
internal import Session
internal import Sets
internal import Straying
internal import Study
internal import Syncing
internal import SystemClock
internal import SystemShield
internal import Taps
internal import Tasking

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
  let night: LiveNight
  let control: ControlAPI
  let following: LinkFollowing
  let feed: EventFeed
  let logSwap: LogSwap
  let home: HomeNetwork?

  /// Makes the parts, from those that know no others to those that answer requests.
  static func build(on ground: Ground) async throws(Failure) -> Parts {
    let (home, configuration, loop) = (ground.home, ground.configuration, ground.loop)
    let clock = try renaming(Failure.system, SystemClock(loop: loop))
    let zone = CivilZone.ofThisComputer
    let words = ServiceLog(level: .init(Environment["FOCUSKEY_LOG"]), zone: zone, now: clock.now)
    let access = DashboardAccess(path: home.dashboardKey)
    let shield = makeShield(on: ground)
    // Open before the session is, so that a browser that is led there finds it.
    let door = await ShieldDoor(
      access, on: loop, words, report: { shield.note($0) }, proxyScript: { shield.proxyScript(at: $0) },
      use: { await shield.use(doorAt: $0) })
    let (log, tasks, engine) = try await makeEngine(on: ground, clock, shield, zone)
    for sentence in home.makePrivate() { words.write(.warning, sentence) }
    let tapping = await Tapping(of: home, configuration, ground.options.simulatedReader, engine, words, on: loop)
    let line = HomeLine(of: home, configuration, on: loop, words)
    let beside = PersonalSystemd.ofThisService(on: loop)
    let hooks = HookRunner(ground.hooks, loop: loop, broker: line?.hooks, starter: beside?.starter(telling: words)) {
      words.write($0)
    }
    let desktop = DesktopBus(loop: loop, options: .init(home, configuration)) { words.write(.warning, $0) }
    let signals = SignalBoard.ofThisComputer(on: loop, home, words)
    let elsewhere = ScreensElsewhere(on: loop, chosen: configuration.signals)
    let night = LiveNight(of: home, configuration.desktop, words, on: loop)
    let features = Features(on: ground, tasks, log, engine, tapping, desktop, words)
    let logSwap = LogSwap()
    let status = SessionStatus(
      features.inbox, tapping.readers.names,
      statusParts(shield, features, log, line, desktop, night, access, on: loop), on: loop)
    let following = LinkFollowing(
      features.inbox, configuration.links, hand: tapping.simulated, callHooks: hooks.call(for:),
      homeFolder: home.folder)
    let report = SignalReport(features.inbox, signals, elsewhere, on: loop) { await features.sensors.signal() }
    let requests = features.requests(on: ground, zone, status, report, following, tapping, shield, access, logSwap)
    let control = ControlAPI(engine, status, requests, access)
    return Parts(
      ground: ground, clock: clock, zone: zone, words: words, access: access, shield: shield, door: door, log: log,
      engine: engine, features: features, tapping: tapping, hooks: hooks, beside: beside, desktop: desktop,
      signals: signals, elsewhere: elsewhere, night: night, control: control, following: following,
      feed: EventFeed(api: control, loop: loop), logSwap: logSwap,
      home: line.map { line in HomeNetwork(line, engine, log, words) { await status.json() } })
  }

  private static func statusParts(
    _ shield: SystemShield, _ features: Features, _ log: SQLiteLog, _ line: HomeLine?, _ desktop: DesktopBus,
    _ night: LiveNight, _ access: DashboardAccess, on loop: EventLoop
  ) -> StatusParts {
    var parts = StatusParts()
    parts.lookAtShield = { await shield.look() }
    parts.phoneReaders = features.phones.readers
    parts.logIncident = { await log.probe { await LoopTimer(loop: loop).pause(for: LogKeeper.calm) } }
    parts.homeLine = { await line?.json }
    parts.sync = features.sync.state
    parts.tray = { await desktop.trayState }
    parts.nightPictures = { await night.pictures }
    parts.dashboard = { access.json }
    return parts
  }

  private static func makeShield(on ground: Ground) -> SystemShield {
    var options = SystemShield.Options(ground.home)
    options.treatRunningApps(as: ground.configuration.runningApps.rawValue)
    options.answersECH = ground.configuration.answersECH
    let timer = LoopTimer(loop: ground.loop)
    return SystemShield(options) { await timer.pause(for: $0) }
  }

  private static func makeEngine(
    on ground: Ground, _ clock: SystemClock, _ shield: SystemShield, _ zone: CivilZone
  ) async throws(Failure) -> (SQLiteLog, TaskPlan, FocusEngine) {
    let path = ground.home.database
    do throws(LogError) {
      let log = try SQLiteLog(path: path, zone: zone, meaningOf: ground.configuration.links.meaning(of:))
      let tasks = TaskPlan(of: ground.home, ground.configuration, log, zone) { Environment[$0] }
      let engine = try await FocusEngine(
        log: log, shield: shield, clock: clock, settings: .shipped, zone: zone, tasks: tasks,
        lists: ListsHere(notes: ground.home.runtimeFolder), chance: entropy)
      return (log, tasks, engine)
    } catch {
      throw .log(error, ground.home)
    }
  }

  @Sendable private static func entropy() -> Entropy {
    let octets = SystemRandom.octets(10)
    var low: UInt64 = 0
    for octet in octets[2...] { low = low << 8 | UInt64(octet) }
    return Entropy(high: UInt16(octets[0]) << 8 | UInt16(octets[1]), low: low)
  }
}
