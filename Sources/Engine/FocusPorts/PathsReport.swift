/// Where blocked parts of sites are blocked: only a browser in which the extension is at work sees which part of a site
/// it asks for.
package struct PathsReport: Sendable, Equatable {
  package enum State: String, Sendable {
    /// The extension was just seen at work in it.
    case active
    case off
    /// The browser is not running; it has the extension when it runs.
    case unknown
  }

  package struct Browser: Sendable, Equatable {
    package var name: String
    package var state: State

    package init(name: String, state: State) {
      self.name = name
      self.state = state
    }
  }

  package var browsers: [Browser]
  /// Whether the whole site is blocked where nothing sees its parts.
  package var isShutOtherwise: Bool
  /// Whether the helper is there; without it, no block reaches every program.
  package var hasHelper: Bool

  package init(browsers: [Browser], isShutOtherwise: Bool, hasHelper: Bool = true) {
    self.browsers = browsers
    self.isShutOtherwise = isShutOtherwise
    self.hasHelper = hasHelper
  }

  private var active: [String] {
    var seen: Set<String> = []
    return browsers.filter { $0.state == .active && seen.insert($0.name).inserted }.map(\.name)
  }

  /// One word for all browsers together, in JSON.
  package var word: String {
    if active.isEmpty { return "off" }
    return browsers.allSatisfy { $0.state == .active } ? "active" : "partly"
  }

  package var otherwise: String { isShutOtherwise ? "shut" : "open" }

  /// Shown while a profile in force names parts of sites.
  package var sentence: String {
    let names = active.joined(separator: ", ")
    if isShutOtherwise, !hasHelper {
      return active.isEmpty
        ? "Sites with blocked parts open: no browser has FocusKey\u{2019}s extension at work, and the helper is not active."
        : "Parts of sites are blocked in these browsers: \(names). Elsewhere these sites open: the helper is not active."
    }
    switch (active.isEmpty, isShutOtherwise) {
    case (false, false):
      return "Parts of sites are blocked in these browsers: \(names). Elsewhere these sites are open."
    case (false, true):
      return "Parts of sites are blocked in these browsers: \(names). Elsewhere these sites are shut as a whole."
    case (true, false):
      return """
        Parts of sites are open: FocusKey\u{2019}s extension is not at work in any browser. \
        Install it: focuskey shield browser
        """
    case (true, true):
      return "Sites with blocked parts are shut as a whole: FocusKey\u{2019}s extension is not at work in any browser."
    }
  }
}
