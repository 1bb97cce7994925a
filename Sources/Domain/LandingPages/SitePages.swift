package import FocusLinks

/// The pages of the site behind the links: a landing page for every route, and the files with which the site claims its
/// links.
package struct SitePages: Sendable {
  package static let associationPath = "/.well-known/apple-app-site-association"
  /// Where Apple's devices looked before, and where older checkers still do.
  package static let oldAssociationPath = "/apple-app-site-association"
  package static let assetLinksPath = "/.well-known/assetlinks.json"

  private let table: RouteTable
  private let association: [UInt8]?
  private let assetLinks: [UInt8]?

  package init(table: RouteTable, association: [UInt8]? = nil, assetLinks: [UInt8]? = nil) {
    self.table = table
    self.association = association
    self.assetLinks = assetLinks
  }

  /// Status 404 where nothing is, 400 for a link with a fault. `target` is the path and query.
  package func page(for target: String) -> WebPage {
    switch target {
    // Devices ask for exactly these names. The type is what Apple asked for until 2019 and strict readers still want.
    case Self.associationPath, Self.oldAssociationPath: return file(association)
    case Self.assetLinksPath: return file(assetLinks)
    case "/tokens.css": return .tokens
    case "/landing.css": return .style
    case "/privacy": return PublicPage.privacy
    default: break
    }
    do throws(LinkError) {
      return LandingPage.page(of: try table.parse("https://" + (table.hosts.first ?? "") + target), in: table)
    } catch {
      return LandingPage.page(of: error, in: table)
    }
  }

  private func file(_ content: [UInt8]?) -> WebPage {
    guard let content else {
      return WebPage(status: 404, type: "application/json", body: Array("{}\n".utf8))
    }
    return WebPage(type: "application/json", body: content, freshFor: 3600)
  }
}
