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
/// renewed every
/// second; when this service is away for longer than the lease, the helper's shield ends by itself.
public actor SystemShield: Shield {
  /// Where a shield finds things, and what it does to running applications.
  public struct Options: Sendable {
    /// What becomes of a blocked application that is running.
    public var running: RunningChoice
    /// Whether anything of this computer is touched at all.
    public var isReal: Bool
    /// The address of the dashboard, where one is served.
    public var dashboard: String?
    /// The helper's socket.
    public var helper: String
    /// The folder for notes that a reboot clears.
    public var notes: String

    /// Options for a service.
    ///
    /// - Parameters:
    ///   - runtimeFolder: where the service's socket lies.
    ///   - running: what becomes of a blocked application that is running.
    public init(runtimeFolder: String, running: RunningChoice = .freeze) {
      self.running = running
      // For trials of a service on a computer where somebody works: another helper, or none and nothing else either.
      let other = Environment["FOCUSKEY_SHIELD"]
      isReal = other != "none"
      helper = other ?? ShieldSocket.path
      notes = runtimeFolder
    }
  }

  private let executor = ThreadExecutor(named: "shield")
  private let options: Options
  private let pause: @Sendable (Duration) async -> Void
  private var plan: ShieldPlan?
  private var running: RunningApplications
  private let browsers: BrowserNote
  private var order: ShieldOrder?
  private var promise: String?
  private var readPromise: @Sendable () async -> String? = { nil }
  private var runningPrograms: [(entry: DesktopEntry, programs: [String])] = []
  /// Whether the helper holds the plan, as far as it said.
  private var isHeld = false
  private var refusal: String?
  private var keeper: Task<Void, Never>?
  private let closed = Locked(ClosedThings())
  private let desk = NewsDesk()
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
    running = RunningApplications(note: "\(options.notes)/frozen")
    let arrivalBox: AsyncStream<Void>.Continuation
    (helperArrivals, arrivalBox) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    watch = options.isReal ? HelperWatch(at: options.helper, telling: desk, arrivals: arrivalBox) : nil
  }

  /// Makes the layers match the order; `nil` takes everything down.
  public func match(_ wanted: ShieldOrder?) async -> [ShieldLayer] {
    guard options.isReal else { return layers() }
    order = wanted
    if let wanted {
      let installed = InstalledApplications(InstalledApplications.Surroundings())
      let plan = ShieldPlan(wanted, installed: installed)
      self.plan = plan
      runningPrograms = plan.applications.map { ($0, installed.programs(of: $0)) }
      holdPlan()
      browsers.write(plan, wanted, promise: promise, dashboard: options.dashboard)
      let things = ClosedThings(plan)
      closed.withLock { $0 = things }
      keepHolding()
    } else {
      plan = nil
      closed.withLock { $0 = ClosedThings() }
      runningPrograms = []
      keeper?.cancel()
      keeper = nil
      browsers.remove()
      lift()
    }
    matchRunning()
    return layers()
  }

  /// Takes up what the person promised themselves, for the page that stands where a distraction was, and again whenever
  /// it changes.
  ///
  /// - Parameter promise: gives the promise as it is now.
  public func follow(promise: @escaping @Sendable () async -> String?) async {
    readPromise = promise
    await lookAtPromise()
  }

  private func lookAtPromise() async {
    let now = await readPromise()
    guard now != promise else { return }
    promise = now
    if let plan, let order { browsers.write(plan, order, promise: now, dashboard: options.dashboard) }
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
      let names = HelperLayers.names + ["running-apps"]
      return names.map { ShieldLayer(layer: $0, state: .unavailable, why: "the service was started without a shield") }
    }
    var layers = HelperLayers.ask(at: options.helper)
    if let plan {
      for index in layers.indices where layers[index].state == .down || layers[index].state == .up {
        if let refusal { layers[index].why = "the helper refused the order: \(refusal)" }
        let notes = layers[index].layer == "app-starts" ? plan.notes.apps : plan.notes.sites
        if layers[index].layer != "connections", !notes.isEmpty { layers[index].why = notes.joined(separator: "; ") }
      }
    }
    layers.append(runningLayer())
    return layers
  }

  private func runningLayer() -> ShieldLayer {
    if let danger = RunningApplications.danger() {
      return ShieldLayer(layer: "running-apps", state: .unavailable, why: danger)
    }
    guard let plan, !plan.applications.isEmpty else {
      return ShieldLayer(layer: "running-apps", state: .down, why: "no application is ordered")
    }
    let count = running.standing.count
    return ShieldLayer(layer: "running-apps", state: .up, why: count == 0 ? nil : "\(count) stand still")
  }

  private func matchRunning() {
    guard RunningApplications.danger() == nil else { return running.releaseAll() }
    running.match(runningPrograms, choice: options.running)
  }

  private func holdPlan() {
    guard let plan else { return }
    do throws(SystemFault) {
      var helper = try HelperClient(path: options.helper)
      refusal = nil
      for answer in try helper.ask(plan.lines) {
        if case .refused(let why) = answer { refusal = why }
      }
      isHeld = refusal == nil
    } catch {
      isHeld = false
    }
  }

  private func lift() {
    isHeld = false
    refusal = nil
    do throws(SystemFault) {
      var helper = try HelperClient(path: options.helper)
      _ = try helper.ask(.lift)
    } catch {
      // Without a helper nothing is held; one that does not answer lets go when the lease is over.
    }
  }

  /// A helper is there that was not before: it is told what to hold.
  public func takeUp() {
    guard plan != nil else { return }
    holdPlan()
    keepHolding()
  }

  /// Renews the order every second while there is one, and looks after what the service holds alone.
  private func keepHolding() {
    guard keeper == nil else { return }
    keeper = Task { [weak self] in
      while !Task.isCancelled {
        guard let self else { return }
        await self.pause(.seconds(1))
        guard !Task.isCancelled else { return }
        await self.keep()
      }
    }
  }

  private func keep() async {
    await lookAtPromise()
    guard plan != nil else { return }
    if isHeld {
      do throws(SystemFault) {
        var helper = try HelperClient(path: options.helper)
        isHeld = try helper.ask(.renew).contains(.done)
      } catch {
        isHeld = false
      }
    }
    if !isHeld, refusal == nil { holdPlan() }
    browsers.touch()
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
    desk.close()
    watch?.end()
  }
}
