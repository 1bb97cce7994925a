import DesktopEntries
import FocusPorts
import Glibc
import LinuxRuntime
internal import Octets

/// What a person's own rights can hold without the privileged helper: the desktop's proxy setting, and entries that
/// stand in for those of blocked apps.
struct OwnLayers: Sendable {
  /// The place that the proxy setting leads to: a port of this service that lets nobody through.
  struct Door: Sendable {
    /// Host and port of the door.
    let place: String
    let port: UInt16
    /// The script, under a name that changes with it: browsers keep what they read under the old one.
    let path: String
    let script: ProxyScript

    var address: String { "http://\(place)\(path)" }

    init(at place: String, _ sections: [ShieldPlan.Section]) {
      self.place = place
      port = place.lastIndex(of: ":").flatMap { UInt16(place[place.index(after: $0)...]) } ?? 0
      path =
        "/focuskey-" + HexText.text(of: SystemRandom.octets(12)) + ".pac"
      script = ProxyScript(sections, door: place)
    }
  }

  private let proxies: [DesktopProxy]
  private let standIns: StandIns
  private let command: [String]
  /// `nil` where the helper holds it all, or nothing is ordered.
  private(set) var door: Door?
  private var originals: [String: [UInt8]] = [:]
  private(set) var findings: [DesktopProxy.Finding]?
  private var followers: FollowersConnections

  /// - Parameters:
  ///   - proxyNote: the file that keeps what the proxy setting was.
  ///   - connectionsNote: the file that says which connections could not be ended.
  ///   - dataFolder: the person's own data folder.
  ///   - command: what a stand-in starts, but for the app's id.
  init(proxyNote: String, connectionsNote: String, dataFolder: String, command: [String]) {
    proxies = DesktopProxy.all(note: proxyNote)
    followers = FollowersConnections(note: connectionsNote)
    standIns = StandIns(dataFolder: dataFolder)
    self.command = command
  }

  /// `opened` is told of the door before anybody is led there.
  mutating func hold(
    _ plan: ShieldPlan, _ installed: InstalledApplications, doorAt place: String?, opened: (Door?) -> Void
  ) {
    findings = nil
    followers.forget()
    door = place.flatMap { plan.sections.isEmpty ? nil : Door(at: $0, plan.sections) }
    opened(door)
    originals = [:]
    for entry in plan.applications { originals[entry.id] = installed.text(of: entry.id) }
    standIns.restore(except: Set(originals.keys))
    if door == nil { restoreProxies() }
    put()
  }

  /// Restores everything that was changed, also by an earlier service.
  mutating func release() {
    door = nil
    originals = [:]
    findings = nil
    followers.forget()
    restoreProxies()
    standIns.restore()
  }

  /// Ends earlier connections of a browser whose extension applies what it was told.
  mutating func endConnections(ofBrowserThatStarted program: Int32) {
    followers.end(ofBrowserThatStarted: program)
  }

  /// Ends earlier connections of programs that have asked for the door's script since.
  mutating func endConnectionsOfFollowers() {
    if let door { followers.end(ofThoseConnectedTo: door.port) }
  }

  /// Puts back what somebody removed; returns the names of the layers concerned.
  mutating func repair() -> [String] {
    var repaired: [String] = []
    if let door, let findings,
      zip(findings, proxies).contains(where: { $0 == .ours(door.address) && $1.find() != .ours(door.address) })
    {
      repaired.append(Self.proxyName)
    }
    let standing = Set(standIns.standing)
    if !originals.isEmpty, !standing.isSuperset(of: originals.keys) { repaired.append(Self.entriesName) }
    if !repaired.isEmpty { put() }
    return repaired
  }

  private mutating func put() {
    if let door {
      findings = proxies.map { $0.lead(to: door.address) ? .ours(door.address) : $0.find() }
    }
    for (id, text) in originals { try? standIns.put(id, entry: text, command: command + [id]) }
  }

  private func restoreProxies() {
    for proxy in proxies { proxy.restore() }
  }

  private static let proxyName = "browser-proxy"
  private static let entriesName = "app-entries"
  static let names = [proxyName, entriesName]

  /// Why nothing is held.
  enum Idle {
    case nothingOrdered
    case helperHoldsMore
    /// Something should be blocked; the helper does not hold it, and nothing of it is seen here.
    case notHeld
    case nothingOfThisKind

    fileprivate func words(_ kind: String) -> String {
      switch self {
      case .nothingOrdered: "nothing to block"
      case .helperHoldsMore: "not needed: the privileged helper is active"
      case .notHeld: "not in force now"
      case .nothingOfThisKind: "no \(kind) to block"
      }
    }
  }

  func layers(idle: Idle) -> [ShieldLayer] {
    let count = standIns.standing.count
    let entries =
      count > 0
      ? ShieldLayer(
        layer: Self.entriesName, state: .up,
        why: "\(count) in menus and launchers; they can still be started from a terminal")
      : ShieldLayer(layer: Self.entriesName, state: .down, why: idle.words("apps"))
    return [proxyLayer(idle.words("sites")), entries]
  }

  private func proxyLayer(_ idle: String) -> ShieldLayer {
    let found = findings ?? proxies.map { $0.find() }
    if found.contains(where: { if case .ours = $0 { true } else { false } }) {
      var why = "in browsers that follow the desktop's proxy"
      why +=
        followers.words.map { "; \($0)" }
        ?? ", whose open connections end when they notice it, except those over QUIC"
      if proxies.contains(where: \.isSeenLate) { why += "; a Chromium that was already running has to be restarted" }
      if let left = door?.script.leftOut, left > 0 { why += "; \(left) names do not fit" }
      return ShieldLayer(layer: Self.proxyName, state: .up, why: why)
    }
    if found.contains(.free) {
      return ShieldLayer(
        layer: Self.proxyName, state: .down,
        why: door == nil ? idle : "another program keeps changing the setting; it is set again")
    }
    let reasons = found.compactMap { if case .unavailable(let why) = $0 { why } else { nil } }
    return ShieldLayer(layer: Self.proxyName, state: .unavailable, why: reasons.first)
  }
}
