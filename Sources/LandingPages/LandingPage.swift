internal import FocusLinks

/// The page behind a link, for those who have no app for it: what this card is, and a button that hands the link to this computer.
enum LandingPage {
  /// The page of a link that is sound.
  static func page(of link: FocusLink, in table: RouteTable) -> WebPage {
    let route = table.route(of: link)
    let handOver = (try? table.print(link, as: .scheme)) ?? RouteTable.scheme + "://status"
    return page(status: 200, title: link.title) { html in
      html.markup(
        "<p>This card holds a FocusKey link. Held to a reader of this computer, or tapped with a phone that has the app, it "
      )
      html.plain(route?.summary ?? "asks something of FocusKey")
      html.markup(".</p>\n")
      html.markup("<p><a class=\"button\" href=\"")
      html.plain(handOver)
      html.markup("\">Hand it to FocusKey on this computer</a></p>\n")
      if route?.whenSoft == .refused {
        html.markup(
          "<p class=\"note\">A link that is followed in a browser can start a session or make it stricter. It cannot end one or open a break: for that, hold the card to the reader.</p>\n"
        )
      }
      html.markup(
        "<p class=\"note\">If nothing happens, FocusKey is not set up here: <code>focuskey link-handler install</code>.</p>\n"
      )
    }
  }

  /// The page of a link with a fault.
  static func page(of error: LinkError, in table: RouteTable) -> WebPage {
    let advice = error.advice(in: table)
    let isUnknown = if case .unknownPath = error.cause { true } else { false }
    return page(status: isUnknown ? 404 : 400, title: isUnknown ? "Nothing here" : "This link has a fault") { html in
      html.markup("<p>")
      html.plain(advice.what.prefix(1).uppercased() + advice.what.dropFirst() + ": " + advice.advice)
      html.markup("</p>\n")
    }
  }

  /// A page in the common dress.
  static func page(status: Int, title: String, _ content: (inout HTMLText) -> Void) -> WebPage {
    var html = HTMLText()
    html.markup("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
    html.markup("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
    html.markup(
      "<meta name=\"robots\" content=\"noindex\">\n<meta name=\"color-scheme\" content=\"light dark\">\n<title>")
    html.plain(title)
    html.markup(
      " · FocusKey</title>\n<link rel=\"stylesheet\" href=\"/tokens.css\">\n<link rel=\"stylesheet\" href=\"/landing.css\">\n</head>\n<body>\n<main>\n<h1>"
    )
    html.plain(title)
    html.markup("</h1>\n")
    content(&html)
    html.markup("</main>\n</body>\n</html>\n")
    return WebPage(status: status, type: "text/html; charset=utf-8", body: Array(html.text.utf8))
  }
}

extension FocusLink {
  /// What the link asks, as a heading.
  fileprivate var title: String {
    switch self {
    case .start(let profile, let minutes, let task):
      "Start " + (profile ?? "to focus") + (minutes.map { " for \($0) minutes" } ?? "") + (task.map { ": \($0)" } ?? "")
    case .stop: "Ask to end"
    case .break(let minutes): "Ask for a break" + (minutes.map { " of \($0) minutes" } ?? "")
    case .resume: "Come back from the break"
    case .focus(let profile): "Focus: \(profile)"
    case .status: "How it stands"
    case .own(let own): own.route
    }
  }
}
