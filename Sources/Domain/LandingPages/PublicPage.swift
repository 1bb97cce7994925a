internal import FocusLinks

/// The pages of a published site; each says what it is for without a script, too.
enum PublicPage {
  static var all: [(folder: String, page: WebPage)] {
    [
      ("/", front), ("/pair/", pair), ("/desk/", desk), ("/shortcut/", shortcut),
      ("/privacy/", privacy(script: "/read.js")),
    ]
  }

  static func card(of route: Route) -> WebPage {
    LandingPage.page(status: 200, title: PageWords.title(of: route), script: "/tap.js") { html in
      html.paragraph(PageWords.publicCard + route.summary + ".")
      // A link that carries a text is complete only when the script has read it.
      html.markup(route.path.parameters.isEmpty ? "<p>" : "<p hidden>")
      html.markup("<a class=\"button\" href=\"")
      html.plain("\(RouteTable.scheme):/" + route.path.words)
      html.markup("\">")
      html.plain(PageWords.handOver)
      html.markup("</a></p>\n")
      if route.whenSoft == .refused { html.note(PageWords.softLink) }
      html.note(PageWords.nothingHappens, command: "focuskey link-handler install")
      html.note(PageWords.forStrangers, command: PageWords.home)
      html.link(PageWords.pairThisPhone, to: "/pair")
    }
  }

  static let front = LandingPage.page(status: 200, title: PageWords.product, script: "/read.js") { html in
    html.paragraph(PageWords.whatItIs)
    html.link(PageWords.pairThisPhone, to: "/pair")
    html.link(PageWords.deskMode, to: "/desk")
    html.link(PageWords.useShortcut, to: "/shortcut")
    html.link(PageWords.privacy, to: "/privacy")
  }

  static let privacy = privacy(script: nil)

  /// The same on a site that has scripts.
  private static func privacy(script: StaticString?) -> WebPage {
    LandingPage.page(status: 200, title: PageWords.privacy, script: script) { html in
      for paragraph in PageWords.aboutPrivacy { html.paragraph(paragraph) }
    }
  }

  static let pair = LandingPage.page(status: 200, title: PageWords.pairThisPhone, script: "/pair.js") { html in
    html.paragraph(PageWords.whyPair)
    html.steps(PageWords.pairingSteps)
    html.note(PageWords.whatPhonesDo)
    html.link(PageWords.useShortcut, to: "/shortcut")
  }

  /// The page that keeps reading cards on a phone with Android.
  static let desk = LandingPage.page(status: 200, title: PageWords.deskMode, script: "/desk.js") { html in
    html.paragraph(PageWords.whyDeskMode)
    html.link(PageWords.pairThisPhone, to: "/pair")
  }

  /// The steps of the hands-free way for an iPhone.
  static let shortcut = LandingPage.page(status: 200, title: PageWords.useShortcut, script: "/read.js") { html in
    html.paragraph(PageWords.whyShortcut)
    html.steps(PageWords.shortcutSteps, ActionPicture.shortcut)
    html.note(PageWords.afterShortcut)
  }

  /// What is shown where no page is: also the page of cards, for hosts that know no rewrites.
  static let notFound = LandingPage.page(status: 404, title: PageWords.nothingHere, script: "/tap.js") { html in
    html.paragraph(PageWords.noSuchPage)
    html.link(PageWords.pairThisPhone, to: "/pair")
  }
}

extension RoutePath {
  /// The words before the first text, as a path.
  fileprivate var words: String {
    var path = ""
    for segment in segments {
      guard case .word(let word) = segment else { return path }
      path += "/" + word
    }
    return path
  }
}
