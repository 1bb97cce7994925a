/// The state of blocking on this computer, in one value that every place words alike.
///
/// "Blocked" is said only while a layer that blocks was just found in force.
package enum ShieldSummary: Sendable, Equatable {
  case switchedOff
  /// Nothing needs blocking now; `fix` is the command to run if nothing could be blocked.
  case idle(fix: String?)
  case blocking(Ordered)
  /// Some of what is ordered is blocked, in words; `fix` is the command that blocks all of it.
  case partly(String, fix: String?)
  /// The privileged helper has no room for a question: what it blocks is unknown.
  case crowded
  /// Nothing of what is ordered is blocked; `fix` is the command that turns blocking on.
  case notBlocking(fix: String?)

  package struct Ordered: Sendable, Equatable {
    package var sites: Bool
    package var apps: Bool

    package init(sites: Bool, apps: Bool) {
      self.sites = sites
      self.apps = apps
    }
  }

  /// Judges the layers; `ordered` is `nil` if nothing needs blocking, `fix` turns blocking on here.
  package init(_ layers: [ShieldLayer], ordered: Ordered?, fix: String) {
    let isFull = Self.names.allSatisfy { name in layers.contains { $0.layer == name && $0.state != .unavailable } }
    let fix = isFull ? nil : fix
    guard let ordered, ordered.sites || ordered.apps else {
      self = .idle(fix: fix)
      return
    }
    let up = Set(layers.filter { $0.state == .up }.map(\.layer))
    let lacking = Set(layers.filter { $0.state == .unavailable }.map(\.layer))
    let sites = ordered.sites ? Self.sites(up, lacking) : nil
    let apps = ordered.apps ? Self.apps(up) : nil
    let extents = [sites, apps].compactMap { $0 }
    if extents.allSatisfy({ $0.isAll }) {
      self = .blocking(ordered)
    } else if extents.allSatisfy({ !$0.isAny }) {
      self = .notBlocking(fix: fix)
    } else {
      let held = extents.filter(\.isAny).map(\.words).joined(separator: ", ")
      let missing = extents.first { !$0.isAny }.map { ", but \($0.words)" }
      self = .partly(held + (missing ?? ""), fix: fix)
    }
  }

  /// The layers without which not all can be blocked.
  private static let names = ["sites", "connections", "ech", "dns", "app-starts"]

  private struct Extent {
    var isAny: Bool
    var isAll = false
    var words: String
  }

  private static func sites(_ up: Set<String>, _ lacking: Set<String>) -> Extent {
    if up.contains("sites") {
      guard up.contains("connections") else {
        return Extent(isAny: true, words: "sites, but not what is connected already")
      }
      return lacking.isDisjoint(with: ["ech", "dns"])
        ? Extent(isAny: true, isAll: true, words: "sites")
        : Extent(isAny: true, words: "sites, but not where a browser hides their names")
    }
    if up.contains("browser-page") { return Extent(isAny: true, words: "sites only in browsers with the extension") }
    if up.contains("browser-proxy") {
      return Extent(isAny: true, words: "sites only in browsers that follow the desktop\u{2019}s proxy")
    }
    return Extent(isAny: false, words: "no sites")
  }

  private static func apps(_ up: Set<String>) -> Extent {
    if up.contains("app-starts") { return Extent(isAny: true, isAll: true, words: "apps") }
    if up.contains("app-entries") { return Extent(isAny: true, words: "apps only when started from a menu") }
    if up.contains("running-apps") { return Extent(isAny: true, words: "only apps that were running") }
    return Extent(isAny: false, words: "no apps")
  }

  /// The word for it in JSON.
  package var word: String {
    switch self {
    case .switchedOff: "off"
    case .idle: "idle"
    case .blocking: "blocking"
    case .partly: "partly"
    case .crowded: "crowded"
    case .notBlocking: "none"
    }
  }

  /// The command that turns blocking on, or on in full; `nil` where nothing is missing.
  package var fix: String? {
    switch self {
    case .switchedOff, .blocking, .crowded: nil
    case .idle(let fix), .partly(_, let fix), .notBlocking(let fix): fix
    }
  }

  package var sentence: String {
    switch self {
    case .switchedOff: return "Blocking is switched off for this service (FOCUSKEY_SHIELD=none)."
    case .idle(nil): return "Nothing is blocked now; blocking is ready."
    case .idle(let fix?): return "Nothing is blocked on this computer yet. To turn blocking on: \(fix)"
    case .blocking(let ordered):
      let what = ordered.sites && ordered.apps ? "Sites and apps" : ordered.sites ? "Sites" : "Apps"
      return "\(what) are blocked."
    case .partly(let words, nil): return "Blocked in part: \(words)."
    case .partly(let words, let fix?): return "Blocked in part: \(words). To block all of it: \(fix)"
    case .crowded:
      return "What is blocked is not known now: the privileged helper is crowded, too many programs ask it at once."
    case .notBlocking(nil): return "Nothing is blocked on this computer yet."
    case .notBlocking(let fix?): return "Nothing is blocked on this computer yet. To turn blocking on: \(fix)"
    }
  }
}

package struct ShieldReport: Sendable, Equatable {
  package var layers: [ShieldLayer]
  package var summary: ShieldSummary
  /// Where parts of sites are blocked; `nil` while none should be.
  package var paths: PathsReport?

  package init(
    layers: [ShieldLayer] = [], summary: ShieldSummary = .idle(fix: nil), paths: PathsReport? = nil
  ) {
    self.layers = layers
    self.summary = summary
    self.paths = paths
  }
}
