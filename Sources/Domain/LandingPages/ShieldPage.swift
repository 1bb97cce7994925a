/// The page in place of a blocked site, for browsers without the extension and for apps.
package struct ShieldPage: Sendable, Equatable {
  /// What the session says to it.
  package enum Standing: Sendable, Equatable {
    /// Nothing is closed now.
    case idle
    /// A break is under way, so that everything opens.
    case onBreak
    /// It is closed: by which profile, the how manieth of all that is, for how long still where that is planned,
    /// against which promise; and the allowance that blocks it too, beyond the session.
    case closed(profile: String, place: Int, left: String?, promise: String?, usedUp: UsedUp? = nil)
    /// Only an allowance blocks it.
    case usedUp(UsedUp)
    /// A visit has it open, until then.
    case visited(until: String)
    /// There is a session, and nothing blocks it: somebody made up its name.
    case notBlocked
  }

  /// An allowance whose minutes of the day are used up.
  package struct UsedUp: Sendable, Equatable {
    /// Its name.
    package var allowance: String
    /// When the next day of it begins.
    package var until: String?
    /// What opens it before.
    package var ways: [Way]
    /// Whether it only waits for the person to move.
    package var isWaiting: Bool

    /// An allowance that is used up.
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

    /// A way; `command` is `nil` for what no command does.
    package init(words: String, command: String?) {
      self.words = words
      self.command = command
    }
  }

  /// The thing that was asked for: a site's host, or an application's name; `nil` where nobody said.
  package var thing: String?
  /// What the session says to it.
  package var standing: Standing
  /// Whether the promise was sent back just now.
  package var isKept: Bool
  /// A card to learn in place of the distraction.
  package var offer: Offer?
  /// What a visit of it would be.
  package var visit: Visit?

  /// A visit on offer, or why there is none.
  package struct Visit: Sendable, Equatable {
    /// What it costs, and what is to be done before.
    package var words: String
    /// Whether a button opens it here.
    package var canOpen: Bool
    /// The command that opens it.
    package var command: String?

    /// A visit on offer.
    package init(words: String, canOpen: Bool, command: String?) {
      self.words = words
      self.canOpen = canOpen
      self.command = command
    }
  }
  /// The break that would be granted now, in words; `nil` where none would be.
  package var rest: String?

  /// What is offered in place of the distraction.
  package enum Offer: Sendable, Equatable {
    /// A card: its sides, cleaned of all but the markup of cards, and what its answer is sent back with.
    case card(title: String, content: String, ticket: String, isTooSoon: Bool)
    /// That was enough of them: back to work.
    case enough
  }

  /// Where the page is.
  package static let path = "/shield"
  /// The dashboard is always beside it.
  private static let icon: StaticString = "<link rel=\"icon\" href=\"/dashboard/icon.svg\" type=\"image/svg+xml\">\n"
  /// How often the page looks again by itself, in seconds: the session ends without it.
  package static let pace = 30

  /// A page about a thing.
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

  /// The page.
  ///
  /// - Parameter target: path and query under which it was asked for, to which its button answers.
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
