internal import CLinux
internal import CShield
internal import DesktopEntries
public import FocusPorts
public import FocusSession
import Glibc
internal import LinuxRuntime
public import RunningApps
internal import ShieldProtocol

/// The shield of this computer: what the privileged helper holds, and what the service holds alone.
///
/// Every layer's state comes from asking it. An order is said to the helper again whenever the helper was away, and
/// renewed twice a second; when this service is away for longer than the lease, the helper's shield ends by itself.
public actor SystemShield: Shield {
  /// Where a shield finds things, and what it does to running applications.
  public struct Options: Sendable {
    /// What becomes of a blocked application that is running.
    public var running: RunningChoice
    /// Whether anything of this computer is touched at all.
    public var isReal: Bool
    /// The folder for notes that outlive a reboot.
    public var state: String
    /// The person's own data folder, in whose `applications` below entries stand in.
    public var dataFolder: String
    /// What stands in for a closed application in menus, but for the application's id; nothing stands in without it.
    public var standIn: [String] = []
    /// The helper's socket.
    public var helper: String
    /// The folder for notes that a reboot clears.
    public var notes: String

    /// Options for a service.
    ///
    /// - Parameters:
    ///   - runtimeFolder: where the service's socket lies.
    ///   - stateFolder: where what has to outlive a reboot lies.
    ///   - running: what becomes of a blocked application that is running.
    public init(runtimeFolder: String, stateFolder: String, running: RunningChoice = .freeze) {
      self.running = running
      // For trials of a service on a computer where somebody works: another helper, or none and nothing else either.
      let other = Environment["FOCUSKEY_SHIELD"]
      isReal = other != "none"
      helper = other ?? ShieldSocket.path
      notes = runtimeFolder
      state = stateFolder
      dataFolder = Environment["XDG_DATA_HOME"] ?? "\(Environment["HOME"] ?? "/")/.local/share"
    }
  }

  private let executor = ThreadExecutor(named: "shield")
  private let options: Options
  private let pause: @Sendable (Duration) async -> Void
  private var plan: ShieldPlan?
  private var running: RunningApplications
  private let browsers: BrowserNote
  private var own: OwnLayers
  private var installed: InstalledApplications?
  private struct Script {
    let path: String
    let text: String
    /// When it was asked for last; `nil` where all who did so were seen to.
    var askedAt: Int64?
  }
  /// What the door's script is asked for, and what it says.
  private let script = Locked<Script?>(nil)
  private var doorPlace: String?
  private var dashboard: String?
  private var order: ShieldOrder?
  private var settings: Settings?
  private var readSettings: @Sendable () async -> Settings? = { nil }
  private var page = BrowserNote.Page()
  private var runningPrograms: [(entry: DesktopEntry, programs: [String])] = []
  /// The stamp of the order that the helper holds, as far as it said; without one it holds nothing of this service's.
  private var stamp: Int64?
  private var isHeld: Bool { stamp != nil }
  private var refusal: String?
  /// When the helper last said that it holds the order.
  private var heldAt: Int64 = 0
  private var orderedAt: Int64 = 0
  private var matchedAt: Int64 = 0
  /// Whether what the helper held was taken from it before its time.
  private var isTaken = false
  private var keeper: Task<Void, Never>?
  private let closed = Locked(BlockedNames())
  private let desk = AttemptReporter()
  private let watch: HelperWatch?

  /// Attempts on blocked things and bypasses, a retrying browser's flood told once.
  public nonisolated var news: AsyncStream<ShieldNews> { desk.news }

  /// Each time that a helper is there which was not before; ``takeUp()`` then says the order to it.
  public nonisolated let helperArrivals: AsyncStream<Void>

  /// The shield has a thread of its own: asking the helper and looking through folders may take a moment.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

  /// A shield that holds nothing yet; whatever an earlier one left standing still goes on first.
  ///
  /// - Parameter pause: waits; between two renewals of an order.
  public init(_ options: Options, pause: @escaping @Sendable (Duration) async -> Void) {
    self.options = options
    browsers = BrowserNote(folder: options.notes)
    self.pause = pause
    own = Self.ownLayers(options)
    running = RunningApplications(note: "\(options.notes)/frozen")
    let arrivalBox: AsyncStream<Void>.Continuation
    (helperArrivals, arrivalBox) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    watch = options.isReal ? HelperWatch(at: options.helper, telling: desk, arrivals: arrivalBox) : nil
  }

  /// Makes the layers match the order; `nil` takes everything down.
  public func match(_ wanted: ShieldOrder?) async -> [ShieldLayer] {
    guard options.isReal else { return layers() }
    // The page of the first moment shows the promise of this moment.
    settings = await readSettings()
    order = wanted
    matchedAt = focuskey_boot_milliseconds()
    if let wanted {
      let installed = InstalledApplications(InstalledApplications.Surroundings())
      self.installed = installed
      let plan = ShieldPlan(wanted, installed: installed)
      self.plan = plan
      isTaken = false
      runningPrograms = plan.applications.map { ($0, installed.programs(of: $0)) }
      holdPlan()
      page = BrowserNote.Page(wanted, settings, dashboard: dashboard)
      browsers.write(plan, wanted, page)
      let things = BlockedNames(plan)
      closed.withLock { $0 = things }
      isAlone = nil
      matchOwn()
      keepHolding()
    } else {
      plan = nil
      closed.withLock { $0 = BlockedNames() }
      desk.forget()
      runningPrograms = []
      keeper?.cancel()
      keeper = nil
      browsers.remove()
      lift()
      isAlone = nil
      matchOwn()
    }
    matchRunning()
    return layers()
  }

  /// Takes up what the person promised themselves, for the page that stands where a distraction was, and again whenever
  /// it changes.
  ///
  /// - Parameters:
  ///   - dashboard: the dashboard's address, for the way to a break.
  ///   - settings: gives the promise and the profiles as they are now.
  public func follow(dashboard: String? = nil, settings: @escaping @Sendable () async -> Settings?) async {
    readSettings = settings
    self.dashboard = dashboard
    await keepPage()
  }

  /// Has browsers show what holds now; a note that somebody took away comes back.
  private func keepPage() async {
    settings = await readSettings()
    guard let plan, let order else { return }
    let now = BrowserNote.Page(order, settings, dashboard: dashboard)
    guard now != page || !browsers.touch() else { return }
    page = now
    browsers.write(plan, order, now)
  }

  /// Names the door that closed sites lead to where the desktop's proxy setting is followed.
  ///
  /// - Parameter place: its host and port; whoever answers there has the script from ``proxyScript(at:)``.
  public func use(doorAt place: String) {
    doorPlace = place
  }

  /// The script that browsers are led to, where that is its path now.
  public nonisolated func proxyScript(at path: String) -> String? {
    script.withLock { script in
      guard script?.path == path else { return nil }
      script?.askedAt = focuskey_boot_milliseconds()
      return script?.text
    }
  }

  /// Whoever asked for the script a moment ago goes by it now, and whose extension has its rules by those: what they
  /// opened before ends.
  private func endConnectionsOfFollowers() {
    let isTime = script.withLock { script in
      guard let askedAt = script?.askedAt, focuskey_boot_milliseconds() - askedAt >= 200 else { return false }
      script?.askedAt = nil
      return true
    }
    if isTime { own.endConnectionsOfFollowers() }
    // With the helper, connections end whoever has them. What extensions say in the first moment may be of the order
    // before.
    guard isAlone == true, focuskey_boot_milliseconds() - matchedAt >= 250 else { return }
    for browser in BrowserCall.all(in: options.notes) where (browser.rules ?? 0) > 0 {
      own.endConnections(ofBrowserThatStarted: browser.program)
    }
  }

  /// Whether the service holds what it can alone, because no helper holds more; `nil` while that is not decided.
  private var isAlone: Bool?

  private func matchOwn() {
    let alone = plan != nil && !isHeld
    guard isAlone != alone else { return }
    isAlone = alone
    if alone, let plan, let installed, !options.standIn.isEmpty {
      own.hold(plan, installed, doorAt: doorPlace) { [script] door in
        script.withLock { $0 = door.map { Script(path: $0.path, text: $0.script.text) } }
      }
    } else {
      own.release()
      script.withLock { $0 = nil }
    }
  }

  static func browserPage(_ options: Options) -> BrowserPage {
    BrowserPage(folder: options.notes, dataFolder: options.dataFolder)
  }

  static func ownLayers(_ options: Options) -> OwnLayers {
    OwnLayers(
      proxyNote: "\(options.state)/proxy-before", connectionsNote: FollowersConnections.note(in: options.notes),
      dataFolder: options.dataFolder, command: options.standIn)
  }

  /// Counts an attempt that somebody else saw: the browser's extension, or what stands in for an application.
  ///
  /// - Returns: whether that thing is closed.
  @discardableResult
  public nonisolated func note(_ attempt: Attempt) -> Bool {
    guard let counted = closed.withLock({ $0.counted(attempt) }) else { return false }
    desk.tell(.attempt(counted))
    return true
  }

  /// The layers as they are now.
  public func layers() -> [ShieldLayer] {
    guard options.isReal else {
      let names = HelperLayers.names + ["running-apps", BrowserPage.name, "browser-proxy", "app-entries"]
      return names.map { ShieldLayer(layer: $0, state: .unavailable, why: "the service was started without a shield") }
    }
    var layers = HelperLayers.ask(at: options.helper)
    if let plan {
      for index in layers.indices where layers[index].state == .down || layers[index].state == .up {
        if let refusal { layers[index].why = "the helper refused: \(refusal)" }
        let notes = layers[index].layer == "app-starts" ? plan.notes.apps : plan.notes.sites
        if layers[index].layer != "connections", !notes.isEmpty { layers[index].why = notes.joined(separator: "; ") }
      }
    }
    layers.append(runningLayer())
    layers.append(Self.browserPage(options).layer(idle: "nothing to block"))
    return layers + own.layers(idle: plan == nil ? "nothing to block" : "not needed: the privileged helper is active")
  }

  private func runningLayer() -> ShieldLayer {
    guard let plan, !plan.applications.isEmpty else {
      return ShieldLayer(layer: "running-apps", state: .down, why: "no apps to block")
    }
    return Self.runningLayer(standing: running.standing.count, obstacles: running.obstacles.map(\.words))
  }

  private func matchRunning() {
    running.match(runningPrograms, choice: options.running)
  }

  private func holdPlan() {
    guard let plan else { return }
    do throws(SystemError) {
      var helper = try HelperClient(path: options.helper)
      let answer = try helper.ask(plan.lines).last
      switch answer {
      case .ordered(let given): (stamp, refusal) = (given, nil)
      case .refused(let why): (stamp, refusal) = (nil, why)
      default: (stamp, refusal) = (nil, "it is older than this service: sudo focuskey shield install")
      }
    } catch {
      stamp = nil
    }
    guard isHeld else { return }
    heldAt = focuskey_boot_milliseconds()
    orderedAt = heldAt
    watch?.forgetLoss()
    if isTaken { desk.tell(.bypass(layer: "helper")) }
    isTaken = false
  }

  /// Whether the helper would hold the order now, had nobody interfered: the lease, the session and the longest order
  /// are not over.
  private var isDue: Bool {
    let now = focuskey_boot_milliseconds()
    return now < heldAt + ShieldPlan.lease && now < order?.until ?? .max && now < orderedAt + ShieldRequest.longestOrder
  }

  private func lift() {
    stamp = nil
    refusal = nil
    do throws(SystemError) {
      var helper = try HelperClient(path: options.helper)
      // Whatever is in force, also what somebody put in its place a moment ago.
      _ = try helper.ask(.lift(stamp: nil))
    } catch {
      // Without a helper nothing is held; one that does not answer lets go when the lease is over.
    }
  }

  /// A helper is there that was not before: it is told what to hold.
  public func takeUp() {
    guard plan != nil else { return }
    if isHeld, watch?.hasLostOne == true, isDue { isTaken = true }
    holdPlan()
    matchOwn()
    keepHolding()
  }

  /// Renews the order twice a second while there is one, and looks after what the service holds alone: whatever
  /// somebody takes away stands again within a second.
  private func keepHolding() {
    guard keeper == nil else { return }
    // On this actor's thread, which a weak hold on it would leave: a job on the shared pool would have the pool wake
    // again and again for good.
    keeper = Task {
      while !Task.isCancelled {
        await pause(.milliseconds(500))
        guard !Task.isCancelled else { return }
        await keep()
      }
    }
  }

  private func keep() async {
    await keepPage()
    guard plan != nil else { return }
    if let held = stamp {
      do throws(SystemError) {
        var helper = try HelperClient(path: options.helper)
        // Another order than this service's is none: whoever put it there took this one away.
        if try helper.ask(.renew(stamp: held)).last != .done { stamp = nil }
      } catch {
        stamp = nil
      }
      if isHeld { heldAt = focuskey_boot_milliseconds() } else if isDue { isTaken = true }
    }
    // What the helper refuses for what it says is refused again; for want of room it is not for long.
    if !isHeld, refusal == nil || refusal == ShieldAnswer.crowded { holdPlan() }
    matchOwn()
    endConnectionsOfFollowers()
    for layer in own.repair() { desk.tell(.bypass(layer: layer)) }
    // Before new ones are stopped, which takes them a moment.
    if running.repair() { desk.tell(.bypass(layer: "running-apps")) }
    matchRunning()
  }

  /// Ends the service's part: applications go on, and the helper's order is no longer renewed, so that it ends by its
  /// lease unless a
  /// service takes it up again before.
  public func rest() {
    keeper?.cancel()
    keeper = nil
    plan = nil
    browsers.remove()
    running.releaseAll()
    if options.isReal { own.release() }
    desk.close()
    watch?.end()
  }
}
