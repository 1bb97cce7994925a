import JSONText
import LinuxRuntime
import TestSupport
import Testing

/// Everything that a person sets has a door on the page: no file, no restart.
extension DashboardDaysTests {
  /// What a script can say of the button with that text or name.
  func press(_ name: String, in place: String = "main") -> String {
    "[...document.querySelectorAll('\(place) button')].find(one => (one.getAttribute('aria-label') ?? one.textContent) === \(JSONValue.string(name).text)).click()"
  }

  /// A service on a computer with these apps and no others.
  static func deskWithApps() throws -> (DashboardAPITests.Desk, TemporaryFolder) {
    let folder = TemporaryFolder()
    let apps = [
      ("org.example.Rocks", "Rocks", "Game;ArcadeGame;"), ("org.example.Chat", "Chatter", "Network;InstantMessaging;"),
      ("org.example.Draw", "Drawing Board", "Graphics;"), ("org.example.Term", "Term", "System;TerminalEmulator;"),
    ]
    let place = folder("share/applications")
    try Files.makeFolder(place)
    for (id, name, categories) in apps {
      let text =
        "[Desktop Entry]\nType=Application\nName=\(name)\nExec=/bin/true\nIcon=rocks\nCategories=\(categories)\n"
      try Files.replace("\(place)/\(id).desktop", with: Array(text.utf8))
    }
    try Files.makeFolder(folder("share/icons/hicolor/48x48/apps"))
    try Files.replace(
      folder("share/icons/hicolor/48x48/apps/rocks.png"),
      with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + [UInt8](repeating: 0, count: 40))
    let desk = try DashboardAPITests.Desk(environment: [
      "HOME": folder("home"), "XDG_DATA_HOME": folder("share"), "XDG_DATA_DIRS": folder("none"),
    ])
    return (desk, folder)
  }

