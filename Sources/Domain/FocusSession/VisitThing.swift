public import SiteRules

/// What a visit opens.
public struct VisitThing: Equatable, Sendable {
  /// What kind of thing it is.
  public enum Kind: String, Sendable, CaseIterable {
    /// A domain with all its subdomains.
    case site
    /// A desktop entry.
    case app
    /// A list of sites and apps.
    case category
  }

  /// What kind of thing it is.
  public var kind: Kind
  /// Its name: a site as the wire has it, an app and a list as they are named.
  public var name: String

  /// A thing to visit.
  public init(kind: Kind, name: String) {
    self.kind = kind
    self.name = name
  }

  /// The site, if it is a whole one.
  var host: SiteName? { kind == .site ? SiteName.ofHost(name) : nil }

  /// The site, or the part of one, if it is that.
  public var site: SiteEntry? { kind == .site ? SiteEntry.of(name) : nil }

  /// Whether something that is asked for is it, or a part of it as far as its name tells.
  public func covers(_ attempt: Attempt) -> Bool {
    switch (kind, attempt.kind) {
    case (.site, .site):
      guard let site, let asked = SiteEntry.of(attempt.name) else { return false }
      return site.covers(asked)
    case (.app, .app): return DesktopID.bare(attempt.name) == DesktopID.bare(name)
    default: return false
    }
  }

  func isMeant(by words: String) -> Bool {
    switch kind {
    case .category: words == name
    case .app: DesktopID.bare(words) == DesktopID.bare(name)
    case .site: SiteEntry.of(words)?.name == name
    }
  }
}

/// What somebody asks to visit.
public struct VisitRequest: Equatable, Sendable {
  /// A site, a part of one, an app or a list as it is in a profile's blocks, or what is below a blocked site.
  public var what: String
  /// For how many minutes; as many as may be where nothing is said.
  public var minutes: Int?

  /// A visit that is asked for.
  public init(what: String, minutes: Int? = nil) {
    self.what = what
    self.minutes = minutes
  }
}

/// The lists of sites and apps: those that ship, and what the person changed about them.
public protocol ListBook: Sendable {
  func ships(_ list: String) -> Bool
  func entry(for host: SiteName, in list: String, _ changes: Category?) -> ListEntry?
  func hasApp(_ app: String, in list: String, _ changes: Category?) -> Bool
  func isInstalled(_ app: String) -> Bool
  /// Whether some browser sees which part of a site it opens.
  var seesParts: Bool { get }
}

extension ListBook {
  /// Where nothing is known of browsers nothing is refused because of them.
  public var seesParts: Bool { true }
}

/// The entry of a list that decides about a host.
public struct ListEntry: Equatable, Sendable {
  /// How long its name is; the longest decides.
  public var length: Int
  /// Whether it names the host, or says that the host is not meant.
  public var isNamed: Bool

  /// An entry.
  public init(length: Int, isNamed: Bool) {
    self.length = length
    self.isNamed = isNamed
  }
}

/// No lists at all.
public struct NoLists: ListBook {
  /// No lists.
  public init() {}
  /// None ships.
  public func ships(_ list: String) -> Bool { false }
  /// Nothing is on any.
  public func entry(for host: SiteName, in list: String, _ changes: Category?) -> ListEntry? { nil }
  /// Nothing is on any.
  public func hasApp(_ app: String, in list: String, _ changes: Category?) -> Bool { false }
  /// Nothing is known of what is installed.
  public func isInstalled(_ app: String) -> Bool { false }
}

struct VisitLists {
  let book: any ListBook
  let changes: [Category]

  private func changes(to list: String) -> Category? { changes.first { $0.id.text == list } }

  func isThere(_ list: String) -> Bool { changes(to: list) != nil || book.ships(list) }
  func entry(for host: SiteName, in list: String) -> ListEntry? {
    book.entry(for: host, in: list, changes(to: list))
  }
  func hasApp(_ app: String, in list: String) -> Bool { book.hasApp(app, in: list, changes(to: list)) }
}

extension Blocks {
  /// Whether they close a thing, as the shield judges it.
  func close(_ thing: VisitThing, _ lists: VisitLists) -> Bool {
    switch thing.kind {
    case .category:
      if mode == .block { return categories.contains(thing.name) }
      return !categories.contains(thing.name) && lists.isThere(thing.name) && judgesSites
    case .app:
      if except.contains(where: { DesktopID.bare($0) == DesktopID.bare(thing.name) }) { return false }
      let isNamed =
        apps.contains { DesktopID.bare($0) == DesktopID.bare(thing.name) }
        || categories.contains { lists.hasApp(thing.name, in: $0) }
      return mode == .block ? isNamed : !isNamed && !apps.isEmpty
    case .site:
      guard let site = thing.site, !ProtectedSites.contains(site.host), judgesSites else { return false }
      if except.contains(where: { SiteName.ofHost($0).map { site.host.isAtOrBelow($0) } ?? false }) { return false }
      guard let host = thing.host else { return mode == .block ? close(site, lists) : !opens(site.host, lists) }
      return (nearest(host, lists)?.isNamed ?? false) == (mode == .block)
    }
  }

  /// Whether a part of a site is closed, by an entry with a path or by one of the whole site.
  private func close(_ part: SiteEntry, _ lists: VisitLists) -> Bool {
    let whole = nearest(part.host, lists)
    let own = sites.compactMap(SiteEntry.of).filter { $0.path != nil && $0.covers(part) }
    guard let deciding = SiteEntry.deciding(on: part.host, part.example, among: own),
      deciding.host.octets.count >= whole?.length ?? 0
    else { return whole?.isNamed ?? false }
    return !deciding.isException
  }

  private func opens(_ host: SiteName, _ lists: VisitLists) -> Bool { nearest(host, lists)?.isNamed ?? false }

  /// Whether a part of a site is listed exactly as it is written.
  func name(_ part: SiteEntry) -> Bool {
    sites.contains { SiteEntry.of($0) == part }
  }

  /// A profile that allows only apps says nothing about sites.
  private var judgesSites: Bool { mode == .block || !sites.isEmpty || !categories.isEmpty || apps.isEmpty }

  /// The longest entry that is the host or a domain above it; of two of one name the profile's own, and then that
  /// which names it.
  private func nearest(_ host: SiteName, _ lists: VisitLists) -> ListEntry? {
    var best: ListEntry?
    func consider(_ entry: ListEntry?) {
      guard let entry else { return }
      guard let known = best, known.length > entry.length || known.length == entry.length && known.isNamed else {
        return best = entry
      }
    }
    for written in sites {
      let isException = isException(written)
      guard let site = SiteName.ofHost(isException ? String(written.dropFirst()) : written), host.isAtOrBelow(site)
      else { continue }
      consider(ListEntry(length: site.octets.count, isNamed: !isException))
    }
    let ownLength = best?.length ?? 0
    for list in categories {
      if let entry = lists.entry(for: host, in: list), entry.length > ownLength { consider(entry) }
    }
    return best
  }
}
