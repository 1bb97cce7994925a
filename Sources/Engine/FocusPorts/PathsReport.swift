/// Where blocked parts of sites are blocked: only a browser in which the extension is at work sees which part of a site
/// it asks for.
package struct PathsReport: Sendable, Equatable {
  /// What is known of one browser.
  package enum State: String, Sendable {
    /// The extension was just seen at work in it.
    case active
    /// The extension is not at work in it.
    case off
    /// It is not running, and has the extension when it runs.
    case unknown
  }

  /// A browser of this computer.
  package struct Browser: Sendable, Equatable {
    /// What people call it.
    package var name: String
    /// Whether it blocks parts of sites.
    package var state: State

    /// A browser.
    package init(name: String, state: State) {
      self.name = name
      self.state = state
    }
  }

  /// The browsers of this computer.
  package var browsers: [Browser]
  /// Whether the whole site is to be shut where nobody sees its parts.
  package var isShutOtherwise: Bool
  /// Whether the helper is there, without which nothing is shut in every program.
  package var hasHelper: Bool

  /// A report.
  package init(browsers: [Browser], isShutOtherwise: Bool, hasHelper: Bool = true) {
    self.browsers = browsers
    self.isShutOtherwise = isShutOtherwise
    self.hasHelper = hasHelper
  }

  private var active: [String] {
    var seen: Set<String> = []
    return browsers.filter { $0.state == .active && seen.insert($0.name).inserted }.map(\.name)
  }

  /// One word for all browsers together.
  package var word: String {
    if active.isEmpty { return "off" }
    return browsers.allSatisfy { $0.state == .active } ? "active" : "partly"
  }

  /// Whether the whole site is shut or open where nobody sees its parts, as JSON has it.
  package var otherwise: String { isShutOtherwise ? "shut" : "open" }

  /// What people are told while a profile in force names parts of sites.
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
