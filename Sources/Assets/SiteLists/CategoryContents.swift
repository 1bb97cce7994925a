public import FocusSession
public import SiteRules

/// What a category holds: the list that ships, with what the person changed about it.
public struct CategoryContents: Sendable, Equatable {
  /// The sites.
  public private(set) var sites: [SiteName]
  /// Sites below one of ``sites`` that the person took out.
  public private(set) var exceptions: [SiteName] = []
  /// The applications, by desktop entry.
  public private(set) var apps: [String]
  /// The person's entries that cannot be sites.
  public private(set) var others: [String] = []

  /// What the category holds; `nil` where no list of that name ships and none is the person's own.
  ///
  /// - Parameter categories: what the person changed.
  public init?(of name: String, changedBy categories: [Category]) {
    let shipped = SiteLists.sites(of: name)
    let own = categories.first { $0.id.text == name }
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
    let site: SiteName
    do throws(SiteNameError) {
      site = try SiteName(isRemoval ? String(entry.dropFirst()) : entry)
    } catch {
      return others.append(entry)
    }
    if !isRemoval {
      if !sites.contains(site) { sites.append(site) }
    } else if sites.contains(site) {
      sites.removeAll { $0 == site }
    } else {
      exceptions.append(site)
    }
  }
}
