internal import SiteRules

/// What a profile allows to be opened in focus for a few minutes, while everything else stays shut.
public struct VisitRules: Equatable, Sendable {
  /// How many visits one session may have; 0 means none at all.
  public var perSession: Int
  /// The most minutes of one visit, and how many it has where nobody says.
  public var minutes: Int
  /// How many minutes the visits of one civil day may take, in whatever profile.
  public var minutesPerDay: Int
  /// What may be visited: sites with their subdomains, apps, lists with what is on them; anything where empty.
  public var of: [String]

  /// The most minutes that a profile may give one visit.
  public static let mostMinutes = 60

  /// Rules; what is left out is as usual.
  public init(perSession: Int = 3, minutes: Int = 5, minutesPerDay: Int = 15, of: [String] = []) {
    self.perSession = perSession
    self.minutes = minutes
    self.minutesPerDay = minutesPerDay
    self.of = of
  }

  /// Whether these open no more than earlier ones: fewer, shorter, and nothing that those did not name.
  func isNoWider(than earlier: VisitRules) -> Bool {
    perSession <= earlier.perSession && minutes <= earlier.minutes && minutesPerDay <= earlier.minutesPerDay
      && (earlier.of.isEmpty || !of.isEmpty && of.allSatisfy(earlier.names))
  }

  /// Whether an entry is among those that may be visited, or a site below one of them.
  private func names(_ entry: String) -> Bool {
    if of.contains(entry) { return true }
    guard let site = SiteEntry.of(entry) else { return false }
    return of.contains { SiteEntry.of($0)?.covers(site) ?? false }
  }

  func allow(_ thing: VisitThing, _ lists: VisitLists) -> Bool {
    of.isEmpty
      || of.contains { entry in
        switch thing.kind {
        case .category: return entry == thing.name
        case .app: return DesktopID.bare(entry) == DesktopID.bare(thing.name) || lists.hasApp(thing.name, in: entry)
        case .site:
          guard let site = thing.site else { return false }
          if SiteEntry.of(entry)?.covers(site) ?? false { return true }
          return lists.entry(for: site.host, in: entry)?.isNamed ?? false
        }
      }
  }
}

extension Policy {
  var visiting: VisitRules? { visits.flatMap { $0.perSession > 0 ? $0 : nil } }

  func visitsAreNoWider(than earlier: Policy) -> Bool {
    guard let now = visiting else { return true }
    return earlier.visiting.map { now.isNoWider(than: $0) } ?? false
  }
}

enum DesktopID {
  static func bare(_ app: String) -> String {
    let ending = ".desktop"
    return app.hasSuffix(ending) ? String(app.dropLast(ending.count)) : app
  }
}

extension SiteEntry {
  static func of(_ written: String) -> SiteEntry? {
    do throws(SiteEntryError) { return try SiteEntry(written) } catch { return nil }
  }

  /// Whether a site was written, followed by something that isn't a path of it.
  static func isUnreadablePart(_ written: String) -> Bool {
    do throws(SiteEntryError) { _ = try SiteEntry(written) } catch {
      if case .name = error { return false }
      return true
    }
    return false
  }
}

extension SiteName {
  static func ofHost(_ written: String) -> SiteName? {
    try? SiteName(written)
  }
}
