import DesktopEntries
import FocusSession
import SiteRules

/// What an order blocks, for the layers that ask the service itself.
struct BlockedNames: Sendable {
  private let policy: SitePolicy
  /// What each profile or allowance blocks alone.
  private let parts: [(profile: String, policy: SitePolicy)]
  private let applications: Set<String>
  /// The same, with the parts of sites.
  private let sections: [ShieldPlan.Section]

  init() {
    policy = SitePolicy()
    parts = []
    applications = []
    sections = []
  }

  init(_ plan: ShieldPlan) {
    let sections = plan.sections.map { section in
      var names = SiteTable()
      for site in section.sites { names.insert(site) }
      for site in section.exceptions { names.insert(site, .excepted) }
      return SitePolicy.Section(allowsOnlyNamed: section.allowsOnlyNamed, names: names)
    }
    policy = SitePolicy(sections: sections)
    parts = zip(plan.sections, sections).map { ($0.profile, SitePolicy(sections: [$1])) }
    applications = Set(plan.applications.map(\.id))
    self.sections = plan.sections
  }

  /// `nil` for a whole site.
  private func part(_ name: String) -> SiteEntry? {
    guard name.utf8.contains(UInt8(ascii: "/")), let part = try? SiteEntry(name), !part.isException else { return nil }
    return part
  }

  /// The profiles and allowances that block a site, in the order's sequence.
  func blockers(ofSite name: String) -> [String] {
    if let part = part(name) { return sections.filter { $0.closes(part) }.map { $0.profile } }
    guard let host = try? SiteName(name) else { return [] }
    return parts.filter { part in
      if case .closed = part.policy.verdict(on: host) { true } else { false }
    }.map { $0.profile }
  }

  /// The attempt under the name by which it is counted; `nil` where the thing is not closed.
  ///
  /// A site goes by the entry that closes it, as the helper counts it too.
  func counted(_ attempt: Attempt) -> Attempt? {
    switch attempt.kind {
    case .app: return applications.contains(attempt.name) ? attempt : nil
    case .site:
      if let part = part(attempt.name) {
        if ProtectedSites.contains(part.host) { return nil }
        let entry = sections.lazy.compactMap { $0.entryClosing(part) }.first
        return entry.map { Attempt(kind: .site, name: $0) }
      }
      guard let host = try? SiteName(attempt.name), case .closed(let rule) = policy.verdict(on: host) else {
        return nil
      }
      return Attempt(kind: .site, name: rule ?? host.text)
    }
  }
}
