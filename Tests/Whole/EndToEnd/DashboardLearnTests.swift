import Glibc
import JSONText
import LinuxRuntime
import TestSupport
import Testing

/// Learn: one card at a time, by mouse and by keys, from decks of any size.
extension DashboardDaysTests {
  @Test func cardsAreLearnedByKeys() async throws {
    try await visiting("learn") { desk, page in
      #expect(await page.waits(for: "document.querySelector('main').dataset.state === 'empty'"))
      try Self.importDeck("Spanish", of: 3, to: desk)
      try await page.reload()
      #expect(await page.waits(for: "document.querySelector('.flash .side')?.textContent === 'word 1'"))
      // The answer is not there before it is asked for.
      #expect(
        try await page.evaluate("document.querySelector('main').textContent.includes('an explanation')")?.bool == false)
      try await page.press("2", code: 50, text: "2")
      #expect(await page.waits(for: "document.querySelector('.answer .side')?.textContent === 'an explanation'"))
      #expect(await page.waits(for: "document.querySelectorAll('.grades button').length === 4"))
      // Not before it could be read: then it is kept with the time that it took.
      try await page.press("3", code: 51, text: "3")
      #expect(await page.waits(for: "document.querySelector('.flash .side')?.textContent === 'word 2'"))
      let decks = await desk.get("decks").body
      #expect(decks?["decks"]?.array?.first?["viewed"]?.integer == 1 && decks?["reviews"]?.integer == 1)
      #expect(await page.waits(for: "document.querySelector('.decks').textContent.includes('1 of 3 seen')"))
      try await page.press("b", code: 66, text: "b")
      #expect(await page.waits(for: "document.getElementById('bookmark').ariaPressed === 'true'"))
      #expect(
        await eventually { await desk.get("decks").body?["decks"]?.array?.first?["bookmarks"]?.integer == 1 })
      let shown = try desk.service("deck", "show", "Spanish", "--bookmarked").output
      #expect(shown.contains("word 2"))
    }
  }

  @Test func aCardIsWrittenChangedAndRemoved() async throws {
    try await visiting("learn") { desk, page in
      #expect(await page.waits(for: "document.getElementById('card-write')"))
      try await page.evaluate("document.getElementById('card-write').click()")
      let save = """
        (title, content) => {
          const [first, second] = document.querySelectorAll('dialog textarea');
          [first.value, second.value] = [title, content];
          document.querySelector('dialog form').requestSubmit();
        }
        """
      try await page.evaluate("(\(save))('<b>casa</b>', 'a house\\nor a home')")
      #expect(await page.waits(for: "document.querySelector('.flash .side b')?.textContent === 'casa'"))
      try await page.evaluate("document.getElementById('read').click()")
      #expect(await page.waits(for: "document.getElementById('card-edit')"))
      try await page.evaluate("document.getElementById('card-edit').click()")
      #expect(await page.waits(for: "document.querySelectorAll('dialog textarea')[1]?.value === 'a house\\nor a home'"))
      try await page.evaluate("(\(save))('casa', 'a house')")
      #expect(await page.waits(for: "document.querySelector('.answer .side')?.textContent === 'a house'"))
      let shown = try desk.service("deck", "show", "My cards").output
      #expect(shown.contains("casa = a house"))
      try await page.evaluate("document.getElementById('card-edit').click()")
      #expect(await page.waits(for: "document.getElementById('card-remove')"))
      try await page.evaluate("document.getElementById('card-remove').click()")
      #expect(await page.waits(for: "document.getElementById('card-remove-sure')"))
      try await page.evaluate("document.getElementById('card-remove-sure').click()")
      #expect(await page.waits(for: "document.querySelector('main').textContent.includes('No card is left here')"))
    }
  }

  @Test func aCardIsCopiedAndItsLinkOpensElsewhere() async throws {
    try await visiting("learn") { desk, page in
      let cards =
        #"{"cards":[{"id":1,"title":"<b>casa</b>","content":"house","link":"https://a.example/casa"},{"id":2,"title":"x","content":"y","link":"javascript:window.taken=1"}]}"#
      try Files.replace(desk.home("Spanish.json"), with: Array(cards.utf8))
      _ = try desk.service("deck", "import", desk.home("Spanish.json"))
      try await page.reload()
      #expect(await page.waits(for: "document.getElementById('turn')"))
      try await page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
      try await page.evaluate("document.getElementById('turn').click()")
      let link = "document.querySelector('.answer a')"
      #expect(await page.waits(for: "\(link)?.href === 'https://a.example/casa' && \(link).target === '_blank'"))
      try await page.evaluate("document.getElementById('share').click()")
      #expect(await page.waits(for: "window.copied === 'casa\\n\\nhouse\\n\\nhttps://a.example/casa'"))
      try await page.press("3", code: 51, text: "3")
      #expect(await page.waits(for: "document.querySelector('.flash .side')?.textContent === 'x'"))
      try await page.evaluate("document.getElementById('turn').click()")
      #expect(await page.waits(for: "document.getElementById('share') && !\(link)"))
    }
  }

  /// A card from a file of anybody's is text with a few shapes, and nothing else.
  @Test func markupOfACardIsShapedTextOnly() async throws {
    try await visiting("learn") { desk, page in
      let hostile =
        "<b>bold</b> &amp; x<sub>2</sub><br><img src=x onerror=window.taken=1><script>window.taken=1</script><i onclick=\"window.taken=1\">slanted</i><a href=\"javascript:window.taken=1\">link</a></b></ul>"
      try Self.importDeck("Hostile", of: 1, to: desk, content: hostile)
      try await page.reload()
      #expect(await page.waits(for: "document.getElementById('turn')"))
      try await page.evaluate("document.getElementById('turn').click()")
      #expect(await page.waits(for: "document.querySelector('.answer .side')"))
      let side = "document.querySelector('.answer .side')"
      #expect(try await page.evaluate("\(side).querySelectorAll('img, script, a, [onclick]').length")?.integer == 0)
      #expect(try await page.evaluate("\(side).querySelector('b').textContent")?.string == "bold")
      #expect(try await page.evaluate("\(side).querySelector('sub').textContent")?.string == "2")
      #expect(try await page.evaluate("\(side).querySelector('i').textContent")?.string == "slanted")
      #expect(try await page.evaluate("\(side).textContent.includes('<script>window.taken=1</script>')")?.bool == true)
      #expect(try await page.evaluate("window.taken === undefined")?.bool == true)
    }
  }

  /// Cards are looked through as numbers: the next one costs no more than of a small deck, within
  /// what the machine does otherwise.
  @Test func aLargeDeckIsAsQuickAsASmallOne() async throws {
    let (small, large) = (try DashboardAPITests.Desk(), try DashboardAPITests.Desk())
    try Self.importDeck("Deck", of: 100, to: small)
    try Self.importDeck("Deck", of: 20_000, to: large)
    // In work, not in time: how long a busy computer lets it wait is another matter.
    func best(_ desk: DashboardAPITests.Desk) async -> Duration {
      var best = Duration.seconds(60)
      for _ in 0..<8 {
        let before = desk.service.work
        #expect(await desk.get("cards?count=1").body?["cards"]?.array?.count == 1)
        best = min(best, desk.service.work - before)
      }
      return best
    }
    #expect(await large.get("decks").body?["decks"]?.array?.first?["cards"]?.integer == 20_000)
    let (little, much) = (await best(small), await best(large))
    #expect(little > .zero && much < little * 4 + .milliseconds(20), "\(little) and \(much)")
  }

  @Test func aBreakOffersWhatIsDue() async throws {
    var desk = try DashboardAPITests.Desk()
    // A card that was forgotten long ago.
    let fact = #""fact":"card-reviewed","deck":"Spanish","card":"c1","grade":1,"took":3000"#
    let log = """
      {"export":"focuskey","v":1}
      {"at":1700000000000,"settings":{"profiles":[{"id":"short","name":"Short"}]}}
      {"at":1700000000000,"boot":"b","steady":1,"tick":1700000000000,"v":4,\(fact)}
      {"end":{"facts":1,"settings":1}}

      """
    desk.service.stop()
    try Files.replace(desk.home("log.jsonl"), with: Array(log.utf8))
    let imported = try BuiltProgram.focuskey("import", "--replace", desk.home("log.jsonl"), "--home", desk.home.path)
    #expect(imported.exitCode == 0, "\(imported.errors)")
    desk.service = try RunningService(home: desk.home.path)
    try await visiting(at: desk) { desk, page in
      try Self.importDeck("Spanish", of: 3, to: desk)
      #expect(await desk.get("decks").body?["due"]?.integer == 1)
      #expect(try desk.service("start", "short").exitCode == 0)
      #expect(try desk.service("break").exitCode == 0)
      #expect(await page.waits(for: "document.querySelector('a[href=\"#learn\"].button')"))
    }
  }

  /// Where the distraction was there is a card: three at most, each counted once and only after it could be read.
  @Test func theShieldsPageOffersACardInstead() async throws {
    // A shield without a helper, and a desktop of its own, which is none.
    let folder = TemporaryFolder()
    let desk = try DashboardAPITests.Desk(environment: [
      "FOCUSKEY_SHIELD": folder("no.sock"), "HOME": folder("user"), "XDG_DATA_HOME": folder("user/share"),
    ])
    try await visiting(at: desk) { desk, page in
      try Self.importDeck("Spanish", of: 5, to: desk, content: "<b>an explanation</b><script>window.taken=1</script>")
      let address = "http://127.0.0.1:\(desk.port)/shield?site=reddit.com"
      try await page.open(address)
      // Nothing is blocked, so nothing is offered.
      #expect(await page.waits(for: "document.querySelector('h1') && !document.querySelector('.card')"))
      #expect(try desk.service("promise", "edit", "The draft by December.").exitCode == 0)
      #expect(try desk.service("start", "work").exitCode == 0)
      try await page.open(address)
      #expect(await page.waits(for: "document.querySelector('.card .side')?.textContent === 'word 1'"))
      #expect(try await page.evaluate("document.querySelector('.card button').checkVisibility()")?.bool == false)
      // The promise can be sent back, from a browser as it is.
      try await page.evaluate("document.querySelector('form > .button').click()")
      #expect(await page.waits(for: "document.body.textContent.includes('Your note to yourself is saved.')"))
      let answer =
        "document.querySelector('.card details').open = true; document.querySelector('.card [value=\"3\"]').click()"
      // At once is too soon.
      try await page.evaluate(answer)
      #expect(await page.waits(for: "document.body.textContent.includes('in view for two seconds')"))
      #expect(await desk.get("decks").body?["reviews"]?.integer == 0)
      for number in 1...3 {
        #expect(await page.waits(for: "document.querySelector('.card .side')?.textContent === 'word \(number)'"))
        // Two seconds count from when the page was sent, which on a busy computer is long after it was asked for.
        #expect(
          await page.waits(
            for: "performance.now() - performance.getEntriesByType('navigation')[0].responseStart > 2200"))
        #expect(try await page.evaluate("document.querySelectorAll('.card script').length")?.integer == 0)
        try await page.evaluate(answer)
        #expect(await eventually { await desk.get("decks").body?["reviews"]?.integer == Int64(number) })
      }
      #expect(
        await page.waits(for: "document.querySelector('.card')?.textContent === 'Three cards learned. Back to work.'"))
      // An answer without the page that showed the card is worth nothing.
      let body = "ticket=000000000000000000000000&grade=4"
      let forged = await Browser.send(
        "POST /shield HTTP/1.0\r\nHost: 127.0.0.1:\(desk.port)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)",
        to: desk.port)
      #expect(Browser.status(forged) == "303")
      #expect(await desk.get("decks").body?["reviews"]?.integer == 3)
    }
  }

  @Test(arguments: [
    (5, ["Achievement: 5 different cards, 10 points"]), (10, ["5 different cards", "10 different cards"]),
  ])
  func cardsOnThePageAreAchievements(cards: Int, told: [String]) async throws {
    let desk = try DashboardAPITests.Desk()
    try Self.importDeck("Spanish", of: 12, to: desk)
    try await visiting("learn", at: desk) { _, page in
      try await page.resize(320, 640)
      #expect(await page.waits(for: "document.getElementById('turn')"))
      let facts = (1...cards).map {
        #"{"fact":"card-reviewed","deck":"Spanish","card":"c\#($0)","grade":3,"took":3000}"#
      }
      let learned = "{ command: 'learned', facts: [\(facts.joined(separator: ","))] }"
      try await page.evaluate("import('/dashboard/service.js').then(one => one.act(\(learned)))")
      let said = "[...document.querySelectorAll('.toast')].map(one => one.textContent).join()"
      let isSaid = told.map { "\(said).includes('\($0)')" }.joined(separator: " && ")
      #expect(await page.waits(for: isSaid))
      // Beside no edge, and above the places, also on the smallest phone.
      let place = "const box = (name) => document.querySelector(name).getBoundingClientRect()"
      let fits = "box('.toast').left >= 0 && box('.toast').right <= 320 && box('.toast').bottom <= box('.bar').top"
      #expect(await page.waits(for: "(() => { \(place); return \(fits) })()"))
    }
  }
}

extension DashboardVisits {
  /// Puts a deck into a home: `word 1`, `word 2` and so on.
  static func importDeck(
    _ name: String, of count: Int, to desk: DashboardAPITests.Desk, content: String = "an explanation"
  ) throws {
    let cards = (1...count).map { number -> JSONValue in
      [
        "id": .string("c\(number)"), "title": .string("word \(number)"), "content": .string(content),
        "category": "Words",
      ]
    }
    try Files.replace(desk.home("\(name).json"), with: (["cards": .array(cards)] as JSONValue).octets)
    // Whose service it is may be another one's than the test's.
    #expect(unsafe chmod(desk.home("\(name).json"), 0o644) == 0)
    let outcome = try desk.service("deck", "import", desk.home("\(name).json"))
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
  }
}
