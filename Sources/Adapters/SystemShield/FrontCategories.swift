package import FocusSession
import SiteLists
import SiteRules

package struct FrontCategories: Sendable {
  private struct Category: Sendable {
    let name: String
    let apps: Set<String>
    let sites: Set<SiteName>
    let exceptions: Set<SiteName>
  }

  private let categories: [Category]

  package init(_ names: [String], changedBy changes: [FocusSession.Category]) {
    categories = names.compactMap { name in
      CategoryContents(of: name, changedBy: changes).map { contents in
        Category(
          name: name, apps: Set(contents.apps.map(Self.bare)), sites: Set(contents.sites),
          exceptions: Set(contents.exceptions))
      }
    }
  }

  /// The categories of the app, or of the site's nearest domain that a list names.
  package func names(of app: [String], site: String?) -> [String] {
    let app = app.map(Self.bare)
    let domains = Self.domains(of: site)
    return categories.filter { category in
      app.contains { category.apps.contains($0) }
        || domains.first { category.sites.contains($0) || category.exceptions.contains($0) }
          .map { !category.exceptions.contains($0) } ?? false
    }.map(\.name)
  }

  /// A host and every domain above it, the nearest first.
  private static func domains(of site: String?) -> [SiteName] {
    guard var rest = site?[...] else { return [] }
    var domains: [SiteName] = []
    while !rest.isEmpty {
      if let name = try? SiteName(String(rest)) { domains.append(name) }
      guard let dot = rest.firstIndex(of: ".") else { break }
      rest = rest[rest.index(after: dot)...]
    }
    return domains
  }

  /// Drops the ending of the desktop entry, if there is one.
  private static func bare(_ app: String) -> String {
    app.hasSuffix(".desktop") ? String(app.dropLast(".desktop".count)) : app
  }
}
