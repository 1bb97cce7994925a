import FocusSession
import Glibc
import JSONText
import LinuxRuntime
import SessionRehearsal
import TestSupport
import Testing

/// Whether the pictures of the documentation are made.
var wantsPictures: Bool { unsafe getenv("FOCUSKEY_PICTURES") != nil }

/// The pictures of the documentation, made from the page itself so that they never age:
///
///     FOCUSKEY_PICTURES=1 swift test --filter picturesOfThePage
extension DashboardTests {
  /// Tasks and cards as people have them.
  private func furnish(_ desk: DashboardAPITests.Desk) throws {
    for task in [
      ["Thesis, chapter 3", "--due", "tomorrow 15:00", "--priority", "H", "--project", "thesis"],
      ["Figures for chapter 3", "--due", "in 4 days", "--project", "thesis", "--tag", "figures"],
      ["Statistics, exercise 4", "--due", "in 2 days", "--profile", "study"],
      ["Call Ann about the review", "--due", "yesterday"], ["Read the paper on spacing", "--tag", "reading"],
    ] {
      #expect(try desk.service.program.run(["task", "add"] + task + ["--home", desk.home.path]).exitCode == 0)
    }
    let words = [
      ("madrugar", "to get up early"), ("la sobremesa", "the talk that goes on after a meal"),
      ("estrenar", "to use for the first time"), ("el desvelo", "sleeplessness"),
    ]
    let cards = (1...120).map { number -> JSONValue in
      let (word, meaning) = words[(number - 1) % words.count]
      return [
        "id": .string("c\(number)"), "title": .string(number <= words.count ? word : "\(word) \(number)"),
        "content": .string("<b>\(meaning)</b>"), "category": "Words",
      ]
    }
    try Files.replace(desk.home("Spanish.json"), with: (["cards": .array(cards)] as JSONValue).octets)
    #expect(unsafe chmod(desk.home("Spanish.json"), 0o644) == 0)
    #expect(try desk.service("deck", "import", desk.home("Spanish.json")).exitCode == 0)
    try Self.importDeck("Statistics", of: 60, to: desk)
  }

  @Test(.enabled(if: wantsPictures)) func picturesOfThePage() async throws {
    try mustHaveLetters()
    let blocking = try BlockingForPictures()
    try await visiting(at: month(blocking)) { desk, page in
      _ = try desk.service("promise", "edit", "I promised myself the thesis draft by December. Not perfect, but whole.")
      try await desk.configure(
        """
        {"bedtime": {"from": "23:00", "to": "07:00"}, "keys": [
          {"id": "desk", "name": "Desk card", "uid": "04A1B2C3D4E580", "may": ["start", "stop", "break"], "link": "https://focuskey.app/focus/work"},
          {"id": "door", "name": "Door sticker", "uid": "04112233445501", "may": ["start"], "link": "https://focuskey.app/start?profile=study"}]}
        """)
      try furnish(desk)
      try befriend(desk, blocking)
      try await take("idle", view: "now", of: page)
      try await take("plan", view: "plan", of: page)
      try await take("learn", view: "learn", of: page, after: "document.getElementById('turn').click()")
      try await take("nights", view: "nights", of: page)
      try await take(
        "night-report", view: "nights", of: page, at: ".report")
      try await take("badges", view: "history", of: page, at: ".wall")
      try await take("signals", view: "signals", of: page)
      // The week before: this one may have begun an hour ago.
      try await take(
        "history", view: "history", of: page, after: "document.querySelector('[aria-label=Earlier]').click()")
      try await take(
        "board", view: "history", of: page,
        at: ".board")
      try await take("keys", view: "keys", of: page)
      try await take("phones", view: "keys", of: page, at: ".phones")
      try await take("schedules", view: "schedules", of: page)
      for view in ["profiles", "promise", "links", "guide", "more", "limits", "move", "help"] {
        try await take(view, view: view, of: page)
      }
      try await take(
        "icons", view: "profiles", of: page, after: "document.querySelector('[aria-label=\"Edit Study\"]').click()")
      try await page.evaluate("document.querySelector('dialog').close()")
      try await takeForms(of: page)
    }
    try await visiting(at: month(blocking, inSession: true)) { desk, page in
      _ = try desk.service("promise", "edit", "I promised myself the thesis draft by December. Not perfect, but whole.")
      try await take("focus", view: "now", of: page)
      _ = try desk.service("stop")
      try await Task.sleep(for: .seconds(3))
      try await take("question", view: "now", of: page)
      #expect(await page.waits(for: "!document.getElementById('confirm').disabled"))
      try await page.evaluate("document.getElementById('confirm').click()")
      #expect(await page.waits(for: "document.querySelector('.figures')"))
      try await take("ended", view: "now", of: page)
    }
    var desk = try DashboardAPITests.Desk()
    try Self.importDeck("Spanish", of: 3, to: desk)
    try Self.usedUp(
      #"[{"name": "ill", "perMonth": 2, "wait": "1m", "gate": [{"learn": 1}, {"type": "I am ill."}]}]"#, for: &desk)
    try await visiting(at: desk) { _, page in
      try await take("limit", view: "now", of: page)
      try await take("limit-steps", view: "now", of: page, after: "document.getElementById('lift-social-ill').click()")
    }
    try await takeSet()
    try writeContactSheet()
  }

  /// Forms, and a deck that is read.
  private func takeForms(of page: ChromiumPage) async throws {
    try await take(
      "profile", view: "profiles", of: page,
      after: "[...document.querySelectorAll('main button')].find(one => one.textContent === 'New profile').click()")
    try await page.evaluate("document.querySelector('dialog').close()")
    try await take("reading", view: "learn", of: page, after: "document.getElementById('read').click()")
  }

  /// A set in the middle, seen as the camera sees it.
  private func takeSet() async throws {
    let folder = TemporaryFolder()
    let desk = try Self.limited(try Self.helper(folder, "exec sleep 1000", pictures: 128))
    try await visiting(at: desk) { _, page in
      #expect(await page.waits(for: "document.querySelector('.limit .begin')"))
      try await take("limit-set", view: "now", of: page)
      try await page.evaluate("document.querySelector('.limit .begin').click()")
      let words = "document.querySelector('dialog.whole')?.textContent"
      #expect(await page.waits(for: "\(words)?.includes('4 of 10')"))
      try await take("set", view: "now", of: page)
    }
  }

  /// Friends with some weeks behind them, and a phone that is paired.
  private func befriend(_ desk: DashboardAPITests.Desk, _ blocking: BlockingForPictures) throws {
    try Files.makeFolder(desk.home("shared"))
    try blocking.give(desk.home("shared"))
    #expect(try desk.service("phone", "pair", "--shortcut", "--name", "iphone").exitCode == 0)
    #expect(try desk.service("board", "join", desk.home("shared"), "--name", "me").exitCode == 0)
    for (name, minutes) in [("ada", [50, 80, 45, 120]), ("grace", [25, 50]), ("alan", [15])] {
      var settings = Settings.shipped
      settings.zone = .utc
      let home = desk.home(name)
      try Files.makeFolder(home)
      var past = try Desk(settings, at: "\(BuiltProgram(at: "/bin/date").run(["-u", "+%F"]).lines[0])T00:10:00Z")
      for length in minutes {
        past.give(.ask(.start(StartRequest(profile: "work", minutes: length)), by: .localUser))
        past.pass(.minutes(Int64(length) + 5))
      }
      try past.moveIn(to: home, with: settings)
      let joined = try BuiltProgram.focuskey("board", "join", desk.home("shared"), "--name", name, "--home", home)
      #expect(joined.exitCode == 0, "\(joined.errors)")
    }
  }
}

extension DashboardVisits {
  /// Pictures show the letters that the page is made for, and not what stands in for them.
  func mustHaveLetters() throws {
    for family in ["Inter", "EB Garamond"] {
      let found = try BuiltProgram(at: "/usr/bin/fc-match")(family).output
      try #require(found.contains("\"\(family)\""), "sudo apt install fonts-inter fonts-ebgaramond")
    }
  }

