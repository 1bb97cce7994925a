import JSONText
import LinuxRuntime
import RealParts
import TestSupport
import Testing

/// The dashboard in a real browser against the real service: everything that a person does there, and what strangers
/// try.
///
/// One browser for all; each test has a context and a service of its own.
@Suite(.longRealParts, .serialized) struct DashboardTests: DashboardVisits {
  static let browser = Result { try Chromium() }

  // MARK: Flows

  @Test func aSessionFromItsStartToItsEnd() async throws {
    try await visiting { desk, page in
      try await page.evaluate("document.getElementById('task').value = 'thesis'")
      try await page.evaluate("document.getElementById('task').dispatchEvent(new Event('input'))")
      try await page.evaluate("document.querySelector('[name=profile][value=study]').click()")
      // What it asks is said before it begins.
      #expect(
        await page.waits(for: "document.getElementById('agreed').textContent.includes('5 min earned for every 25 min')")
      )
      try await page.evaluate("document.querySelector('[name=minutes][value=\"\"]').click()")
      #expect(try await page.evaluate("document.getElementById('start').textContent")?.string == "Start Study")
      try await page.evaluate("document.getElementById('start').click()")
      #expect(await page.waits(for: "document.querySelector('h1').textContent === 'Study'"))
      #expect(await state(desk) == "focusing")
      #expect(await page.waits(for: "document.querySelector('.ring').getAttribute('aria-label').includes('focused')"))
      #expect(try await page.evaluate("document.querySelector('main').textContent.includes('thesis')")?.bool == true)
      // A break has to be earned here, and the button says so by being off.
      #expect(try await page.evaluate("document.getElementById('break').disabled")?.bool == true)

      try await page.evaluate("document.getElementById('end').click()")
      #expect(await page.waits(for: "document.querySelector('.question')"))
      // The wait fills the answer live, and is said to those who do not see it.
      let part = "Number(document.getElementById('confirm').style.getPropertyValue('--part'))"
      #expect(
        await page.waits(
          for:
            "document.getElementById('confirm').disabled && /End: possible in \\d s/.test(document.getElementById('confirm').ariaLabel)"
        ))
      #expect(await page.waits(for: "\(part) > 0.2 && \(part) < 0.8 && document.getElementById('confirm').disabled"))
      #expect(await page.waits(for: "!document.getElementById('confirm').disabled"))
      #expect(try await page.evaluate("document.getElementById('confirm').ariaLabel === null")?.bool == true)
      try await page.evaluate("document.getElementById('confirm').click()")
      // The end is a moment of its own, and then the desk is clear.
      #expect(await page.waits(for: "document.querySelector('main').dataset.state === 'ended'"))
      #expect(
        await page.waits(for: "/^\\d+seconds? of focus$/.test(document.querySelector('.ring p').textContent)"))
      try await page.evaluate("document.getElementById('done').click()")
      #expect(await page.waits(for: "document.getElementById('start')"))
      #expect(await state(desk) == "idle")
    }
  }

  @Test func aQuestionIsAnsweredWithGoingOn() async throws {
    try await visiting { desk, page in
      _ = try desk.service("start", "work", "--minutes", "50")
      // What happens elsewhere shows here.
      #expect(await page.waits(for: "document.querySelector('h1').textContent === 'Work'"))
      #expect(await page.waits(for: "/^(49|50):\\d\\d$/.test(document.querySelector('.time').textContent)"))
      try await page.evaluate("document.getElementById('extend').click()")
      #expect(await page.waits(for: "/^1:0[45]:\\d\\d$/.test(document.querySelector('.time').textContent)"))
      try await page.evaluate("document.getElementById('end').click()")
      #expect(await page.waits(for: "document.getElementById('keep')"))
      try await page.evaluate("document.getElementById('keep').click()")
      #expect(await page.waits(for: "!document.querySelector('.question')"))
      #expect(await state(desk) == "focusing")
    }
  }

  @Test func aBreakAndBackAgain() async throws {
    try await visiting("profiles") { desk, page in
      // A profile of one's own, made in the form.
      try await page.evaluate(
        "[...document.querySelectorAll('main button')].find(one => one.textContent === 'New profile').click()")
      #expect(await page.waits(for: "document.querySelector('dialog[open] form')"))
      try await page.evaluate(
        Self.fillIn([
          "Name": "Deep Work", "Sites": "example.org\n!www.example.org", "Length of a break (minutes)": "7",
          "At most one every (minutes)": "",
        ]))
      try await page.evaluate("document.querySelector('dialog form').requestSubmit()")
      #expect(
        await page.waits(for: "[...document.querySelectorAll('.card h2')].some(one => one.textContent === 'Deep Work')")
      )
      let made = await desk.get("profiles").body?["profiles"]?.array?.last
      #expect(made?["id"]?.string == "deep-work")
      #expect(made?["blocks"]?["sites"]?.array?.compactMap { $0.string } == ["example.org", "!www.example.org"])
      #expect(made?["breaks"]?["minutes"]?.integer == 7)

      _ = try desk.service("start", "deep-work")
      try await page.evaluate("location.hash = 'now'")
      #expect(await page.waits(for: "document.getElementById('break') && !document.getElementById('break').disabled"))
      try await page.evaluate("document.getElementById('break').click()")
      #expect(await page.waits(for: "document.getElementById('resume')"))
      #expect(await state(desk) == "break")
      #expect(await page.waits(for: "/^0[67]:\\d\\d$/.test(document.querySelector('.time').textContent)"))
      try await page.evaluate("document.getElementById('resume').click()")
      #expect(await page.waits(for: "document.getElementById('break')"))
      #expect(await state(desk) == "focusing")
    }
  }

  @Test func whatIsInUseIsLocked() async throws {
    try await visiting("profiles") { desk, page in
      _ = try desk.service("start", "work")
      #expect(
        await page.waits(
          for:
            "[...document.querySelectorAll('.card')].find(one => one.textContent.includes('Work')).querySelector('.badge')"
        ))
      let edit = "document.querySelector('[aria-label=\"Edit Work\"]').click()"
      try await page.evaluate(edit)
      #expect(
        await page.waits(for: "document.querySelector('dialog .notice').textContent.includes('only be made stricter')"))
      // Looser is refused, and the window stays with what was typed.
      try await page.evaluate(
        "[...document.querySelectorAll('dialog [type=checkbox]')].find(one => one.value === 'games').click()")
      try await page.evaluate("document.querySelector('dialog form').requestSubmit()")
      #expect(await page.waits(for: "document.querySelector('.toast.no').textContent.includes('in use')"))
      #expect(try await page.evaluate("document.querySelectorAll('dialog[open]').length")?.integer == 1)
      // Stricter is not.
      try await page.evaluate(
        "[...document.querySelectorAll('dialog [type=checkbox]')].find(one => one.value === 'games').click()")
      try await page.evaluate(
        "[...document.querySelectorAll('dialog [type=checkbox]')].find(one => one.value === 'music').click()")
      try await page.evaluate("document.querySelector('dialog form').requestSubmit()")
      #expect(await page.waits(for: "!document.querySelector('dialog')"))
      let categories = await desk.get("profiles").body?["profiles"]?.array?.first?["blocks"]?["categories"]?.array
      #expect(categories?.contains { $0.string == "music" } == true)
    }
  }

  @Test func schedulesAreDraggedAndEdited() async throws {
    try await visiting("schedules") { desk, page in
      try await page.evaluate(
        "[...document.querySelectorAll('main button')].find(one => one.textContent === 'New schedule').click()")
      #expect(await page.waits(for: "document.querySelector('dialog form')"))
      try await page.evaluate(Self.fillIn(["From": "09:00", "To": "08:50"]))
      // Across midnight is fine, shorter than a quarter of an hour is not.
      try await page.evaluate(Self.fillIn(["To": "09:10"]))
      try await page.evaluate("document.querySelector('dialog form').requestSubmit()")
      #expect(await page.waits(for: "document.querySelector('dialog [aria-invalid]')?.type === 'time'"))
      try await page.evaluate(Self.fillIn(["To": "12:00"]))
      try await page.evaluate("document.querySelector('dialog form').requestSubmit()")
      #expect(await page.waits(for: "!document.querySelector('dialog')"))
      #expect(await page.waits(for: "document.querySelectorAll('.block.moves').length === 5"))
      let box = try #require(
        try await page.evaluate(
          "(() => { const box = document.querySelector('.block.moves').getBoundingClientRect(); const track = document.querySelector('.track').clientHeight; return [box.x + 5, box.y + 20, track]; })()"
        )?.array)
      let (x, y, track) = (box[0].number ?? 0, box[1].number ?? 0, box[2].number ?? 0)
      for (kind, down) in [("mousePressed", y), ("mouseMoved", y + track / 24), ("mouseReleased", y + track / 24)] {
        try await page.call(
          "Input.dispatchMouseEvent",
          ["type": .string(kind), "x": .number(x), "y": .number(down), "button": "left", "buttons": 1, "clickCount": 1])
      }
      #expect(
        await eventually {
          let work = await desk.get("profiles").body?["profiles"]?.array?.first
          return work?["schedules"]?.array?.first?["start"]?.string == "10:00"
        })
      let end = await desk.get("profiles").body?["profiles"]?.array?.first?["schedules"]?.array?.first?["end"]?.string
      #expect(end == "13:00")
    }
  }

  @Test func thePromiseIsCountedAndKept() async throws {
    try await visiting("promise") { desk, page in
      try await page.evaluate(
        Self.fillIn(["I promise myself": String(repeating: "\u{1F469}\u{200D}\u{1F4BB}", count: 901)]))
      #expect(await page.waits(for: "document.getElementById('left').textContent === '1 character too many'"))
      #expect(try await page.evaluate("document.querySelector('form .primary').disabled")?.bool == true)
      try await page.evaluate(Self.fillIn(["I promise myself": "The draft by December."]))
      #expect(await page.waits(for: "document.querySelector('blockquote').textContent === 'The draft by December.'"))
      try await page.evaluate("document.querySelector('main form').requestSubmit()")
      #expect(await eventually { await desk.get("promise").body?["promise"]?.string == "The draft by December." })
    }
  }

  @Test func theBenchSaysWhoOpensALink() async throws {
    try await visiting("links") { _, page in
      #expect(await page.waits(for: "document.querySelector('textarea').value.includes('applinks')"))
      try await page.evaluate("document.querySelector('main form').requestSubmit()")
      #expect(await page.waits(for: "document.querySelector('.verdict.match')"))
      try await page.evaluate(Self.fillIn(["Link": "https://focuskey.app/nowhere"]))
      try await page.evaluate("document.querySelector('main form').requestSubmit()")
      #expect(await page.waits(for: "document.querySelector('.verdict:not(.match)')"))
      try await page.evaluate(Self.fillIn(["Association file": "{"]))
      try await page.evaluate("document.querySelector('main form').requestSubmit()")
      #expect(await page.waits(for: "document.querySelector('[data-level=error]')"))
    }
  }

  @Test func historyTellsEachSession() async throws {
    try await visiting("history") { desk, page in
      _ = try desk.service("start", "work", "--task", "first")
      #expect(await page.waits(for: "document.querySelector('.rows button')?.textContent.includes('first')"))
      for span in ["Day", "Week", "Month", "Year"] {
        try await page.evaluate(
          "[...document.querySelectorAll('.segments button')].find(one => one.textContent === '\(span)').click()")
        #expect(await page.waits(for: "document.querySelector('.chart [role=group], .chart [role=img]')"), "\(span)")
      }
      try await page.evaluate("document.querySelector('.rows button').click()")
      #expect(
        await page.waits(
          for: "document.querySelector('dialog .story li').textContent.includes('by you, at this computer')"))
      let csv = try await page.evaluate("fetch(document.querySelector('a[download]').href).then(one => one.text())")?
        .string
      #expect(csv?.contains("first") == true)
    }
  }

}
