/// What a person changed about a list of sites and applications that ships, or a list of their own.
public struct Category: Equatable, Sendable {
  /// What profiles call the list: `social`.
  public var id: CategoryID
  /// Domains that are on it too; one that begins with `!` is not on it, whatever ships.
  public var sites: [String]
  /// Desktop entry ids that are on it too; one that begins with `!` is not on it, whatever ships.
  public var apps: [String]

  /// A list's own entries.
  public init(id: CategoryID, sites: [String] = [], apps: [String] = []) {
    self.id = id
    self.sites = sites
    self.apps = apps
  }

  /// Whether a session that uses the list in this way loses nothing by these entries: in block mode more may be on it,
  /// in allow mode less.
  func holdsAll(of earlier: Category, in mode: Blocks.Mode) -> Bool {
    let (more, less) = mode == .block ? (self, earlier) : (earlier, self)
    return Self.holdsAll(more.sites, of: less.sites) && Self.holdsAll(more.apps, of: less.apps)
  }

  private static func holdsAll(_ more: [String], of less: [String]) -> Bool {
    Set(less.filter { !isException($0) }).isSubset(of: more)
      && Set(more.filter(isException)).isSubset(of: less)
  }
}

extension Settings {
  /// What the person changed about that list; nothing where they never did.
  public func category(_ id: CategoryID) -> Category {
    categories.first { $0.id == id } ?? Category(id: id)
  }
}
