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

  /// What an earlier service left standing still goes on at the first match.
  init(_ options: SystemShield.Options) {
    self.options = options
    running = RunningApplications(note: options.frozenNote)
    own = options.ownLayers
  }

  /// What has to be looked at again when it changes; cheap, unlike ``layers(of:)``.
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

  /// From here on somebody brings everything back should this service die.
  mutating func beWatchedOver() {
    guard guardian?.isThere != true, !options.guardian.isEmpty else { return }
    guardian = Guardian(options.guardian)
  }

  /// Has the next ``match(_:isHeld:at:door:)`` begin again, for another order.
  mutating func forget() {
    isAlone = nil
  }

  /// Holds what a person's rights can where the helper does not hold the order, and lets go of it where it does.
  ///
  /// - Parameters:
  ///   - active: the order in force.
  ///   - isHeld: whether the helper holds it.
  ///   - place: where blocked sites lead to in browsers that follow the desktop's proxy.
  ///   - door: serves the script.
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

  /// Has blocked apps that are running stand still or end, and all others go on.
  mutating func matchRunning(_ active: ActiveOrder?) {
    running.match(active?.programs ?? [], choice: options.running)
  }

  /// Puts back what somebody took away; the names of the layers concerned.
  mutating func repair() -> [String] {
    var repaired = own.repair()
    // Before new ones are stopped, which takes them a moment.
    if running.repair() { repaired.append("running-apps") }
    return repaired
  }

  /// Ends what was connected before in browsers that have gone by the script, or by their extension, since.
  ///
  /// - Parameter rules: whether what extensions say is of the order in force.
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

  /// Brings everything back.
  mutating func release() {
    running.releaseAll()
    own.release()
    letGuardianGo()
  }

  /// Nothing is held that would have to be brought back.
  mutating func letGuardianGo() {
    guardian?.dismiss()
    guardian = nil
  }

  /// The layers as they are now; asks the desktop, which may take a moment.
  func layers(of active: ActiveOrder?) -> [ShieldLayer] {
    let idle: OwnLayers.Idle = active == nil ? .nothingOrdered : isAlone == true ? .nothingOfThisKind : .helperHoldsMore
    return own.layers(idle: idle)
  }

  /// The layer of running apps.
  func runningLayer(of active: ActiveOrder?) -> ShieldLayer {
    guard let active, active.coverage.apps else {
      return ShieldLayer(layer: Self.runningName, state: .down, why: "no apps to block")
    }
    return Self.runningLayer(
      standing: running.standing.count, obstacles: running.obstacles.map(\.words), ended: running.ended)
  }

  static let runningName = "running-apps"

  /// The layer of running apps, of which some stand still, some may be left alone, and some were ended.
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
