import JSONText
import LinuxRuntime
import TestSupport
import Testing

/// Cards and tasks on the page, what moves there, and the configuration beside it.
extension DashboardDaysTests {
  @Test func theSixtyCardsAreOfferedUntilTheyAreThere() async throws {
    try await visiting("learn") { desk, page in
      #expect(await page.waits(for: "document.getElementById('deck-shipped')"))
      try await page.evaluate("document.getElementById('deck-shipped').click()")
      #expect(await page.waits(for: "document.querySelector('.more #deck-choose')"))
      #expect(await desk.get("decks").body?["decks"]?.array?.first?["cards"]?.integer == 60)
      #expect(await page.waits(for: "!document.getElementById('deck-shipped')"))
    }
  }

  @Test func cardsComeFromAFileAndAreReadInOrder() async throws {
    try await visiting("learn") { desk, page in
      #expect(await page.waits(for: "document.getElementById('deck-shipped')"))
      // A file that was chosen, in two parts.
      try await page.evaluate(
        """
        (() => {
          const cards = [...Array(3).keys()].map(n => ({ id: n, title: `title ${n}`, content: `${'x'.repeat(200000)}`, category: n ? 'Later' : 'First', link: 'https://a.example/' }));
          const given = new DataTransfer();
          given.items.add(new File([JSON.stringify({ cards })], 'Large.json'));
          const input = document.getElementById('deck-file');
          input.files = given.files;
          input.dispatchEvent(new Event('change'));
        })()
        """)
      #expect(await page.waits(for: "document.querySelector('.flash .side')?.textContent === 'title 0'"))
      #expect(await desk.get("decks").body?["decks"]?.array?.first?["deck"]?.string == "Large")
      try await page.evaluate("document.getElementById('read').click()")
      #expect(await page.waits(for: "document.querySelector('.studyhead [role=status]').textContent === '1 of 3'"))
      #expect(await page.waits(for: "document.getElementById('previous').disabled"))
      try await page.press("ArrowRight", code: 39)
      #expect(await page.waits(for: "document.querySelector('.flash .side').textContent === 'title 1'"))
      // A finger to the right goes back.
      try await page.evaluate(
        "for (const [kind, clientX] of [['pointerdown', 100], ['pointerup', 260]]) document.querySelector('.flash').dispatchEvent(new PointerEvent(kind, { pointerType: 'touch', clientX, clientY: 100 }))"
      )
      #expect(await page.waits(for: "document.querySelector('.flash .side').textContent === 'title 0'"))
      // What was in view for long enough was seen.
      #expect(
        await eventually(within: .seconds(20)) {
          await desk.get("decks").body?["decks"]?.array?.first?["viewed"]?.integer ?? 0 >= 1
        })
      try await page.evaluate("document.querySelector('[data-category=Later]').click()")
      #expect(await page.waits(for: "document.querySelector('.studyhead [role=status]').textContent === '1 of 2'"))
      try await page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
      try await page.evaluate("document.getElementById('share').click()")
      #expect(await page.waits(for: "window.copied?.endsWith('Later\\n\\nhttps://a.example/')"))
      try await page.press("Escape", code: 27)
      #expect(await page.waits(for: "document.getElementById('turn')"))
      // A file with a fault names its place and leaves what is there.
      try await page.evaluate(
        """
        (() => {
          const given = new DataTransfer();
          given.items.add(new File(['{"cards": [{]'], 'Bad.json'));
          const input = document.getElementById('deck-file');
          input.files = given.files;
          input.dispatchEvent(new Event('change'));
        })()
        """)
      #expect(
        await page.waits(for: "document.querySelector('.toast.no')?.textContent.includes('nothing was imported')"))
      #expect(await desk.get("decks").body?["decks"]?.array?.count == 1)
      let cookie = try await desk.cookie()
      let wrong = await desk.command(
        #"{"command":"deck-import","name":"x.json","part":"e30","at":7,"size":10}"#, cookie: cookie)
      #expect(wrong.status == "400" && wrong.body?["error"]?["kind"]?.string == "bad-part")
    }
  }

  @Test func aTaskIsFoundAndEditedWhole() async throws {
    try await visiting("plan") { desk, page in
      for text in ["Write the report +thesis @writing", "Call Ann tomorrow", "Read"] {
        #expect(try desk.service("task", "add", text).exitCode == 0)
      }
      #expect(await page.waits(for: "document.querySelectorAll('.tasks > li').length === 3"))
      try await page.evaluate("document.getElementById('find-task').focus()")
      try await page.type("call")
      #expect(await page.waits(for: "document.querySelectorAll('.tasks > li').length === 1"))
      #expect(await page.waits(for: "document.querySelector('main').textContent.includes('1 of 3 tasks')"))
      try await page.evaluate("document.querySelector('.tasks .what').focus()")
      try await page.press("e", code: 69, text: "e")
      #expect(await page.waits(for: "document.querySelector('dialog form')"))
      try await page.evaluate(
        Self.fillIn([
          "What has to be done": "Call Ann about the review", "Due": "blursday", "Priority": "H", "Project": "review",
          "Tags": "phone urgent", "How far away": "mid", "Focus that it takes (minutes)": "45",
        ]))
      try await page.evaluate("document.querySelector('dialog form').requestSubmit()")
      #expect(await page.waits(for: "document.querySelector('dialog [aria-invalid]')?.value === 'blursday'"))
      try await page.evaluate(Self.fillIn(["Due": "2031-05-06 15:30"]))
      try await page.evaluate("document.querySelector('dialog form').requestSubmit()")
      #expect(await page.waits(for: "!document.querySelector('dialog')"))
      let task = await desk.get("plan").body?["tasks"]?.array?.first {
        $0["summary"]?.string == "Call Ann about the review"
      }
      #expect(task?["due"]?.string?.hasPrefix("2031-05-06T15:30") == true)
      #expect(task?["priority"]?.string == "H" && task?["project"]?.string == "review")
      #expect(task?["tags"]?.array?.compactMap { $0.string } == ["phone", "urgent"])
      #expect(task?["placed"]?.string == "mid" && task?["estimate_seconds"]?.integer == 2700)
      // What is emptied is removed; what is not a member is refused.
      let cookie = try await desk.cookie()
      let uid = task?["uid"]?.string ?? ""
      func edit(_ change: String) async -> JSONNode? {
        await desk.command(#"{"command":"task-edit","task":"\#(uid)","change":\#(change)}"#, cookie: cookie).body
      }
      #expect(await edit(#"{"project":"","due":""}"#)?["task"]?["due"]?.isNull == true)
      for wrong in [#"{"colour":"red"}"#, #"{"priority":"X"}"#, #"{"summary":" "}"#, #"{"repeat":"often"}"#, "[]"] {
        #expect(await edit(wrong)?["error"]?["kind"]?.string == "bad-task", "\(wrong)")
      }
    }
  }

  /// Going from place to place, nothing that was seen moves away from under the eyes.
  @Test func nothingJumpsWhenAPlaceIsOpened() async throws {
    try await visiting { desk, page in
      _ = try desk.service("start", "work", "--task", "first")
      for text in ["One", "Two", "Three"] { _ = try desk.service("task", "add", text) }
      try Self.importDeck("Spanish", of: 12, to: desk)
      try await page.evaluate(
        "globalThis.moved = 0; new PerformanceObserver(list => { for (const one of list.getEntries()) globalThis.moved += one.value; }).observe({ type: 'layout-shift' })"
      )
      for view in ["history", "plan", "learn", "nights", "limits", "move", "more", "profiles", "keys", "help", "now"] {
        try await page.evaluate("globalThis.moved = 0; location.hash = '\(view)'")
        #expect(await page.waits(for: "document.querySelector('main').dataset.view === '\(view)'"))
        try await Task.sleep(for: .milliseconds(900))
        let moved = try await page.evaluate("globalThis.moved")?.number ?? 1
        #expect(moved <= 0.1, "\(view): \(moved)")
      }
    }
  }

  /// The configuration is read again when it is written, with the page's line coming back by itself.
  @Test func aConfigurationThatIsWrittenIsReadAgain() async throws {
    try await visiting { desk, page in
      func role() async -> Bool {
        await desk.get("signals").body?["signals"]?.array?.first { $0["name"]?.string == "card" }?["state"]?.string
          == "in-force"
      }
      #expect(await role() == false)
      let path = desk.home("config.json5")
      try Files.replace(path, with: Array("{ port: \(desk.port), signals: { card: 1 } }".utf8))
      #expect(await eventually { desk.log.contains("config.json5 is not read again") })
      #expect(await state(desk) == "idle")
      try Files.replace(path, with: Array("{ port: \(desk.port), signals: { card: true } }".utf8))
      #expect(await eventually { await role() })
      #expect(await page.waits(for: "document.getElementById('start')"))
      // In a session it waits for the end.
      #expect(try desk.service("start", "work").exitCode == 0)
      try Files.replace(path, with: Array("{ port: \(desk.port) }".utf8))
      try await Task.sleep(for: .seconds(1))
      #expect(await role())
      #expect(await state(desk) == "focusing")
    }
  }
}
