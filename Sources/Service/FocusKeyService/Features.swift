internal import DesktopBus
internal import FeaturePorts
internal import FocusEngine
internal import FocusLinks
internal import FocusPorts
internal import FocusSession
internal import LinuxRuntime
internal import Nights
internal import PhoneDoor
internal import Phones
internal import Requests
internal import ServiceContract
internal import Sets
internal import Straying
internal import Study
internal import Syncing
internal import Taps
internal import Tasking

/// The features of a service, and the table of what can be asked of them.
struct Features: Sendable {
  let tasks: TaskPlan
  let study: StudyTable
  let laps: CardLaps?
  let sensors: WornSensors
  let phones: Phones
  let phoneDoor: PhoneDoor
  let sync: SyncPorts
  let syncBell: SyncBell
  let syncer: SyncRunner
  let requests: RequestTable

  init(
    on ground: Ground, _ tasks: TaskPlan, _ engine: FocusEngine, _ tapping: Tapping, _ desktop: DesktopBus,
    _ words: ServiceLog
  ) {
    let (home, configuration, loop, zone) = (ground.home, ground.configuration, ground.loop, words.zone)
    self.tasks = tasks
    study = StudyTable(home, zone)
    laps = configuration.laps.map { CardLaps(between: $0, engine, on: loop) }
    let bluetooth = BluetoothSensors(loop: loop, address: BusSignals.Bus.systemAddress { Environment[$0] })
    sensors = WornSensors(bluetooth, home, engine, on: loop, words)
    let network = NetworkAnnouncement.ofPhones(on: loop)
    phoneDoor = PhoneDoor.make(
      of: home, configuration.phone, on: loop, announcing: network, now: words.now, words)
    phones = Phones(door: phoneDoor, site: configuration.links.hosts.first ?? "", zone: zone, network: network)
    syncBell = SyncBell()
    sync = syncBell.ports(SharedHistory(home, zone), zone)
    let sharing = SettingsSharing(of: home, configuration, engine, syncBell, words, adopt: tapping.counted.follow)
    syncer = SyncRunner(
      of: home, configuration, engine, tapping.proofs.signingCard(of:), syncBell, desktop, words, sharing: sharing)
    requests = RequestTable(
      tasks.requests + study.requests + NightReader(home, zone).requests
        + StrayReader(home, zone, past: sync.past).requests + CardLaps.requests(of: laps)
        + SetBeforeCamera(home).requests + phones.requests + HouseholdKeeper(home, zone, syncBell).requests)
  }
}
