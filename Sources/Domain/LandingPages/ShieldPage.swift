/// The page in place of a blocked site, for browsers without the extension and for apps.
public struct ShieldPage: Sendable, Equatable {
  /// What the session says to it.
  public enum Standing: Sendable, Equatable {
    /// Nothing is closed now.
    case idle
    /// A break is under way, so that everything opens.
    case onBreak
    /// It is closed: by which profile, the how manieth of all that is, for how long still where that is planned,
    /// against which promise.
    case closed(profile: String, place: Int, left: String?, promise: String?)
  }

  /// The thing that was asked for: a site's host, or an application's name; `nil` where nobody said.
  public var thing: String?
  /// What the session says to it.
  public var standing: Standing
  /// Whether the promise was sent back just now.
  public var isKept: Bool

  /// Where the page is.
  public static let path = "/shield"
  /// How often the page looks again by itself, in seconds: the session ends without it.
  public static let pace = 30

  /// A page about a thing.
  public init(thing: String?, standing: Standing, isKept: Bool = false) {
    self.thing = thing
    self.standing = standing
    self.isKept = isKept
  }

  /// The page.
  ///
  /// - Parameter target: path and query under which it was asked for, to which its button answers.
  public func page(target: String) -> WebPage {
    switch standing {
    case .idle:
      return LandingPage.page(status: 200, title: PageWords.open) { html in
        html.markup("<p>")
        html.plain(PageWords.opensAgain(thing))
        html.markup("</p>\n")
      }
    case .onBreak:
      return LandingPage.page(status: 200, title: PageWords.onBreak) { html in
        html.markup("<p>")
        html.plain(PageWords.opensForNow(thing))
        html.markup("</p>\n")
      }
    case .closed(let profile, let place, let left, let promise):
      return LandingPage.page(
        status: 200, title: promise ?? PageWords.focusing, accent: place, isPromise: promise != nil
      ) { html in
        html.markup("<p>")
        html.plain(PageWords.isClosed(thing))
        html.markup("</p>\n<p class=\"eyebrow\">")
        html.plain(PageWords.profile(profile, left: left))
        html.markup("</p>\n")
        if isKept {
          html.markup("<p role=\"status\">")
          html.plain(PageWords.kept)
          html.markup("</p>\n")
        } else {
          html.markup("<form method=\"post\" action=\"")
          html.plain(target)
          html.markup("\"><button class=\"button\">")
          html.plain(PageWords.keepPromise)
          html.markup("</button></form>\n")
        }
        html.markup("<p class=\"note\">")
        html.plain(PageWords.askForBreak)
        html.markup("<a href=\"/\">")
        html.plain(PageWords.onTheDashboard)
        html.markup("</a>")
        html.plain(PageWords.orSay)
        html.markup("<code>focuskey break</code>.</p>\n")
      }
    }
  }
}
