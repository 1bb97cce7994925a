package import FocusPorts
import SiteRules

extension ShieldPlan.Section {
  /// The blocked sites whose parts a browser sees.
  var leftToBrowsers: [SiteName] {
    var seen: Set<SiteName> = []
    return parts.filter { part in
      (part.isException || shut.contains(part.host)) && seen.insert(part.host).inserted
    }.map(\.host)
  }

  /// In a section that names what is closed: whether the helper closes the site.
  func closesByName(_ host: SiteName) -> Bool {
    func nearest(_ names: [SiteName]) -> Int? { names.filter { host.isAtOrBelow($0) }.map(\.octets.count).max() }
    guard let closing = nearest(sites + shut) else { return false }
    return closing > nearest(exceptions) ?? 0
  }

  /// The name of what closes a part: an entry with a path, one of its whole site, or the site itself where only what
  /// is named opens; `nil` where the part is open.
  func entryClosing(_ part: SiteEntry) -> String? {
    guard let deciding = deciding(on: part) else { return allowsOnlyNamed ? part.host.text : nil }
    return deciding.isException ? nil : deciding.name
  }

  func closes(_ part: SiteEntry) -> Bool { entryClosing(part) != nil }

  /// The entry that decides about a part; an exception if it opens the part.
  private func deciding(on part: SiteEntry) -> SiteEntry? {
    func entries(_ names: [SiteName], areOpen: Bool) -> [SiteEntry] {
      names.filter { part.host.isAtOrBelow($0) }.map { SiteEntry(host: $0, isException: areOpen) }
    }
    let whole = entries(sites, areOpen: allowsOnlyNamed) + entries(exceptions, areOpen: !allowsOnlyNamed)
    return SiteEntry.deciding(on: part.host, part.example, among: whole + parts)
  }
}

extension ShieldPlan {
  /// Whether it closes or excepts parts of sites.
  var namesParts: Bool { sections.contains { !$0.parts.isEmpty } }

  /// Whether every site with a closed part is shut as a whole where nobody sees its parts.
  var isShutForParts: Bool {
    sections.allSatisfy { section in
      section.parts.allSatisfy { part in
        part.isException || (section.shut + section.sites).contains { part.host.isAtOrBelow($0) }
      }
    }
  }
}

extension PathsReport {
  /// `nil` if the plan names no parts of sites.
  init?(_ plan: ShieldPlan, _ layers: [ShieldLayer], _ options: SystemShield.Options) {
    guard plan.namesParts else { return nil }
    self.init(InstalledBrowser.all(layers, options), layers, isShutOtherwise: plan.isShutForParts)
  }

  package init(_ browsers: [InstalledBrowser], _ layers: [ShieldLayer], isShutOtherwise: Bool) {
    self.init(
      browsers: browsers.map { Browser(name: $0.name, state: $0.parts) }, isShutOtherwise: isShutOtherwise,
      hasHelper: layers.contains { $0.layer == "sites" && $0.state == .up })
  }
}
