import DesktopEntries
import FocusPorts
import Glibc
import LinuxRuntime
import RunningApps

/// What a service holds with the person's own rights: running apps stand still, and where no helper holds more, the
/// desktop's proxy setting and menu entries lead to the shield.
struct PersonalLayers {
  private let options: SystemShield.Options
  private var running: RunningApplications
  private var own: OwnLayers
  private var guardian: Guardian?
  /// Whether the helper was told of a browser.
  private var named = false
  /// Whether the service holds what it can alone, because no helper holds more; `nil` while that is not decided.
  private(set) var isAlone: Bool?

  /// Apps that an earlier service froze go on at the first match.
  init(_ options: SystemShield.Options) {
    self.options = options
    running = RunningApplications(note: options.frozenNote)
    own = options.ownLayers
  }

  /// What is cheap to compare, unlike ``layers(of:)``; when it changes, look at the layers again.
  struct Standing: Equatable {
    fileprivate let frozen: Int
    fileprivate let obstacles: Set<ScreenHindrance>
    fileprivate let ended: Int
    fileprivate let proxies: [DesktopProxy.Finding]?
    fileprivate let isAlone: Bool?
  }

  var standing: Standing {
    Standing(
      frozen: running.standing.count, obstacles: running.obstacles, ended: running.ended, proxies: own.findings,
      isAlone: isAlone)
  }

  /// Starts a guardian that restores everything should this service die.
  mutating func beWatchedOver() {
    guard guardian?.isThere != true, !options.guardian.isEmpty else { return }
    guardian = Guardian(options.guardian)
  }

  /// Makes the next ``match(_:isHeld:at:door:)`` start over, for another order.
  mutating func forget() {
    isAlone = nil
  }

  /// Applies the personal layers if the helper does not hold the order, and else releases them.
  mutating func match(_ active: ActiveOrder?, isHeld: Bool, at place: String?, door: ShieldFront) {
    let alone = active != nil && !isHeld
    guard isAlone != alone else { return }
    isAlone = alone
    if alone, let active, !options.standIn.isEmpty {
      own.hold(active.plan, active.installed, doorAt: place) { door.serve($0) }
    } else {
      own.release()
      door.serve(nil)
    }
  }

  /// Freezes or ends blocked apps that are running, and lets all others go on.
  mutating func matchRunning(_ active: ActiveOrder?) {
    running.match(active?.programs ?? [], choice: options.running)
  }

  /// Puts back what somebody removed; returns the names of the layers concerned.
  mutating func repair() -> [String] {
    var repaired = own.repair()
    // Before new ones are stopped, which takes them a moment.
    if running.repair() { repaired.append("running-apps") }
    return repaired
  }

  /// `rules` says whether what extensions say is about the order in force.
  mutating func endOldConnections(scriptWasRead: Bool, extensionsFollow rules: Bool) {
    if scriptWasRead { own.endConnectionsOfFollowers() }
    // With the helper, connections end in every app.
    guard isAlone == true, rules else { return }
    for browser in BrowserCall.all(in: options.notes) where (browser.rules ?? 0) > 0 {
      own.endConnections(ofBrowserThatStarted: browser.program)
    }
  }

  /// Tells the helper which browsers close parts of sites themselves, where it is to leave such sites to them. One that
  /// is said to see parts is one to which they are left: this comes before anybody is told.
  ///
  /// - Parameter stamp: the helper's name for the order, while it holds it.
  mutating func nameBrowsers(for active: ActiveOrder?, to stamp: Int64?) {
    guard let stamp, let active, active.plan.sections.contains(where: { !$0.leftToBrowsers.isEmpty }) else { return }
    let browsers = BrowserCall.closingParts(in: options.notes)
    guard !browsers.isEmpty || named else { return }
    named = !browsers.isEmpty
    HelperClient.name(browsers, for: stamp, at: options.helper)
  }

  mutating func release() {
    running.releaseAll()
    own.release()
    letGuardianGo()
  }

  /// Call it when nothing is left to restore.
  mutating func letGuardianGo() {
    guardian?.dismiss()
    guardian = nil
  }

  /// Asks the desktop, which may take a moment.
  func layers(of active: ActiveOrder?) -> [ShieldLayer] {
    let idle: OwnLayers.Idle = active == nil ? .nothingOrdered : isAlone == true ? .nothingOfThisKind : .helperHoldsMore
    return own.layers(idle: idle)
  }

  func runningLayer(of active: ActiveOrder?) -> ShieldLayer {
    guard let active, active.coverage.apps else {
      return ShieldLayer(layer: Self.runningName, state: .down, why: "no apps to block")
    }
    return Self.runningLayer(
      standing: running.standing.count, obstacles: running.obstacles.map(\.words), ended: running.ended)
  }

  static let runningName = "running-apps"

  static func runningLayer(standing: Int, obstacles: [String], ended: Int) -> ShieldLayer {
    let frozen = standing == 0 ? [] : ["\(standing) frozen"]
    let woken =
      ended == 0 ? [] : ["\(ended) ended: something resumed it more than \(RunningApplications.mostWakings) times"]
    let why = frozen + woken + obstacles.sorted()
    // Where something is to stand still and nothing does, nothing is held.
    let state: ShieldLayer.State = standing == 0 && !obstacles.isEmpty ? .unavailable : .up
    return ShieldLayer(layer: runningName, state: state, why: why.isEmpty ? nil : why.joined(separator: "; "))
  }
}
