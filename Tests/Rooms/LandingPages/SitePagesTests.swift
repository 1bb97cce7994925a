import FocusLinks
import LandingPages
import Testing

@Suite struct SitePagesTests {
  static let association = Array(#"{"applinks":{"details":[]}}"#.utf8)
  static let pages = SitePages(table: RouteTable(), association: association)

  static func text(_ target: String) -> (status: Int, type: String, body: String) {
    let page = pages.page(for: target)
    return (page.status, page.type, String(decoding: page.body, as: UTF8.self))
  }

  @Test(arguments: [
    ("/start", "Start to focus", "focuskey://start"),
    ("/start?profile=work&minutes=50", "Start work for 50 minutes", "focuskey://start?profile=work&amp;minutes=50"),
    ("/start?task=a%20b", "Start to focus: a b", "focuskey://start?task=a%20b"),
    ("/stop", "Ask to end", "focuskey://stop"),
    ("/break?minutes=5", "Ask for a break of 5 minutes", "focuskey://break?minutes=5"),
    ("/focus/work", "Focus: work", "focuskey://focus/work"),
    ("/focus/B%C3%BCro/", "Focus: Büro", "focuskey://focus/B%C3%BCro"),
    ("/resume", "End the break", "focuskey://resume"), ("/status", "Status", "focuskey://status"),
  ])
  func everyRouteHasItsPage(target: String, title: String, handOver: String) {
    let page = Self.text(target)
    #expect(page.status == 200)
    #expect(page.type == "text/html; charset=utf-8")
    #expect(page.body.contains("<h1>\(title)</h1>"))
    #expect(page.body.contains("href=\"\(handOver)\""))
    #expect(page.body.contains("cannot end a session") == (target.hasPrefix("/stop") || target.hasPrefix("/break")))
  }

  /// Every link that a page offers is one that this computer reads.
  @Test func thePageHandsOverWhatTheLinkSays() throws {
    let table = RouteTable()
    let links: [FocusLink] = [
      .start(profile: "<b>&\"'", minutes: 5, task: "\u{202E}x</a>"), .focus(profile: "javascript:alert(1)"), .stop,
    ]
    for link in links {
      let target = try table.print(link).dropFirst("https://focuskey.app".count)
      let body = Self.text(String(target)).body
      #expect(body.contains("href=\"\(try table.print(link, as: .scheme).replacing("&", with: "&amp;"))\""))
      #expect(!body.contains("<b>&") && !body.contains("\u{202E}") && !body.contains("href=\"javascript"))
    }
  }

  @Test(arguments: [
    ("/", 404), ("/favicon.ico", 404), ("/strat", 404), ("/focus", 404), ("/.well-known/assetlinks.json", 404),
    ("/start?minutes=x", 400), ("/start?x=y", 400), ("//start", 400), ("/focus/..", 400), ("/focus/%00", 400),
    ("/focus/" + String(repeating: "x", count: 5000), 400), ("", 404), ("*", 400),
  ])
  func whatIsNotThereIsSaid(target: String, status: Int) {
    #expect(Self.text(target).status == status)
  }

  @Test func theAssociationFileGoesOutAsItIs() {
    let page = Self.pages.page(for: "/.well-known/apple-app-site-association")
    // Also where older checkers look.
    #expect(Self.pages.page(for: "/apple-app-site-association") == page)
    #expect(page.status == 200)
    #expect(page.type == "application/json")
    #expect(page.body == Self.association)
    #expect(SitePages(table: RouteTable()).page(for: SitePages.associationPath).status == 404)
  }

  /// Nothing is fetched from elsewhere, nothing runs, nothing is styled in place: the strictest policy fits.
  @Test func pagesNeedNothingFromElsewhere() {
    for target in ["/start", "/stop", "/focus/work", "/strat", "/start?minutes=x"] {
      let body = Self.text(target).body
      for forbidden in ["http:", "https:", "<script", "style=", "onclick", "@import", "url("] {
        #expect(!body.contains(forbidden), "\(forbidden) in \(target)")
      }
      #expect(body.contains("<html lang=\"en\">") && body.contains("<main>"))
    }
    let style = Self.text("/landing.css")
    #expect(style.type == "text/css; charset=utf-8")
    #expect(!style.body.contains("url(") && style.body.contains(":focus-visible"))
  }

  /// What is kept and what leaves a computer is said on a page, of the service as of the published site.
  @Test func privacyIsAPage() {
    let page = Self.text("/privacy")
    #expect(page.status == 200 && page.body.contains("<h1>Privacy</h1>") && page.body.contains("no telemetry"))
    #expect(page.body.contains("<code>focuskey forget</code>"))
  }

  @Test func whatIsUsedUpSaysWhatOpensItAndWhen() {
    let page = ShieldPage(
      thing: "reddit.com",
      standing: .usedUp(
        .init(
          allowance: "<social>", until: "04:00",
          ways: [
            ShieldPage.Way(words: "10 jumping jacks open this.", command: "focuskey move jumping_jack --reps 10"),
            ShieldPage.Way(words: "10 laps open this.", command: nil),
          ])))
    let body = String(decoding: page.page(target: "/shield?site=reddit.com").body, as: UTF8.self)
    #expect(body.contains("<h1>Used up for today</h1>"))
    #expect(body.contains("reddit.com is blocked: today&#39;s minutes of &lt;social&gt; are used up."))
    #expect(body.contains("10 jumping jacks open this.<br><code>focuskey move jumping_jack --reps 10</code>"))
    #expect(body.contains("10 laps open this.</p>") && body.contains("It opens again at 04:00."))
    #expect(!body.contains("while you focus") && !body.contains("<form"))
  }

  @Test func aSessionsPageSaysWhatOpensAnAllowanceThatBlocksItToo() {
    let ways = [ShieldPage.Way(words: "10 jumping jacks open this.", command: "focuskey move jumping_jack --reps 10")]
    let page = ShieldPage(
      thing: "reddit.com",
      standing: .closed(
        profile: "Work", place: 0, left: nil, promise: nil,
        usedUp: .init(allowance: "<social>", until: "04:00", ways: ways)))
    let body = String(decoding: page.page(target: "/shield?site=reddit.com").body, as: UTF8.self)
    #expect(body.contains("reddit.com is blocked while you focus."))
    #expect(
      body.contains("Today&#39;s minutes of &lt;social&gt; are used up too, so it stays blocked after the session."))
    #expect(body.contains("10 jumping jacks open this.<br><code>focuskey move jumping_jack --reps 10</code>"))
    #expect(body.contains("It opens again at 04:00.") && body.contains("<form"))
  }

