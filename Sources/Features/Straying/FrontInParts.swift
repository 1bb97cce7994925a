internal import FocusPorts
internal import Guarding
internal import SystemShield

/// What is in front, in parts: the screen knows the app, a browser the site, lists categories.
struct FrontInParts: Sendable {
  var app: FrontApp?
  var site: String?
  var elsewhere: [FrontApp] = []
  private var wanted = Wanted()
  private var categories = FrontCategories([], changedBy: [])

  private struct Wanted: Equatable, Sendable {
    var names: [String] = []
    var changes: [FocusSession.Category] = []
  }

  var signal: GuardSignal {
    guard let app else { return .nothingInFront }
    return .front(front(app))
  }

  /// The apps elsewhere; a browser's site counts on each screen, as its own screen is unknown.
  func elsewhere(since tick: Tick) -> GuardSignal { .elsewhere(elsewhere.map { front($0) }, since: tick) }

  private func front(_ app: FrontApp) -> Front {
    Front(app: app.names, site: site, categories: categories.names(of: app.names, site: site))
  }

  mutating func forget() {
    app = nil
    site = nil
  }

  /// Adopts the categories of allowances; returns whether what is in front may have others now.
  mutating func follow(_ settings: Settings) -> Bool {
    var names: [String] = []
    for name in settings.allowances.flatMap(\.blocks.categories) where !names.contains(name) { names.append(name) }
    let wanted = Wanted(names: names, changes: settings.categories.filter { names.contains($0.id.text) })
    guard wanted != self.wanted else { return false }
    self.wanted = wanted
    categories = FrontCategories(names, changedBy: wanted.changes)
    return true
  }
}
