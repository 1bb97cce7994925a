public import FocusPorts
import SiteRules

extension ShieldPlan.Section {
  /// The closed sites of which a browser sees the parts.
  var leftToBrowsers: [SiteName] {
    var seen: Set<SiteName> = []
    return parts.filter { part in
      (part.isException || shut.contains(part.host)) && seen.insert(part.host).inserted
    }.map(\.host)
  }

  /// Whether a part is closed, by an entry with a path or by one of its whole site.
  func closes(_ part: SiteEntry) -> Bool {
    let whole = (sites.map { SiteEntry(host: $0) } + exceptions.map { SiteEntry(host: $0, isException: true) })
    let deciding = SiteEntry.deciding(on: part.host, part.example, among: whole + parts)
    return deciding.map { !$0.isException } ?? allowsOnlyNamed
  }
}

extension ShieldPlan {
  /// Whether parts of sites are closed or excepted in it.
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
  /// Where the parts of sites are blocked that a plan names; `nil` where it names none.
  init?(_ plan: ShieldPlan, _ layers: [ShieldLayer], _ options: SystemShield.Options) {
    guard plan.namesParts else { return nil }
    self.init(InstalledBrowser.all(layers, options), layers, isShutOtherwise: plan.isShutForParts)
  }

  /// What is known of these browsers.
  public init(_ browsers: [InstalledBrowser], _ layers: [ShieldLayer], isShutOtherwise: Bool) {
    self.init(
      browsers: browsers.map { Browser(name: $0.name, state: $0.parts) }, isShutOtherwise: isShutOtherwise,
      hasHelper: layers.contains { $0.layer == "sites" && $0.state == .up })
  }
}