  /// All of them on one page.
  func writeContactSheet() throws {
    let folder = Repository.path("Sources/Documentation/pictures")
    let kinds = ["-light", "-dark", "-phone-light", "-phone-dark"]
    let views = try Files.names(inFolder: folder).filter { $0.hasSuffix("-phone-dark.png") }.map { $0.dropLast(15) }
    var sheet = """
      # The page, in pictures

      Made from the page itself, with Debian's `fonts-inter` and `fonts-ebgaramond`: \
      `FOCUSKEY_PICTURES=1 swift test --filter picturesOfThePage`.

      | | light | dark | phone, light | phone, dark |
      |---|---|---|---|---|

      """
    for view in views.sorted() {
      let cells = kinds.map {
        "<img src=\"\(view)\($0).png\" width=\"\($0.hasPrefix("-phone") ? 110 : 300)\" alt=\"\">"
      }
      sheet += "| \(view) | \(cells.joined(separator: " | ")) |\n"
    }
    try Files.replace("\(folder)/README.md", with: Array(sheet.utf8))
  }

  /// A view at both sizes in both schemes.
  func take(_ name: String, view: String, of page: ChromiumPage, at place: String = "", after act: String = "")
    async throws
  {
    try await page.evaluate("location.hash = '\(view)'")
    #expect(await page.waits(for: "document.querySelector('main').dataset.view === '\(view)'"))
    try await Task.sleep(for: .seconds(1))
    if !act.isEmpty { try await page.evaluate("void (() => { \(act) })()") }
    try await shoot(name, of: page, at: place)
  }

  /// What is in a page now, at both sizes in both schemes.
  func shoot(_ name: String, of page: ChromiumPage, at place: String = "") async throws {
    for (size, width, height) in [("", 1440, 900), ("-phone", 390, 844)] {
      try await page.resize(width, height)
      try await page.showScrollBars(size.isEmpty)
      if !place.isEmpty {
        try await page.evaluate("document.querySelector('\(place)').scrollIntoView({ block: 'center' })")
      }
      for scheme in ["light", "dark"] {
        try await page.prefer(["prefers-color-scheme": scheme])
        try await page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        try await Task.sleep(for: .milliseconds(300))
        let picture = try await page.picture()
        #expect(picture.count > 5000)
        try Files.replace(
          Repository.path("Sources/Documentation/pictures/\(name)\(size)-\(scheme).png"), with: picture)
      }
    }
  }
}
