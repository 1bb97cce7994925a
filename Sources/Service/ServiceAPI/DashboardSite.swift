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

  /// Serves pages behind links; `language` is the configured one, `nil` for each browser's wish.
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
    if request.path == "/dashboard/said" { return spoken(request) }
    return DashboardPages.answer(for: request, language) ?? said(pages.answer(to: request), to: request)
  }

  /// A page in the language of the configuration, else in the one that the browser likes best.
  private func said(_ answer: HTTPAnswer, to request: HTTPRequest) -> HTTPAnswer {
    let isPage = answer.headers.contains { $0.name == "Content-Type" && $0.value.hasPrefix("text/html") }
    guard isPage else { return answer }
    var said = answer
    said.body = speech(for: request).page(answer.body)
    said.headers.append((name: "Vary", value: "Accept-Language"))
    return said
  }

  /// What the API says to people in English, each sentence of `text` on a line, in the language of the page.
  private func spoken(_ request: HTTPRequest) -> HTTPAnswer {
    let text = request.query("text") ?? ""
    return HTTPAnswer(
      status: 200, type: "text/plain; charset=utf-8", body: Array(speech(for: request).say(text).utf8),
      headers: [("Cache-Control", "no-cache"), ("Vary", "Accept-Language")])
  }

  private func speech(for request: HTTPRequest) -> Speech {
    .speaking(language ?? Language.accepted(request.header("accept-language")))
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
