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

  @Test func aScheduleThatWouldBeUnderWayOffersToBegin() async throws {
    try await visiting("schedules") { desk, page in
      try await desk.configure(#"{"profiles":[{"id":"work","name":"Work"}]}"#)
      #expect(await page.waits(for: "document.querySelector('.weekday')"))
      try await page.evaluate(
        "[...document.querySelectorAll('main button')].find(one => one.textContent === 'New schedule').click()")
      #expect(await page.waits(for: "document.querySelector('dialog form')"))
      try await page.evaluate("document.querySelector('dialog [data-days=\"every-day\"]').click()")
      let clock = "new Date(Date.now() + %).toTimeString().slice(0, 5)"
      let from = try await page.evaluate(clock.replacing("%", with: "-18e5"))?.string ?? ""
      let end = try await page.evaluate(clock.replacing("%", with: "36e5"))?.string ?? ""
      try await page.evaluate(Self.fillIn(["From": from, "To": end]))
      try await page.evaluate("document.querySelector('dialog form').requestSubmit()")
      #expect(await page.waits(for: "document.getElementById('begin-now')"))
      #expect(await desk.get("status").body?["state"]?.string == "idle")
      try await onEveryScreen(page, "a schedule that would be under way")
      try await page.evaluate("document.getElementById('begin-now').click()")
      #expect(await eventually { await desk.get("status").body?["state"]?.string == "focusing" })
      let left = await desk.get("status").body?["remaining_seconds"]?.integer ?? 0
      #expect((3300...3660).contains(left), "\(left)")
    }
  }
}
