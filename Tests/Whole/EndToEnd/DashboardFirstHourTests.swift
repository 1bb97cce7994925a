import JSONText
import LinuxRuntime
import TestSupport
import Testing

/// What a person meets in their first hour on the page, with eyes or without.
extension DashboardDaysTests {
  @Test func everyChangeOfStateIsHeard() async throws {
    try await visiting { desk, page in
      try await desk.configure(
        #"{"profiles":[{"id":"work","name":"Work","question":{"wait":"1s","closes":"30s"}}]}"#)
      try await page.evaluate(
        """
        globalThis.heard = [];
        new MutationObserver(() => heard.push(document.getElementById('live').textContent)).observe(document.getElementById('live'), { childList: true, characterData: true, subtree: true });
        """)
      let steps: [(act: [String], said: String, title: String)] = [
        (["start", "work"], "Work is on.", "focused"), (["stop"], "End this session?", "End it?"),
        (["keep"], "Work continues.", "focused"), (["break"], "A break", "of break left"),
        (["resume"], "The break is over: Work continues.", "focused"), (["stop"], "End this session?", "End it?"),
        (["confirm"], "The session is over.", ""),
      ]
      for (number, step) in steps.enumerated() {
        // The last one may be given once its wait is over.
        #expect(
          try await eventually { try desk.service.program.run(step.act + ["--home", desk.home.path]).exitCode == 0 })
        let said = JSONValue.string(step.said).text
        #expect(await page.waits(for: "heard[\(number)]?.startsWith(\(said))"), "\(step.act)")
        #expect(await page.waits(for: "document.title.includes('\(step.title)')"), "\(step.act)")
      }
      #expect(try await page.evaluate("heard.length")?.integer == 7)
    }
  }

