import JSONText
import LinuxRuntime
import TestSupport
import Testing

/// What a person reaches on the page: backups, an early end, friends in two orders, straying over time.
extension DashboardDaysTests {
  private static let quick =
    #"{"profiles": [{"id": "work", "name": "Work", "question": {"wait": "1s", "closes": "30s"}}]}"#

  private func end(_ desk: DashboardAPITests.Desk) async throws {
    _ = try desk.service("stop")
    #expect(try await eventually { try desk.service.program.run(["confirm", "--home", desk.home.path]).exitCode == 0 })
  }

  @Test func aBackupIsTakenAlongAndOneIsBroughtBack() async throws {
    try await visiting("more") { desk, page in
      try await desk.configure(Self.quick)
      #expect(await page.waits(for: "document.getElementById('backup')"))
      let got = try await page.evaluate(
        "fetch(document.getElementById('backup').href).then(async one => `${one.status} ${one.headers.get('content-disposition')} ${(await one.arrayBuffer()).byteLength > 500}`)"
      )?.string
      #expect(got?.hasPrefix("200 attachment; filename=\"focuskey-") == true && got?.hasSuffix(" true") == true)
      // The keys of phones are in it: who may only look gets none.
      #expect(await desk.get("backup").status == "403")
      #expect(try desk.service("task", "add", "First").exitCode == 0)
      let kept = "\(desk.home.path)/backups/focuskey-2026-11-20.tar.gz"
      #expect(try desk.service("backup", kept).exitCode == 0)
      #expect(try desk.service("task", "add", "Second").exitCode == 0)
      try await page.reload()
      #expect(await page.waits(for: "document.querySelectorAll('.kept button').length === 1"))
      func restore() async throws {
        try await page.evaluate("document.querySelector('.kept button').click()")
        #expect(await page.waits(for: "document.getElementById('restore-sure')"))
        try await page.evaluate("document.getElementById('restore-sure').click()")
      }
      try await page.evaluate("document.querySelector('.kept button').click()")
      #expect(await page.waits(for: "document.getElementById('restore-sure')"))
      try await onEveryScreen(page, "a restoration")
      try await page.evaluate("document.querySelector('dialog').close()")
      _ = try desk.service("start", "work")
      try await restore()
      #expect(
        await page.waits(for: "document.querySelector('.toast.no')?.textContent.includes('A session is running')"))
      try await page.evaluate("document.querySelector('dialog').close()")
      try await end(desk)
      try await restore()
      #expect(
        await eventually(within: .seconds(20)) { await desk.get("plan").body?["tasks"]?.array?.count == 1 })
      // The page is there again by itself, with what was here before as one more.
      #expect(await page.waits(for: "document.querySelectorAll('.kept button').length === 2"))
      #expect(
        await page.waits(for: "document.querySelector('.kept').textContent.includes('Before the last restoration')"))
      let wrong = await desk.command(
        #"{"command":"backup-restore","name":"../focuskey.sqlite"}"#, cookie: try await desk.cookie())
      #expect(wrong.status == "404" && wrong.body?["error"]?["kind"]?.string == "no-such-backup")
    }
  }

  @Test func aBackupThatIsTooLargeIsForATerminal() async throws {
    try await visiting("more") { desk, page in
      #expect(await page.waits(for: "document.getElementById('backup')"))
      // A sound that takes no room on the disk.
      let folder = "\(desk.home.path)/media/0123456789abcdef0123456789abcdef"
      try Files.makeFolder(folder)
      let sound = "\(folder)/0123456789abcdef0123456789abcdef.mp3"
      try Files.replace(sound, with: [])
      #expect(try BuiltProgram(at: "/usr/bin/truncate").run(["-s", "65M", sound]).exitCode == 0)
      try await page.reload()
      let said = "document.getElementById('backups')?.textContent.includes('than a page can download')"
      #expect(await page.waits(for: "\(said) && !document.getElementById('backup')"))
      try await onEveryScreen(page, "a backup that is too large")
      let refused = try await page.evaluate(
        "fetch('/api/v1/backup').then(async one => `${one.status} ${(await one.json()).error.kind}`)")?.string
      #expect(refused == "503 backup-too-large")
      #expect(Folder.names(in: "\(desk.home.path)/backups").allSatisfy { !$0.hasPrefix("page-") })
    }
  }

  @Test func anEarlyEndSaysHowMuchOfThePlanItWas() async throws {
    try await visiting("history") { desk, page in
      try await desk.configure(Self.quick)
      _ = try desk.service("start", "work", "--minutes", "50")
      try await end(desk)
      #expect(
        await page.waits(
          for: "/ended \u{B7} \\d+ s of 50 min$/.test(document.querySelector('.rows .much')?.textContent)"))
    }
  }

  @Test func friendsHaveTwoOrdersAndAPlace() async throws {
    let folder = TemporaryFolder()
    try Files.makeFolder(folder("shared"))
    try await visiting { desk, page in
      try await desk.configure(Self.quick)
      _ = try desk.service("start", "work")
      try await end(desk)
      let other = BuiltProgram.focuskey
      #expect(
        try other.run(["board", "join", folder("shared"), "--name", "bob", "--home", folder("bob")]).exitCode == 0)
      #expect(try desk.service("board", "join", folder("shared"), "--name", "ada").exitCode == 0)
      try await page.evaluate("location.hash = 'history'")
      #expect(await page.waits(for: "document.getElementById('board-place')?.textContent === 'You are number 1 of 2.'"))
      try await page.evaluate("document.querySelector('[data-by=points]').click()")
      #expect(
        await page.waits(
          for:
            "document.querySelector('[data-by=points]').ariaPressed === 'true' && document.querySelector('.board b').textContent === '5 points'"
        ))
      #expect(await page.waits(for: "document.querySelector('.wall').textContent.includes('All points, on trust')"))
    }
  }

  @Test func strayingIsDrawnOverFourWeeks() async throws {
    var desk = try DashboardAPITests.Desk()
    desk.service.stop()
    try Files.replace(desk.home("config.json5"), with: Array("{ port: \(desk.port), signals: { card: true } }".utf8))
    desk.service = try RunningService(home: desk.home.path)
    try await visiting(at: desk) { desk, page in
      try await desk.configure(
        """
        {"profiles": [{"id": "desk", "name": "Desk", "question": {"wait": "1s", "closes": "30s"}, "presence": true, "guard": {"presence": {"after": "1s", "does": "count"}}}],
         "keys": [{"id": "card", "name": "Card", "uid": "04A1B2C3D4E580", "may": ["start"], "link": "https://focuskey.app/focus/desk"}]}
        """)
      #expect(try desk.service("tap", "card").exitCode == 0)
      #expect(try desk.service("tap", "--lift").exitCode == 0)
      #expect(
        await page.waits(for: "/^Strayed 00:0[2-9]/.test(document.querySelector('.guard.away')?.textContent)"))
      try await end(desk)
      try await page.evaluate("location.hash = 'history'")
      let drawn = "document.querySelector('.straydays [role=img]')"
      #expect(
        await page.waits(
          for:
            "\(drawn)?.ariaLabel.startsWith('Strayed in the last four weeks: ') && \(drawn).children.length === 28"))
      try await onEveryScreen(page, "straying over four weeks")
      #expect(try await page.evaluate("\(drawn).lastChild.style.getPropertyValue('--part')")?.string == "1")
    }
  }

  @Test func aProfileWithoutBreaksSaysSo() async throws {
    try await visiting { desk, page in
      _ = try desk.service("start", "sleep", "--minutes", "30")
      let text = "document.querySelector('main').textContent"
      #expect(await page.waits(for: "\(text).includes('No breaks in this session.')"))
      #expect(try await page.evaluate("\(text).includes('0 breaks left')")?.bool == false)
      #expect(try desk.service("status").output.contains("\nNo breaks in this session."))
    }
  }
}
