/// The page in place of a blocked site, for browsers without the extension and for apps.
package struct ShieldPage: Sendable, Equatable {
  package enum Standing: Sendable, Equatable {
    case idle
    case onBreak
    /// `place` is the profile's place among all; `left` is given only where an end is planned.
    case closed(profile: String, place: Int, left: String?, promise: String?, usedUp: UsedUp? = nil)
    case usedUp(UsedUp)
    case visited(until: String)
    /// There is a session, but it blocks nothing by that name: somebody made the name up.
    case notBlocked
  }

  /// An allowance whose minutes of the day are used up.
  package struct UsedUp: Sendable, Equatable {
    package var allowance: String
    /// When its next day begins.
    package var until: String?
    /// What opens it earlier.
    package var ways: [Way]
    /// Whether it only waits for the person to move.
    package var isWaiting: Bool

    package init(allowance: String, until: String?, ways: [Way], isWaiting: Bool = false) {
      self.allowance = allowance
      self.until = until
      self.ways = ways
      self.isWaiting = isWaiting
    }
  }

  /// Something that opens what is used up: in words, and the command that does it.
  package struct Way: Sendable, Equatable {
    /// `10 jumping jacks open this for 30 minutes.`
    package var words: String
    /// `focuskey move jumping_jack --reps 10`
    package var command: String?

    /// `command` is `nil` for what no command does.
    package init(words: String, command: String?) {
      self.words = words
      self.command = command
    }
  }

  /// The thing that was asked for: a site's host, or an application's name; `nil` where nobody said.
  package var thing: String?
  package var standing: Standing
  /// Whether the promise was sent back just now.
  package var isKept: Bool
  /// A card to learn in place of the distraction.
  package var offer: Offer?
  package var visit: Visit?

  /// A visit on offer, or why there is none.
  package struct Visit: Sendable, Equatable {
    /// What it costs, and what has to be done first.
    package var words: String
    /// Whether a button opens it here.
    package var canOpen: Bool
    package var command: String?

    package init(words: String, canOpen: Bool, command: String?) {
      self.words = words
      self.canOpen = canOpen
      self.command = command
    }
  }
  /// The break that would be granted now, in words; `nil` where none would be.
  package var rest: String?

  package enum Offer: Sendable, Equatable {
    /// A card with cleaned sides; its answer is sent back with `ticket`.
    case card(title: String, content: String, ticket: String, isTooSoon: Bool)
    /// Enough cards were learned: back to work.
    case enough
  }

  package static let path = "/shield"
  /// The dashboard is always served beside this page.
  private static let icon: StaticString = "<link rel=\"icon\" href=\"/dashboard/icon.svg\" type=\"image/svg+xml\">\n"
  /// In seconds: the page looks again by itself, because the session ends without it.
  package static let pace = 30

  package init(
    thing: String?, standing: Standing, isKept: Bool = false, offer: Offer? = nil, visit: Visit? = nil,
    rest: String? = nil
  ) {
    self.visit = visit
    self.thing = thing
    self.standing = standing
    self.isKept = isKept
    self.offer = offer
    self.rest = rest
  }

  /// `target` is the request's path and query, to which the page's button answers.
  package func page(target: String) -> WebPage {
    switch standing {
    case .idle:
      return LandingPage.page(status: 200, title: PageWords.open, icon: Self.icon) { html in
        html.markup("<p>")
        html.plain(PageWords.opensAgain(thing))
        html.markup("</p>\n")
      }
    case .onBreak:
      return LandingPage.page(status: 200, title: PageWords.onBreak, icon: Self.icon) { html in
        html.markup("<p>")
        html.plain(PageWords.opensForNow(thing))
        html.markup("</p>\n")
      }
    case .usedUp(let usedUp): return usedUpPage(usedUp)
    case .visited(let until):
      return LandingPage.page(status: 200, title: PageWords.visited, icon: Self.icon) { html in
        html.markup("<p>")
        html.plain(PageWords.isVisited(thing, until))
        html.markup("</p>\n")
        guard let thing, thing.contains(".") else { return }
        html.markup("<p><a href=\"https://")
        html.plain(thing)
        // A part of a site has its slash already.
        html.markup(thing.contains("/") ? "\">" : "/\">")
        html.plain(thing)
        html.markup("</a></p>\n")
      }
    case .notBlocked:
      return LandingPage.page(status: 200, title: PageWords.notBlocked, icon: Self.icon) { html in
        html.markup("<p>")
        html.plain(PageWords.nothingBlocksThis)
        html.markup("</p>\n")
      }
    case .closed(let profile, let place, let left, let promise, let usedUp):
      return closedPage(profile, place, left, promise, usedUp, target)
    }
  }

  private func closedPage(
    _ profile: String, _ place: Int, _ left: String?, _ promise: String?, _ usedUp: UsedUp?, _ target: String
  ) -> WebPage {
    return LandingPage.page(
      status: 200, title: promise ?? PageWords.focusing, accent: place, isPromise: promise != nil,
      icon: Self.icon
    ) { html in
      html.markup("<p>")
      html.plain(PageWords.isClosed(thing))
      html.markup("</p>\n<p class=\"eyebrow\">")
      html.plain(PageWords.profile(profile, left: left))
      html.markup("</p>\n")
      Self.write(promise, isKept: isKept, target, into: &html)
      if let usedUp {
        html.markup("<p>")
        html.plain(PageWords.isUsedUpToo(usedUp.allowance))
        html.markup("</p>\n")
        Self.write(usedUp, into: &html)
      }
      if let visit { Self.write(visit, target, into: &html) }
      Self.write(offer, target, into: &html)
      Self.write(rest: rest, target, into: &html)
    }
  }

  private func usedUpPage(_ usedUp: UsedUp) -> WebPage {
    LandingPage.page(
      status: 200, title: usedUp.isWaiting ? PageWords.timeToMove : PageWords.usedUp, icon: Self.icon
    ) { html in
      html.markup("<p>")
      html.plain(
        usedUp.isWaiting
          ? PageWords.waitsForExercise(thing, usedUp.allowance) : PageWords.isUsedUp(thing, usedUp.allowance))
      html.markup("</p>\n")
      Self.write(usedUp, into: &html)
    }
  }

  private static func write(_ usedUp: UsedUp, into html: inout HTMLText) {
    for way in usedUp.ways {
      html.markup("<p class=\"card\">")
      html.plain(way.words)
      if let command = way.command {
        html.markup("<br><code>")
        html.plain(command)
        html.markup("</code>")
      }
      html.markup("</p>\n")
    }
    guard let until = usedUp.until else { return }
    html.markup("<p class=\"note\">")
    html.plain(PageWords.opensAt(until))
    html.markup("</p>\n")
  }

  private static func write(_ visit: Visit, _ target: String, into html: inout HTMLText) {
    html.markup("<p class=\"card\">")
    html.plain(visit.words)
    if let command = visit.command {
      html.markup("<br><code>")
      html.plain(command)
      html.markup("</code>")
    }
    html.markup("</p>\n")
    guard visit.canOpen else { return }
    html.markup("<form method=\"post\" action=\"")
    html.plain(target)
    html.markup("\"><button class=\"button other\" name=\"visit\" value=\"1\">")
    html.plain(PageWords.openVisit)
    html.markup("</button></form>\n")
  }

  private static func write(_ offer: Offer?, _ target: String, into html: inout HTMLText) {
    switch offer {
    case nil: break
    case .enough:
      html.markup("<p class=\"card\" role=\"status\">")
      html.plain(PageWords.enough)
      html.markup("</p>\n")
    case .card(let title, let content, let ticket, let isTooSoon):
      html.markup("<section class=\"card\">\n<h2>")
      html.plain(PageWords.instead)
      html.markup("</h2>\n<div class=\"side\">")
      html.shaped(title)
      html.markup("</div>\n<details><summary>")
      html.plain(PageWords.turn)
      html.markup("</summary>\n<div class=\"side\">")
      html.shaped(content)
      html.markup("</div>\n<form method=\"post\" action=\"")
      html.plain(target)
      html.markup("\"><input type=\"hidden\" name=\"ticket\" value=\"")
      html.plain(ticket)
      html.markup("\"><button class=\"button\" name=\"grade\" value=\"3\">")
      html.plain(PageWords.knewIt)
      html.markup("</button> <button class=\"button other\" name=\"grade\" value=\"1\">")
      html.plain(PageWords.notYet)
      html.markup("</button></form>\n")
      html.markup("</details>\n")
      if isTooSoon {
        html.markup("<p class=\"note\" role=\"status\">")
        html.plain(PageWords.tooSoon)
        html.markup("</p>\n")
      }
      html.markup("</section>\n")
    }
  }
}