  /// On every place but Now, the session is one line above it, and a question can be answered there.
  @Test func theSessionIsSeenOnEveryPlace() async throws {
    try await visiting("help") { desk, page in
      #expect(try await page.evaluate("document.getElementById('session').hidden")?.bool == true)
      _ = try desk.service("start", "work", "--minutes", "50")
      #expect(
        await page.waits(for: "/^Work (50|49) min left$/.test(document.getElementById('session').textContent)"))
      #expect(await page.waits(for: "document.title === 'Focusing \u{B7} Help \u{B7} FocusKey'"))
      _ = try desk.service("stop")
      #expect(await page.waits(for: "document.getElementById('strip-keep')"))
      #expect(await page.waits(for: "document.title.startsWith('End it?')"))
      try await page.evaluate("document.getElementById('strip-keep').click()")
      #expect(await page.waits(for: "!document.getElementById('strip-keep')"))
      #expect(await state(desk) == "focusing")
    }
  }

  @Test func theFirstStepsBeginWithWhatIsBlocked() async throws {
    try await visiting("guide") { desk, page in
      #expect(await page.waits(for: "document.querySelectorAll('.step').length === 5"))
      #expect(
        await page.waits(for: "document.querySelector('.step[aria-current] h2').textContent === 'What distracts you?'"))
      try await page.evaluate("document.querySelector('.chooser [value=messaging]').click()")
      try await page.evaluate(Self.fillIn(["Other sites": "not a site"]))
      try await page.evaluate("document.querySelector('.chooser').requestSubmit()")
      #expect(await page.waits(for: "document.querySelector('.chooser .wrong')"))
      try await page.evaluate(Self.fillIn(["Other sites": "https://forum.example/"]))
      try await page.evaluate("document.querySelector('.chooser').requestSubmit()")
      #expect(await page.waits(for: "document.querySelector('.step[data-state=done] h2')"))
      let blocks = await desk.get("profiles").body?["profiles"]?.array?.first?["blocks"]
      #expect(blocks?["sites"]?.array?.first?.string == "forum.example")
      #expect(blocks?["categories"]?.array?.contains { $0.string == "messaging" } == true)
      // A card, registered and then proven by a tap, here of the simulated reader.
      try await page.evaluate("document.getElementById('go-card').click()")
      #expect(await page.waits(for: "document.getElementById('pretend')"))
      _ = try desk.service("tap", "--uid", "04A1B2C3D4E580")
      #expect(await page.waits(for: "document.querySelector('dialog form')"))
      try await page.evaluate(Self.fillIn(["Name": "Desk card"]))
      try await page.evaluate("document.querySelector('dialog form').requestSubmit()")
      #expect(await page.waits(for: "!document.querySelector('dialog')"))
      let key = await desk.get("keys").body?["keys"]?.array?.first
      #expect(key?["id"]?.string == "desk-card" && key?["link"]?.string == "https://focuskey.app/focus/work")
      #expect(await page.waits(for: "document.getElementById('go-card').textContent === 'Verify'"))
      try await page.evaluate("document.getElementById('go-card').click()")
      #expect(await page.waits(for: "document.getElementById('pretend')"))
      try await page.evaluate("document.getElementById('pretend').click()")
      #expect(await page.waits(for: "document.querySelector('dialog').textContent.includes('is verified')"))
      try await page.evaluate("document.querySelector('dialog').close()")
      // It began the first session at once.
      #expect(await page.waits(for: "document.querySelectorAll('.step[data-state=done]').length >= 3"))
      #expect(await desk.get("keys").body?["proven_keys"]?.array?.first?.string == "desk-card")
      for name in ["shield", "promise"] {
        try await page.evaluate("document.getElementById('skip-\(name)')?.click()")
      }
      #expect(await page.waits(for: "document.querySelector('main a.button')"))
    }
  }

  @Test func partsAreTurnedOnAndHaveAPlaceThen() async throws {
    try await visiting("more") { desk, page in
      #expect(await page.waits(for: "document.querySelectorAll('.offer').length === 8"))
      let places = "[...document.querySelectorAll('#nav a')].map(one => one.dataset.place).join()"
      #expect(try await page.evaluate(places)?.string == "now,plan,history,setup")
      for part in ["nights", "learn", "move"] {
        #expect(await page.waits(for: "document.querySelector('.flip[data-part=\(part)]')"))
        try await page.evaluate("document.querySelector('.flip[data-part=\(part)]').click()")
        #expect(await page.waits(for: "document.querySelector('.flip[data-part=\(part)]').ariaChecked === 'true'"))
      }
      #expect(await page.waits(for: "\(places) === 'now,plan,learn,nights,move,history,setup'"))
      #expect(await desk.get("settings").body?["settings"]?["bedtime"]?["from"]?.string == "23:00")
      #expect(await desk.get("decks").body?["decks"]?.array?.first?["cards"]?.integer == 60)
      // What was put away comes back as it was, also after the page is opened again.
      try await page.evaluate("document.querySelector('.flip[data-part=learn]').click()")
      #expect(await page.waits(for: "\(places) === 'now,plan,nights,move,history,setup'"))
      try await page.reload()
      #expect(await page.waits(for: "\(places) === 'now,plan,nights,move,history,setup'"))
      #expect(await desk.get("decks").body?["decks"]?.array?.count == 1)
      #expect(await page.waits(for: "document.querySelector('.flip[data-part=nights]')"))
      try await page.evaluate("document.querySelector('.flip[data-part=nights]').click()")
      #expect(await eventually { await desk.get("settings").body?["settings"]?["bedtime"] == nil })
    }
  }

  @Test func theAnswersAreSearched() async throws {
    try await visiting("help") { _, page in
      let shown = "[...document.querySelectorAll('.qa')].filter(one => !one.hidden)"
      #expect(await page.waits(for: "\(shown).length > 15"))
      try await page.evaluate("document.getElementById('help-search').focus()")
      try await page.type("password helper")
      #expect(await page.waits(for: "\(shown).length > 0 && \(shown).length < 5 && \(shown).every(one => one.open)"))
      try await page.type(" zebra")
      #expect(await page.waits(for: "\(shown).length === 0"))
      #expect(
        await page.waits(
          for: "document.querySelector('[role=status].hint').textContent === 'No answer has these words.'"))
    }
  }

  @Test func schedulesAreNamedSwitchedAndBesideEachOther() async throws {
    try await visiting("schedules") { desk, page in
      try await desk.configure(
        """
        {"profiles":[{"id":"work","name":"Work","schedules":[{"id":"day","days":"weekdays","start":"09:00","end":"17:00"}]},
          {"id":"study","name":"Study","schedules":[{"id":"late","days":"weekdays","start":"16:00","end":"18:00","on":false}]}]}
        """)
      #expect(await page.waits(for: "document.querySelectorAll('.track > .block').length === 10"))
      let covered = """
        [...document.querySelectorAll('.weekday')].reduce((sum, day) => { const boxes = [...day.querySelectorAll('.block')].map(one => one.getBoundingClientRect());
          return sum + boxes.filter((one, index) => boxes.some((other, place) => place > index && one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom)).length; }, 0)
        """
      for (width, height) in [(1440, 900), (390, 844)] {
        try await page.resize(width, height)
        #expect(try await page.evaluate(covered)?.integer == 0, "\(width)")
      }
      try await page.evaluate(
        "[...document.querySelectorAll('main button')].find(one => one.textContent === 'New schedule').click()")
      #expect(await page.waits(for: "document.querySelector('dialog form')"))
      try await page.evaluate("document.querySelector('dialog [data-days=\"every-day\"]').click()")
      try await page.evaluate(Self.fillIn(["Name (optional)": "Late reading", "From": "22:30", "To": "01:00"]))
      #expect(
        await page.waits(
          for:
            "document.querySelector('dialog .summary').textContent === 'Work, every day, 22:30 until 01:00 the next morning.' && document.querySelector('dialog .summary svg')"
        ))
      try await page.evaluate("document.querySelector('dialog form').requestSubmit()")
      #expect(await page.waits(for: "!document.querySelector('dialog')"))
      let made = await desk.get("profiles").body?["profiles"]?.array?.first?["schedules"]?.array?.last
      #expect(made?["id"]?.string == "late-reading" && made?["name"]?.string == "Late reading")
      #expect(made?["days"]?.string == "every-day")
      #expect(try desk.service("schedule", "list").output.contains("work/late-reading  Late reading  every-day"))
      // Switched off in the list, without a form.
      try await page.evaluate("document.querySelector('.flip[aria-label=\"On: Work 22:30\u{2013}01:00\"]').click()")
      #expect(
        await eventually {
          await desk.get("profiles").body?["profiles"]?.array?.first?["schedules"]?.array?.last?["on"]?.bool == false
        })
      // In place of this one, shorter than a quarter of an hour is refused at its field.
      try await page.evaluate(press("Edit Work, 22:30 to 01:00"))
      #expect(await page.waits(for: "document.querySelector('dialog form')"))
      try await page.evaluate(Self.fillIn(["To": "22:40"]))
      try await page.evaluate("document.querySelector('dialog form').requestSubmit()")
      #expect(await page.waits(for: "document.querySelector('dialog [aria-invalid]') === document.activeElement"))
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
          "What has to be done": "Call Ann about the review", "Due": "someday", "Priority": "H", "Project": "review",
          "Tags": "phone urgent", "How far away": "mid", "Focus that it takes (minutes)": "45",
        ]))
      try await page.evaluate("document.querySelector('dialog form').requestSubmit()")
      #expect(await page.waits(for: "document.querySelector('dialog [aria-invalid]')?.value === 'someday'"))
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
          != "off"
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
