import DesktopEntries
import FocusSession
import SiteRules

/// What an order closes, for the layers that ask the service itself.
struct BlockedNames: Sendable {
  private let policy: SitePolicy
  /// What each profile or allowance blocks alone.
  private let parts: [(profile: String, policy: SitePolicy)]
  private let applications: Set<String>
  /// The sections in which parts of sites are named.
  private let sections: [ShieldPlan.Section]

  /// Nothing.
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
    self.sections = plan.namesParts ? plan.sections : []
  }

  /// The part of a site that is named like this in some section; `nil` for a whole site.
  private func part(_ name: String) -> SiteEntry? {
    guard let part = try? SiteEntry(name), part.path != nil else { return nil }
    return sections.contains { $0.parts.contains(part) } ? part : nil
  }

  /// The profiles and allowances that block a site, in the order's own order.
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
        return sections.contains { $0.closes(part) } ? Attempt(kind: .site, name: part.name) : nil
      }
      guard let host = try? SiteName(attempt.name), case .closed(let rule) = policy.verdict(on: host) else {
        return nil
      }
      return Attempt(kind: .site, name: rule ?? host.text)
    }
  }
}
