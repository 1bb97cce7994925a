internal import LandingPages
package import LoopbackHTTP
package import ServiceContract

/// Answers what browsers ask of a service: the dashboard and its API, and everything else as a ``LandingSite`` does.
package struct DashboardSite: Sendable {
  let pages: LandingSite
  let api: HTTPAPI
  let access: DashboardAccess
  let shield: ShieldSite
  let calendar: CalendarFeed

  /// A site with these pages behind links.
  package init(
    pages: LandingSite, api: HTTPAPI, access: DashboardAccess, shield: ShieldSite, calendar: CalendarFeed
  ) {
    self.pages = pages
    self.api = api
    self.access = access
    self.shield = shield
    self.calendar = calendar
  }

  /// The answer to a request that passed the server's gate.
  package func answer(to request: HTTPRequest) async -> HTTPAnswer {
    if request.target.hasPrefix(HTTPAPI.root) { return await api.answer(to: request) }
    if request.path == ShieldPage.path { return await shield.answer(to: request, mayChange: access.mayChange(request)) }
    guard request.method == .get || request.method == .head else { return pages.answer(to: request) }
    if request.path == CalendarFeed.path { return await calendar.answer(to: request) }
    if request.path == "/enter" { return enter(request) }
    return DashboardPages.answer(for: request) ?? pages.answer(to: request)
  }

  /// Lets a browser in that comes with a link of `focuskey open`. One that has been in already goes on as it is.
  private func enter(_ request: HTTPRequest) -> HTTPAnswer {
    var answer = HTTPAnswer(
      status: 303, type: "text/plain; charset=utf-8", body: [],
      headers: [("Location", "/"), ("Cache-Control", "no-store")])
    // Anyone who only asks for the head of the answer would use up the link.
    if request.method == .get, let code = request.query("code"), let cookie = access.cookie(for: code) {
      answer.headers.append(("Set-Cookie", cookie))
    } else if !access.mayChange(request) {
      return .plain(403, "This link was already used or is too old. Get a new one: focuskey open")
    }
    return answer
  }
}
