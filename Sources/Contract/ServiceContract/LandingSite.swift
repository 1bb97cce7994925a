package import FocusLinks
package import LandingPages
package import LoopbackHTTP

/// Answers what browsers ask: the pages behind links, and the files with which the site claims them.
package struct LandingSite: Sendable {
  let pages: SitePages

  package init(pages: SitePages) {
    self.pages = pages
  }

  package init(_ claims: SiteClaims, links: RouteTable) {
    self.init(pages: SitePages(table: links, association: claims.association, assetLinks: claims.assetLinks))
  }

  /// The answer to a request that passed the server's gate.
  package func answer(to request: HTTPRequest) -> HTTPAnswer {
    Self.answer(to: request) { target in pages.page(for: target) }
  }

  /// Answers for read-only pages. `headers` replace those that this computer's servers send.
  package static func answer(
    to request: HTTPRequest, headers: [(name: String, value: String)] = [], page: (_ target: String) -> WebPage
  ) -> HTTPAnswer {
    guard request.method == .get || request.method == .head else {
      var refusal = HTTPAnswer.plain(405, "This page is read-only.")
      refusal.headers.append(("Allow", "GET, HEAD"))
      return refusal
    }
    let page = page(request.target)
    let freshness = page.freshFor > 0 ? "max-age=\(page.freshFor)" : "no-store"
    return HTTPAnswer(
      status: page.status, type: page.type, body: page.body, headers: [("Cache-Control", freshness)] + headers)
  }
}
