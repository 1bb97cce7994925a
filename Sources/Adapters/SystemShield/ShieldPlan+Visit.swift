import DesktopEntries
import FocusPorts
import SiteLists
import SiteRules

struct VisitedSites {
  private enum What {
    case nothing
    case site(SiteName)
    case part(SiteEntry)
    case list(CategoryContents, own: [String])
  }

  private let what: What

  /// `place` is the index of the profile's blocks in the order.
  init(_ visit: ShieldOrder.Visit?, at place: Int, _ blocks: Blocks, _ categories: [Category]) {
    guard let visit, visit.places.contains(place) else {
      what = .nothing
      return
    }
    switch visit.thing.kind {
    case .app: what = .nothing
    case .site:
      what = visit.thing.site.map { $0.path == nil ? .site($0.host) : .part($0) } ?? .nothing
    case .category:
      what =
        CategoryContents(of: visit.thing.name, changedBy: categories).map { .list($0, own: blocks.sites) } ?? .nothing
    }
  }

  /// The sites while the visit lasts: exactly what is visited is open.
  func open(in whole: ShieldPlan.Section) -> ShieldPlan.Section {
    var section = whole
    switch (what, whole.allowsOnlyNamed) {
    case (.nothing, _): break
    case (.site(let host), false):
      section.sites.removeAll { $0.isAtOrBelow(host) }
      section.parts.removeAll { $0.host.isAtOrBelow(host) }
      section.shut.removeAll { $0.isAtOrBelow(host) }
      section.exceptions.append(host)
    case (.part(let part), _):
      section.parts.removeAll { part.covers($0) }
      section.parts += Self.openings(of: part, in: section)
    case (.site(let host), true):
      section.exceptions.removeAll { $0.isAtOrBelow(host) }
      section.sites.append(host)
    case (.list(let contents, let own), false):
      // What the profile names itself, or another of its lists does, is not the list's alone.
      let named = Set(own.compactMap { try? SiteName($0) })
      let listed = Set(contents.sites)
      var seen: Set<SiteName> = []
      let others = Set(whole.sites.filter { !seen.insert($0).inserted })
      section.sites.removeAll { listed.contains($0) && !named.contains($0) && !others.contains($0) }
    case (.list(let contents, _), true): section.sites += contents.sites
    }
    return section
  }

  /// The exceptions that open a part: also where a domain below its own is closed, and where an entry that is nearer
  /// than it closes some of it.
  private static func openings(of part: SiteEntry, in section: ShieldPlan.Section) -> [SiteEntry] {
    let opening = SiteEntry(host: part.host, path: part.path, isException: true)
    let below = section.sites.filter { $0.isAtOrBelow(part.host) }.map { SiteEntry(host: $0) }
    let nearer = section.parts.filter { !$0.isException } + below
    var seen: Set<SiteEntry> = [opening]
    return [opening] + nearer.compactMap { opening.common(with: $0) }.filter { seen.insert($0).inserted }
  }

  /// What is closed only once the visit is over.
  func closedLater(of whole: ShieldPlan.Section) -> ShieldPlan.Section? {
    var section = ShieldPlan.Section(profile: whole.profile, allowsOnlyNamed: whole.allowsOnlyNamed)
    switch (what, whole.allowsOnlyNamed) {
    case (.nothing, _): return nil
    case (_, true): return whole
    // Where the helper closes the site it was left to browsers for its part; an entry with a path closes nothing there.
    case (.part(let part), false):
      let closed = (whole.sites + whole.shut).filter { $0.isAtOrBelow(part.host) && $0 != part.host }
      section.sites = (whole.closesByName(part.host) ? [part.host] : []) + closed
      section.exceptions = whole.exceptions.filter { $0.isAtOrBelow(part.host) }
      if section.sites.isEmpty { return nil }
    case (.site(let host), false):
      section.sites = [host] + whole.sites.filter { $0 != host && $0.isAtOrBelow(host) }
      section.exceptions = whole.exceptions.filter { $0 != host && $0.isAtOrBelow(host) }
    case (.list(let contents, _), false):
      section.sites = contents.sites
      section.exceptions = whole.exceptions
    }
    return section
  }
}

struct VisitedApps {
  private let thing: VisitThing?

  /// `place` is the index of the profile's blocks in the order.
  init(_ visit: ShieldOrder.Visit?, at place: Int) {
    thing = visit.flatMap { $0.places.contains(place) ? $0.thing : nil }
  }

  /// Whether a list is visited; what the profile itself names stays shut then.
  var isOfList: Bool { thing?.kind == .category }

  var lists: [String] { thing.flatMap { $0.kind == .category ? [$0.name] : nil } ?? [] }

  func opens(list: String) -> Bool { thing == VisitThing(kind: .category, name: list) }

  func entries(among installed: InstalledApplications, _ categories: [Category]) -> [DesktopEntry] {
    let names: [String]
    switch thing?.kind {
    case nil, .site: return []
    case .app: names = [thing?.name ?? ""]
    case .category: names = CategoryContents(of: thing?.name ?? "", changedBy: categories)?.apps ?? []
    }
    return DesktopEntries.applications(names, among: installed.entries).flatMap { $0.entries }
  }
}
