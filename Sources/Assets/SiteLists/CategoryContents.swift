package import SiteRules

/// What a category holds: the list that ships, with what the person changed about it.
package struct CategoryContents: Sendable, Equatable {
  package private(set) var sites: [SiteName]
  /// Sites below one of ``sites`` that the person took out.
  package private(set) var exceptions: [SiteName] = []
  /// The applications, by desktop entry.
  package private(set) var apps: [String]
  /// The person's entries that cannot be sites.
  package private(set) var others: [String] = []

  /// What a person wrote about a category; an entry with `!` in front takes out what ships.
  package struct Changes: Sendable, Equatable {
    package var sites: [String]
    package var apps: [String]

    package init(sites: [String] = [], apps: [String] = []) {
      self.sites = sites
      self.apps = apps
    }
  }

  /// `nil` if no list of that name ships and the person wrote none.
  package init?(of name: String, changedBy own: Changes?) {
    let shipped = SiteLists.sites(of: name)
    guard shipped != nil || own != nil else { return nil }
    sites = shipped ?? []
    apps = SiteLists.apps(of: name) ?? []
    for entry in own?.sites ?? [] { change(entry) }
    for app in own?.apps ?? [] {
      if app.hasPrefix("!") {
        apps.removeAll { $0 == app.dropFirst() }
      } else if !apps.contains(app) {
        apps.append(app)
      }
    }
  }

  private mutating func change(_ entry: String) {
    let isRemoval = entry.hasPrefix("!")
    guard let site = try? SiteName(isRemoval ? String(entry.dropFirst()) : entry) else { return others.append(entry) }
    if !isRemoval {
      if !sites.contains(site) { sites.append(site) }
    } else if sites.contains(site) {
      sites.removeAll { $0 == site }
    } else {
      exceptions.append(site)
    }
  }
}
