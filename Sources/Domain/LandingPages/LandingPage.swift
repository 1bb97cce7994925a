internal import FocusLinks

/// The page behind a link, for those who have no app for it: what this card is, and a button that hands the link to
/// this computer.
enum LandingPage {
  static func page(of link: FocusLink, in table: RouteTable) -> WebPage {
    let route = table.route(of: link)
    let handOver = (try? table.print(link, as: .scheme)) ?? RouteTable.scheme + "://status"
    return page(status: 200, title: PageWords.title(of: link)) { html in
      html.markup("<p>")
      html.plain(PageWords.card + (route?.summary ?? PageWords.cardOfNoRoute) + ".")
      html.markup("</p>\n")
      html.markup("<p><a class=\"button\" href=\"")
      html.plain(handOver)
      html.markup("\">")
      html.plain(PageWords.handOver)
      html.markup("</a></p>\n")
      if route?.whenSoft == .refused {
        html.note(PageWords.softLink)
      }
      html.note(PageWords.nothingHappens, command: "focuskey link-handler install")
      html.note(PageWords.forStrangers, command: PageWords.home)
    }
  }

  static func page(of error: LinkError, in table: RouteTable) -> WebPage {
    let advice = error.advice(in: table)
    let isUnknown = if case .unknownPath = error.cause { true } else { false }
    return page(status: isUnknown ? 404 : 400, title: isUnknown ? PageWords.nothingHere : PageWords.fault) { html in
      html.markup("<p>")
      html.plain(advice.what.prefix(1).uppercased() + advice.what.dropFirst() + ": " + advice.advice)
      html.markup("</p>\n")
    }
  }

  /// A page in the common dress.
  ///
  /// - Parameters:
  ///   - accent: which of the accents it wears: each profile has its own.
  ///   - icon: the element that names its icon, where there is one.
  ///   - isPromise: whether the title is what the person promised, which has letters of its own.
  ///   - script: the module that works on the page; what the page says without it is shown once it had its time.
  static func page(
    status: Int, title: String, accent: Int = 0, isPromise: Bool = false, icon: StaticString = "",
    script: StaticString? = nil,
    _ content: (inout HTMLText) -> Void
  ) -> WebPage {
    var html = HTMLText()
    html.markup("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
    html.markup("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
    html.markup(
      "<meta name=\"robots\" content=\"noindex\">\n<meta name=\"color-scheme\" content=\"light dark\">\n<title>")
    html.plain(title)
    html.plain(" · " + PageWords.product)
    html.markup("</title>\n")
    html.markup(icon)
    html.markup("<link rel=\"stylesheet\" href=\"/tokens.css\">\n")
    html.markup("<link rel=\"stylesheet\" href=\"/landing.css\">\n")
    if let script {
      // For hosts that send no headers of ours.
      html.markup("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'self'; ")
      html.markup("style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'\">\n")
      html.markup("<link rel=\"icon\" href=\"/icon.svg\">\n<script type=\"module\" src=\"")
      html.markup(script)
      html.markup("\"></script>\n")
    }
    html.markup("</head>\n<body")
    if script != nil { html.markup(" class=\"waits\"") }
    html.markup(" data-accent=\"")
    html.plain("\(accent % WebPage.accents)")
    html.markup(isPromise ? "\">\n<main>\n<h1 class=\"promise\">" : "\">\n<main>\n<h1>")
    html.plain(title)
    html.markup("</h1>\n")
    content(&html)
    html.markup("</main>\n</body>\n</html>\n")
    return WebPage(status: status, type: "text/html; charset=utf-8", body: Array(html.text.utf8))
  }
}
