internal import FocusPorts
internal import FocusSession
internal import Guarding
internal import SystemShield

/// What is in front, from those who each know a part of it: the screen the app, a browser the site, and the lists of
/// sites and apps which categories both belong to.
struct FrontInParts: Sendable {
  var app: FrontApp?
  var site: String?
  /// The apps in use on other screens.
  var elsewhere: [FrontApp] = []
  private var wanted = Wanted()
  private var categories = FrontCategories([], changedBy: [])

  /// What decides about the categories.
  private struct Wanted: Equatable, Sendable {
    var names: [String] = []
    var changes: [FocusSession.Category] = []
  }

  /// What a guard understands.
  var signal: GuardSignal {
    guard let app else { return .nothingInFront }
    return .front(front(app))
  }

  /// What is in use on other screens. A browser does not tell on which screen it is, so its site counts on each.
  func elsewhere(since tick: Tick) -> GuardSignal { .elsewhere(elsewhere.map { front($0) }, since: tick) }

  private func front(_ app: FrontApp) -> Front {
    Front(app: app.names, site: site, categories: categories.names(of: app.names, site: site))
  }

  /// Forgets what was in front.
  mutating func forget() {
    app = nil
    site = nil
  }

  /// Takes over which categories matter: those that allowances are about.
  ///
  /// - Returns: whether what is in front may belong to others now.
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
