internal import Catalogues
internal import LandingPages
package import Languages
package import LoopbackHTTP
package import ServiceContract

/// Answers what browsers ask of a service: the dashboard and its API, and everything else as a ``LandingSite`` does.
package struct DashboardSite: Sendable {
  let pages: LandingSite
  let api: HTTPAPI
  let access: DashboardAccess
  let shield: ShieldSite
  let calendar: CalendarFeed
  let language: Language?

  /// A site with these pages behind links.
  ///
  /// - Parameter language: the language of the configuration; `nil` for what each browser asks for.
  package init(
    pages: LandingSite, api: HTTPAPI, access: DashboardAccess, shield: ShieldSite, calendar: CalendarFeed,
    language: Language? = nil
  ) {
    self.pages = pages
    self.api = api
    self.access = access
    self.shield = shield
    self.calendar = calendar
    self.language = language
  }

  /// The answer to a request that passed the server's gate.
  package func answer(to request: HTTPRequest) async -> HTTPAnswer {
    if request.target.hasPrefix(HTTPAPI.root) { return await api.answer(to: request) }
    if request.path == ShieldPage.path {
      return said(await shield.answer(to: request, mayChange: access.mayChange(request)), to: request)
    }
    guard request.method == .get || request.method == .head else { return said(pages.answer(to: request), to: request) }
    if request.path == CalendarFeed.path { return await calendar.answer(to: request) }
    if request.path == "/enter" { return enter(request) }
    return DashboardPages.answer(for: request, language) ?? said(pages.answer(to: request), to: request)
  }

  /// A page in the language of the configuration, else in the one that the browser likes best.
  private func said(_ answer: HTTPAnswer, to request: HTTPRequest) -> HTTPAnswer {
    let isPage = answer.headers.contains { $0.name == "Content-Type" && $0.value.hasPrefix("text/html") }
    guard isPage else { return answer }
    let speech = Speech.speaking(language ?? Language.accepted(request.header("accept-language")))
    var said = answer
    said.body = speech.page(answer.body)
    said.headers.append((name: "Vary", value: "Accept-Language"))
    return said
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
