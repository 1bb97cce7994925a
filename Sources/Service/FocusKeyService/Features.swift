internal import Catalogues
internal import Choosing
internal import DesktopBus
internal import FeaturePorts
internal import FocusLinks
internal import HookRunner
internal import Keeping
internal import Languages
internal import Nights
internal import Phones
internal import SQLiteLog
internal import ScreenTime
internal import ServiceAPI
internal import Session
internal import Sets
internal import Settings
internal import Straying
internal import Study
internal import Syncing
internal import SystemShield
internal import Taps
internal import Tasking
internal import Visits

struct Features: Sendable {
  let tasks: TaskPlan
  let study: StudyTable
  let laps: CardLaps?
  let sensors: WornSensors
  let phones: Phones
  let sync: SyncPorts
  let syncBell: SyncBell
  let syncer: SyncRunner
  let gates: GateLook
  let inbox: SessionInbox
  let past: PastSessions
  let choices: Choices
  let screenTime: ScreenTime

  init(
    on ground: Ground, _ tasks: TaskPlan, _ log: SQLiteLog, _ engine: FocusEngine, _ tapping: Tapping,
    _ desktop: DesktopBus,
    _ words: ServiceLog
  ) {
    let (home, configuration, loop, zone) = (ground.home, ground.configuration, ground.loop, words.zone)
    self.tasks = tasks
    study = StudyTable(home, zone)
    laps = configuration.laps.map { CardLaps(between: $0, engine, on: loop) }
    let bluetooth = BluetoothSensors(loop: loop, address: BusSignals.Bus.systemAddress { Environment[$0] })
    sensors = WornSensors(bluetooth, home, engine, on: loop, words)
    let phones = Phones(
      of: home, configuration.phone, site: configuration.links.hosts.first ?? "", on: loop, words,
      speech: { .speaking(configuration.language ?? Language.accepted($0)) })
    self.phones = phones
    syncBell = SyncBell()
    sync = syncBell.ports(SharedHistory(home, zone), zone)
    let sharing = SettingsSharing(of: home, configuration, engine, syncBell, words, adopt: tapping.counted.follow)
    syncer = SyncRunner(
      of: home, configuration, engine, tapping.proofs.signingCard(of:), syncBell, desktop, words, sharing: sharing)
    gates = GateLook(
      engine, home, hasPhone: { await phones.arePaired },
      wearsSensor: { SensorList(path: home.sensors).read()?.isEmpty == false })
    inbox = SessionInbox(engine, lookAtGates: gates.look(for:))
    past = PastSessions(inbox, log, sync)
    choices = Choices()
    screenTime = ScreenTime(home, zone, now: { words.now().wall }) {
      let snapshot = await engine.snapshot
      return snapshot.machine.tick(at: snapshot.now)
    }
  }

  /// The requests that need nothing but the home.
  private func requestsOfFiles(in home: Home, _ zone: CivilZone, on loop: EventLoop) -> [Request] {
    tasks.requests + study.requests(by: inbox) + NightReader(home, zone).requests
      + StrayReader(home, zone, past: sync.past).requests + CardLaps.requests(of: laps)
      + SetBeforeCamera(inbox, on: loop).requests + phones.requests + HouseholdKeeper(home, zone, syncBell).requests
      + choices.requests + screenTime.requests + CoachReader(home, inbox.engine, zone).requests
  }

  func requests(
    on ground: Ground, _ zone: CivilZone, _ status: SessionStatus, _ signals: SignalReport, _ following: LinkFollowing,
    _ tapping: Tapping, _ shield: SystemShield, _ access: DashboardAccess, _ logSwap: LogSwap
  ) -> RequestTable {
    let settings = SettingsAnswers(
      inbox, ground.configuration.links, adopt: tapping.counted.follow,
      remarksOnApps: { await shield.remarks(on: $0) }, signal: signals.state(of:), lists: ListsHere())
    return RequestTable(
      listing: SessionRequests.answers(by: inbox, status) + VisitRequests.answers(by: inbox) + past.requests
        + settings.requests + following.requests(lend: tapping.leases.lend) + signals.requests
        + StrayRequests.answers(by: inbox) + NightRequests.answers(by: inbox) + StudyRequests.answers(by: inbox)
        + SetRequests.answers(by: inbox) + sensors.requests + DeviceRequests.answers(by: sync)
        + logSwap.requests(stopping: inbox.engine)
        + OwnBackups(ground.home, zone, inbox.engine, logSwap).requests
        + PageRequests.answers(by: inbox, access) { shield.note($0) }
        + requestsOfFiles(in: ground.home, zone, on: ground.loop))
  }
}