  @Test func whatIsVisitedIsLinkedAsItIsWritten() {
    for (thing, link) in [("reddit.com", "https://reddit.com/"), ("reddit.com/r/fun", "https://reddit.com/r/fun")] {
      let page = ShieldPage(thing: thing, standing: .visited(until: "10:05")).page(target: "/shield")
      #expect(String(decoding: page.body, as: UTF8.self).contains("<a href=\"\(link)\">\(thing)</a>"))
    }
    // The way to a break is said once.
    let closed = ShieldPage(thing: nil, standing: .closed(profile: "Work", place: 0, left: nil, promise: nil))
    let body = String(decoding: closed.page(target: "/shield").body, as: UTF8.self)
    #expect(body.split(separator: "focuskey break").count == 2)
  }

  @Test func theShieldsPageWearsItsProfilesAccent() {
    let page = ShieldPage(
      thing: "reddit.com", standing: .closed(profile: "<Work>", place: 7, left: "24 min", promise: "The draft & all."))
    let body = String(decoding: page.page(target: "/shield?site=reddit.com").body, as: UTF8.self)
    // Six accents, over and over.
    #expect(body.contains("<body data-accent=\"1\">"))
    #expect(body.contains("<h1 class=\"promise\">The draft &amp; all.</h1>"))
    #expect(body.contains("reddit.com is blocked while you focus.") && body.contains("&lt;Work&gt; · 24 min left"))
    #expect(body.contains("I won&#39;t break my promise</button>"))
    let kept = ShieldPage(
      thing: nil, standing: .closed(profile: "Work", place: 0, left: nil, promise: "Write."), isKept: true)
    let words = String(decoding: kept.page(target: "/shield").body, as: UTF8.self)
    #expect(words.contains("Good. Your note to yourself is saved.") && words.contains("You can close this page now."))
    #expect(!words.contains("<form"))
    for (standing, title) in [(ShieldPage.Standing.idle, "Nothing is blocked now"), (.onBreak, "A break")] {
      let open = ShieldPage(thing: "reddit.com", standing: standing).page(target: "/shield")
      #expect(String(decoding: open.body, as: UTF8.self).contains("<h1>\(title)</h1>"))
    }
  }

  /// Without a promise the page has a title of its own, speaks of none, and offers to write one.
  @Test func whoPromisedNothingIsAskedForAPromise() {
    let standing = ShieldPage.Standing.closed(profile: "Work", place: 0, left: nil, promise: nil)
    let body = String(
      decoding: ShieldPage(thing: "reddit.com", standing: standing).page(target: "/shield").body, as: UTF8.self)
    #expect(body.contains("<h1>You are focusing</h1>") && body.contains("Back to work</button>"))
    #expect(body.contains("<a href=\"/#promise\">Write your promise</a>") && !body.contains("break my promise"))
    // What leads to a break is said once.
    #expect(body.split(separator: "focuskey break").count == 2)
    let kept = ShieldPage(thing: "reddit.com", standing: standing, isKept: true).page(target: "/shield")
    let words = String(decoding: kept.body, as: UTF8.self)
    #expect(words.contains("Good. You go on with your work.") && !words.contains("note to yourself"))
    #expect(words.contains("<a href=\"/\">See your session</a>"))
  }
}