  @Test func appsAreChosenByNameAndCounted() async throws {
    let (desk, folder) = try Self.deskWithApps()
    defer { withExtendedLifetime(folder) {} }
    try await visiting("profiles", at: desk) { desk, page in
      let listed = await desk.get("apps").body?["apps"]?.array ?? []
      #expect(listed.compactMap { $0["name"]?.string } == ["Chatter", "Drawing Board", "Rocks"])
      #expect(listed.last?["categories"]?.array?.compactMap { $0.string } == ["games"])
      let icon = await Browser.get("/api/v1/app-icon?id=org.example.Rocks", port: desk.port)
      #expect(icon.contains("image/png"))
      #expect(await desk.get("app-icon?id=../../etc/passwd").status == "404")
      try await page.evaluate(press("New profile"))
      let rows = "[...document.querySelector('dialog .applist').querySelectorAll('li')]"
      #expect(await page.waits(for: "\(rows).length === 3"))
      // Searched by its category as well as by its name.
      try await page.evaluate(
        "(() => { const one = document.querySelector('dialog .applist').previousElementSibling; one.value = 'games'; one.dispatchEvent(new Event('input')); })()"
      )
      #expect(await page.waits(for: "\(rows).length === 1 && \(rows)[0].textContent.includes('Rocks')"))
      try await page.evaluate("\(rows)[0].querySelector('input').click()")
      #expect(await page.waits(for: "document.querySelector('dialog .count').textContent === '1 app'"))
      try await page.evaluate(
        "[...document.querySelectorAll('dialog .ticks input')].find(one => one.value === 'news').click()")
      try await page.evaluate(
        Self.fillIn(["Name": "Quiet", "Sites": "https://www.nytimes.com/\nwww.example.org:8080\nforum.example"]))
      // What was pasted is understood, and said as it is.
      #expect(
        await page.waits(
          for:
            "document.querySelector('dialog').textContent.includes('https://www.nytimes.com/ is read as nytimes.com.')")
      )
      #expect(
        await page.waits(
          for: "document.querySelector('dialog .count').textContent === '1 app, 1 category, 3 sites'"))
      try await page.evaluate("document.querySelector('dialog form').requestSubmit()")
      #expect(await page.waits(for: "!document.querySelector('dialog')"))
      let blocks = await desk.get("profiles").body?["profiles"]?.array?.last?["blocks"]
      #expect(blocks?["sites"]?.array?.compactMap { $0.string } == ["nytimes.com", "example.org", "forum.example"])
      #expect(blocks?["apps"]?.array?.compactMap { $0.string } == ["org.example.Rocks"])
      let around = [
        "HOME=\(folder("home"))", "XDG_DATA_HOME=\(folder("share"))", "XDG_DATA_DIRS=\(folder("none"))",
        "PATH=/usr/bin",
      ]
      func terminal(_ words: String...) throws -> BuiltProgram.Outcome {
        try BuiltProgram.focuskey.run(words + ["--home", desk.home.path], environment: around)
      }
      #expect(try terminal("category", "show", "games").output.contains("app org.example.Rocks, by the menu"))
      #expect(try terminal("apps", "rocks").output == "org.example.Rocks  Rocks  (games)\n")
      #expect(try terminal("apps", "nothing-of-the-kind").exitCode == 66)
    }
  }

  @Test func whatIsWrongIsSaidAtItsFieldAndNothingIsThrownAway() async throws {
    try await visiting("profiles") { desk, page in
      try await page.evaluate(press("Edit Work"))
      #expect(await page.waits(for: "document.querySelector('dialog form')"))
      // The first field has the focus, not the way out.
      #expect(try await page.evaluate("document.activeElement.matches('dialog input')")?.bool == true)
      try await page.evaluate(Self.fillIn(["Sites": "example.org\nno site at all"]))
      try await page.evaluate("document.querySelector('dialog form').requestSubmit()")
      let wrong = "document.querySelector('dialog [aria-invalid]')"
      #expect(await page.waits(for: "\(wrong)?.tagName === 'TEXTAREA' && document.activeElement === \(wrong)"))
      #expect(
        await page.waits(
          for:
            "document.querySelector('dialog .wrong').textContent.startsWith('Line 2, \u{201C}no site at all\u{201D}')"))
      #expect(try await page.evaluate("document.querySelectorAll('.toast').length")?.integer == 0)
      // Escape asks first, and going on keeps what was typed.
      try await page.press("Escape", code: 27)
      #expect(await page.waits(for: "document.querySelector('dialog .leaving')?.contains(document.activeElement)"))
      try await page.press("Escape", code: 27)
      #expect(await page.waits(for: "!document.querySelector('.leaving') && document.querySelector('dialog[open]')"))
      try await page.evaluate(press("Cancel", in: "dialog"))
      #expect(await page.waits(for: "document.querySelector('.leaving')"))
      try await page.evaluate(press("Leave without keeping it", in: "dialog"))
      #expect(await page.waits(for: "!document.querySelector('dialog')"))
      #expect(
        await desk.get("profiles").body?["profiles"]?.array?.first?["blocks"]?["sites"]?.array?.isEmpty ?? true)
      // Nothing was touched: it closes at once.
      try await page.evaluate(press("Edit Work"))
      #expect(await page.waits(for: "document.querySelector('dialog form')"))
      try await page.press("Escape", code: 27)
      #expect(await page.waits(for: "!document.querySelector('dialog')"))
      // A refusal that is of no field has a place in the window, and covers no button.
      _ = try desk.service("start", "work")
      try await page.evaluate(press("Edit Work"))
      #expect(await page.waits(for: "document.querySelector('dialog form')"))
      try await page.evaluate(
        "[...document.querySelectorAll('dialog .ticks input')].find(one => one.value === 'games').click()")
      try await page.evaluate("document.querySelector('dialog form').requestSubmit()")
      #expect(await page.waits(for: "document.querySelector('dialog .toast.no')"))
      let covered =
        "[...document.querySelectorAll('dialog .sticky button')].filter(one => { const box = one.getBoundingClientRect(); return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)?.closest('button') !== one; }).length"
      #expect(try await page.evaluate(covered)?.integer == 0)
    }
  }

  @Test func theGuardMusicAndPledgeOfAProfileAreSet() async throws {
    let (desk, folder) = try Self.deskWithApps()
    defer { withExtendedLifetime(folder) {} }
    try await visiting("profiles", at: desk) { desk, page in
      try await page.evaluate(press("Edit Work"))
      #expect(await page.waits(for: "document.querySelectorAll('dialog .applist').length === 2"))
      let work = "document.querySelectorAll('dialog .applist')[1]"
      #expect(await page.waits(for: "\(work).querySelectorAll('li').length === 3"))
      try await page.evaluate("\(work).querySelector('[value=\"org.example.Draw\"]').click()")
      try await page.evaluate(
        Self.fillIn(["Ring every (seconds)": "40", "Player": "mpv", "Volume (percent, optional)": "30"]))
      try await page.evaluate(Self.fillIn(["For each time": "1.00 EUR", "To whom": "The library"]))
      try await page.evaluate(
        "(() => { const one = document.querySelector('[aria-label=\"What is done if it is loud\"]'); one.value = 'count'; one.dispatchEvent(new Event('change', { bubbles: true })); })()"
      )
      try await page.evaluate("document.querySelector('dialog form').requestSubmit()")
      #expect(await page.waits(for: "!document.querySelector('dialog')"))
      let made = await desk.get("profiles").body?["profiles"]?.array?.first
      #expect(made?["apps"]?.array?.compactMap { $0.string } == ["org.example.Draw"])
      #expect(made?["guard"]?["noise"]?["does"]?.string == "count")
      #expect(made?["guard"]?["alarm"]?["every"]?.string == "40s" && made?["guard"]?["offTask"] == nil)
      #expect(made?["music"]?.value.text == #"{"player":"mpv","volume":30}"#)
      #expect(made?["pledge"]?["amount"]?.string == "1.00 EUR")
      #expect(made?["pledge"]?["to"]?["name"]?.string == "The library")
      // What is wrong is said where it is, behind the word that hides it.
      try await page.evaluate(press("Edit Work"))
      #expect(await page.waits(for: "document.querySelector('dialog form')"))
      try await page.evaluate(Self.fillIn(["For each time": "much"]))
      try await page.evaluate("document.querySelector('dialog form').requestSubmit()")
      #expect(
        await page.waits(
          for: "document.querySelector('dialog details').open && document.activeElement.value === 'much'"))
    }
  }

  @Test func signalsAreTurnedOnHereAndInATerminal() async throws {
    try await visiting("signals") { desk, page in
      func state(_ name: String) async -> String? {
        await desk.get("signals").body?["signals"]?.array?.first { $0["name"]?.string == name }?["state"]?.string
      }
      #expect(await state("card") == "off")
      #expect(await page.waits(for: "document.querySelector('[data-signal=card]')"))
      try await page.evaluate("document.querySelector('[data-signal=card]').click()")
      #expect(await eventually { await state("card") != "off" })
      #expect(await page.waits(for: "document.querySelector('[data-signal=card]').ariaChecked === 'true'"))
      #expect(try desk.service("signals", "--on", "input", "--off", "card").exitCode == 0)
      #expect(await eventually { await state("card") == "off" })
      let chosen = await desk.get("settings").body?["settings"]?["signals"]?.value.text
      #expect(chosen == #"{"card":false,"input":true}"#)
      // In a session nothing that notices straying is turned off.
      _ = try desk.service("start", "work")
      let refused = try desk.service("signals", "--off", "input")
      #expect(refused.exitCode == 1 && refused.errors.contains("cannot be turned off during a session"))
      #expect(try desk.service("signals", "--on", "media").exitCode == 0)
      #expect(try desk.service("signals", "--on", "nose").exitCode == 64)
    }
  }

  @Test func limitsAreMadeChangedAndRemoved() async throws {
    let (desk, folder) = try Self.deskWithApps()
    defer { withExtendedLifetime(folder) {} }
    try await visiting("limits", at: desk) { desk, page in
      func limits() async -> [JSONNode] {
        await desk.get("settings").body?["settings"]?["allowances"]?.array ?? []
      }
      try await page.evaluate("document.getElementById('new-limit').click()")
      #expect(await page.waits(for: "document.querySelector('dialog form')"))
      try await page.evaluate(Self.fillIn(["What you call it": "Evening videos", "Minutes a day": "25"]))
      try await page.evaluate("document.querySelector('dialog form').requestSubmit()")
      // Nothing is chosen yet, and it says so there.
      #expect(await page.waits(for: "document.querySelector('dialog .wrong')"))
      #expect(await limits().isEmpty)
      try await page.evaluate(Self.fillIn(["Sites": "www.youtube.com"]))
      try await page.evaluate("document.querySelector('dialog form').requestSubmit()")
      #expect(await page.waits(for: "!document.querySelector('dialog')"))
      let made = await limits().first
      #expect(made?["id"]?.string == "evening-videos" && made?["minutesPerDay"]?.integer == 25)
      #expect(made?["blocks"]?["sites"]?.array?.first?.string == "youtube.com")
      // What counts minutes is on with it.
      #expect(
        await eventually { await desk.get("settings").body?["settings"]?["signals"]?["front"]?.bool == true })
      #expect(await page.waits(for: "document.querySelector('.card').textContent.includes('25 min a day')"))
      // Its place came with it.
      #expect(await page.waits(for: "document.querySelector('#nav [data-place=limits]')"))
      try await page.evaluate(press("Edit the limit evening-videos"))
      #expect(await page.waits(for: "document.querySelector('dialog form')"))
      try await page.evaluate(Self.fillIn(["Minutes a day": "40"]))
      try await page.evaluate("document.querySelector('dialog details').open = true")
      try await page.evaluate(press("Add a condition", in: "dialog"))
      try await page.evaluate(
        "(() => { const one = document.activeElement; one.value = 'ill'; one.dispatchEvent(new Event('input', { bubbles: true })); })()"
      )
      try await page.evaluate("document.querySelector('dialog form').requestSubmit()")
      #expect(await page.waits(for: "!document.querySelector('dialog')"))
      #expect(await limits().first?["minutesPerDay"]?.integer == 40)
      #expect(await limits().first?["overrides"]?.array?.first?["name"]?.string == "ill")
      try await page.evaluate(press("Remove the limit evening-videos"))
      try await page.evaluate(press("Remove", in: "dialog"))
      #expect(await eventually { await limits().isEmpty })
      #expect(await page.waits(for: "!document.querySelector('#nav [data-place=limits]')"))
    }
  }

  @Test func theChallengeAndTheCoachHaveAPlace() async throws {
    try await visiting("move") { desk, page in
      #expect(
        await page.waits(for: "document.querySelector('.challenge .much')?.textContent === '0 of 20 repetitions'"))
      let coach = await desk.get("coach").body?["hour"]
      #expect(coach?["from"]?.string == "17:30" && coach?["pinned"]?.bool == false)
      #expect(await page.waits(for: "document.querySelector('main').textContent.includes('between 17:30 and 19:30')"))
      #expect(await page.waits(for: "document.getElementById('nudges')"))
      try await page.evaluate("document.getElementById('nudges').click()")
      #expect(
        await eventually { await desk.get("settings").body?["settings"]?["coach"]?["nudges"]?.bool == true })
      #expect(await page.waits(for: "document.querySelector('#nav [data-place=move]')"))
      try await page.evaluate(Self.fillIn(["My challenge (repetitions)": "35"]))
      #expect(await eventually { await desk.get("status").body?["challenge"]?["target"]?.integer == 35 })
      #expect(await page.waits(for: "document.querySelector('.challenge .much').textContent === '0 of 35 repetitions'"))
      #expect(await page.waits(for: "document.getElementById('unpin')"))
      try await page.evaluate("document.getElementById('unpin').click()")
      #expect(await eventually { await desk.get("status").body?["challenge"]?["target"]?.integer == 20 })
      #expect(await desk.get("settings").body?["settings"]?["coach"]?["nudges"]?.bool == true)
    }
  }

  @Test func aBedtimeIsChangedAndRemoved() async throws {
    try await visiting("nights") { desk, page in
      try await desk.configure(#"{"bedtime":{"from":"23:00","to":"07:00"}}"#)
      #expect(await page.waits(for: "document.getElementById('change-bedtime')"))
      try await page.evaluate("document.getElementById('change-bedtime').click()")
      #expect(await page.waits(for: "document.querySelector('dialog form')"))
      try await page.evaluate(Self.fillIn(["From": "22:15"]))
      try await page.evaluate("document.querySelector('dialog [value=sat]').click()")
      try await page.evaluate("document.querySelector('dialog form').requestSubmit()")
      #expect(await page.waits(for: "!document.querySelector('dialog')"))
      let bedtime = await desk.get("settings").body?["settings"]?["bedtime"]
      #expect(bedtime?["from"]?.string == "22:15" && bedtime?["days"]?.array?.count == 6)
      try await page.evaluate("document.getElementById('change-bedtime').click()")
      #expect(await page.waits(for: "document.getElementById('remove-bedtime')"))
      try await page.evaluate("document.getElementById('remove-bedtime').click()")
      #expect(await eventually { await desk.get("settings").body?["settings"]?["bedtime"] == nil })
      #expect(await page.waits(for: "document.querySelector('.tonight form')"))
    }
  }
}
