import DesktopEntries
import FocusSession
import SiteRules

/// What an order closes, for the layers that ask the service itself.
struct BlockedNames: Sendable {
  private let policy: SitePolicy
  /// What each profile or allowance blocks alone.
  private let parts: [(profile: String, policy: SitePolicy)]
  private let applications: Set<String>

  /// Nothing.
  init() {
    policy = SitePolicy()
    parts = []
    applications = []
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
  }

  /// The profiles and allowances that block a site, in the order's own order.
  func blockers(ofSite name: String) -> [String] {
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
      guard let host = try? SiteName(attempt.name), case .closed(let rule) = policy.verdict(on: host) else {
        return nil
      }
      return Attempt(kind: .site, name: rule ?? host.text)
    }
  }
}
