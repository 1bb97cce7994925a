import FocusSession
import Glibc
import JSONText
import LinuxRuntime
import SessionRehearsal
import TestSupport
import Testing

/// The pictures of the documentation, made from the page itself so that they never age:
///
///     FOCUSKEY_PICTURES=1 swift test --filter picturesOfThePage
extension DashboardTests {
  private static var isWanted: Bool { unsafe getenv("FOCUSKEY_PICTURES") != nil }

  /// A month as people have them: work in the morning and after lunch, study in between, quieter weekends.
  private func month() throws -> DashboardAPITests.Desk {
    var settings = Settings.shipped
    settings.zone = .utc
    let date = BuiltProgram(at: "/bin/date")
    func day(_ ago: Int, _ form: String) throws -> String {
      try date.run(["-u", "-d", "\(ago) days ago", form]).lines[0]
    }
    var past = try Desk(settings, at: "\(day(34, "+%F"))T08:00:00Z")
    for ago in (1...34).reversed() {
      let isWeekend = try ["6", "7"].contains(day(ago, "+%u"))
      // What was done differs from day to day, and is the same whenever the pictures are made.
      let plan: [(String, Int, String)] = [
        ("work", 50 + ago * 7 % 40, "Thesis, chapter 3"), ("study", 25 + ago * 11 % 50, "Statistics"),
        ("work", 40 + ago * 13 % 60, "Figures"), ("study", 30 + ago * 5 % 30, "Reading"),
      ]
      var spent = 0
      for (profile, minutes, task) in plan.prefix(isWeekend ? ago % 2 : 2 + ago % 3) {
        past.give(
          .ask(.start(StartRequest(profile: ProfileID(profile), minutes: minutes, task: task)), by: .localUser))
        past.pass(.minutes(15))
        for name in ["reddit.com", "youtube.com", "reddit.com", "news.ycombinator.com"].prefix((ago + spent) % 4) {
          past.give(.attempt(Attempt(kind: .site, name: name)))
        }
        past.pass(.minutes(Int64(minutes) + 45))
        spent += minutes + 60
      }
      past.pass(.minutes(24 * 60 - Int64(spent)))
    }
    var desk = try DashboardAPITests.Desk(environment: ["TZ": "UTC"])
    desk.service.stop()
    let nights = [70, 64, 78, 50, 55, 61, 40, 38, 52, 30, 34, 90, 28, 22, 26, 31, 18, 20, 15, 24, 12, 9, 16, 0, 8, 11]
    try past.moveIn(to: desk.home.path, with: settings, and: try Self.factsOfNights(nights) + reviews())
    desk.service = try RunningService(home: desk.home.path, environment: ["TZ": "UTC"])
    return desk
  }

  /// Cards that were learned in the last weeks: the first of them are due.
  private func reviews() throws -> [(at: Int, line: String)] {
    let now = Int(try BuiltProgram(at: "/bin/date").run(["+%s"]).lines[0]) ?? 0
    return (1...40).flatMap { card in
      [30, 27, 20].map { ago in
        let at = (now - (ago - card / 4) * 86_400) * 1000
        let fact =
          #""fact":"card-reviewed","deck":"Spanish","card":"c\#(card)","grade":\#(card % 9 == 0 ? 1 : 3),"took":4000"#
        return (at, #"{"at":\#(at),"boot":"b","steady":\#(at),"tick":\#(at),"v":4,\#(fact)}"#)
      }
    }
  }

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
    #expect(try desk.service("deck", "import", desk.home("Spanish.json")).exitCode == 0)
    try Self.importDeck("Statistics", of: 60, to: desk)
  }

  @Test(.enabled(if: isWanted)) func picturesOfThePage() async throws {
    try await visiting(at: month()) { desk, page in
      _ = try desk.service("promise", "edit", "I promised myself the thesis draft by December. Not perfect, but whole.")
      try await desk.configure(
        """
        {"bedtime": {"from": "23:00", "to": "07:00"}, "keys": [
          {"id": "desk", "name": "Desk card", "uid": "04A1B2C3D4E580", "may": ["start", "stop", "break"], "link": "https://focuskey.app/focus/work"},
          {"id": "door", "name": "Door sticker", "uid": "04112233445501", "may": ["start"], "link": "https://focuskey.app/start?profile=study"}]}
        """)
      try furnish(desk)
      try await take("idle", view: "now", of: page)
      try await take("plan", view: "plan", of: page)
      try await take("learn", view: "learn", of: page, after: "document.getElementById('turn').click()")
      try await take("nights", view: "nights", of: page)
      try await take("badges", view: "history", of: page, after: "document.querySelector('.wall').scrollIntoView()")
      try await take("signals", view: "signals", of: page)
      try await take("history", view: "history", of: page)
      try await take("keys", view: "keys", of: page)
      try await take("schedules", view: "schedules", of: page)
      for view in ["profiles", "promise", "links", "guide"] { try await take(view, view: view, of: page) }
      _ = try desk.service("start", "work", "--minutes", "50", "--task", "Thesis, chapter 3")
      try await Task.sleep(for: .seconds(70))
      try await take("focus", view: "now", of: page)
      _ = try desk.service("stop")
      try await Task.sleep(for: .seconds(3))
      try await take("question", view: "now", of: page)
      #expect(await page.waits(for: "!document.getElementById('confirm').disabled"))
      try await page.evaluate("document.getElementById('confirm').click()")
      #expect(await page.waits(for: "document.querySelector('.figures')"))
      try await take("ended", view: "now", of: page)
    }
    try writeContactSheet()
  }

  /// All of them on one page.
  private func writeContactSheet() throws {
    let folder = Repository.path("Sources/Documentation/pictures")
    let kinds = ["-light", "-dark", "-phone-light", "-phone-dark"]
    let views = try Files.names(inFolder: folder).filter { $0.hasSuffix("-phone-dark.png") }.map { $0.dropLast(15) }
    var sheet = """
      # The page, in pictures

      Made from the page itself: `FOCUSKEY_PICTURES=1 swift test --filter picturesOfThePage`.

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
  private func take(_ name: String, view: String, of page: ChromiumPage, after act: String = "") async throws {
    try await page.evaluate("location.hash = '\(view)'")
    #expect(await page.waits(for: "document.querySelector('main').dataset.view === '\(view)'"))
    try await Task.sleep(for: .seconds(1))
    if !act.isEmpty { try await page.evaluate("void (() => { \(act) })()") }
    for (size, width, height) in [("", 1440, 900), ("-phone", 390, 844)] {
      try await page.resize(width, height)
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
