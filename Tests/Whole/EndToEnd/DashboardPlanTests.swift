import JSONText
import LinuxRuntime
import TestSupport
import Testing

/// Plan: tasks are added, moved, done and begun on the page, and are the same files that `focuskey task` reads.
extension DashboardDaysTests {
  private func tasks(_ desk: DashboardAPITests.Desk) async -> [JSONNode] {
    await desk.get("plan").body?["tasks"]?.array ?? []
  }

  private func due(_ desk: DashboardAPITests.Desk, _ summary: String) async -> String? {
    await tasks(desk).first { $0["summary"]?.string == summary }?["due"]?.string
  }

  private static func day(_ page: ChromiumPage, _ ahead: Int) async throws -> String {
    try await page.evaluate(
      "(() => { const one = new Date(); one.setDate(one.getDate() + \(ahead)); return new Intl.DateTimeFormat('sv').format(one); })()"
    )?.string ?? ""
  }

  @Test func aTaskIsAddedAsItIsSaidAndBegun() async throws {
    try await visiting("plan") { desk, page in
      // An empty plan invites, and its examples can be taken.
      #expect(await page.waits(for: "document.querySelector('main').dataset.state === 'empty'"))
      #expect(await page.waits(for: "document.querySelectorAll('.example button').length === 3"))
      try await page.evaluate("document.getElementById('add-task').focus()")
      try await page.type("Write the report tomorrow 15:00 +thesis @writing")
      // What it will be is said before it is.
      #expect(
        await page.waits(
          for:
            "document.getElementById('add-reading').textContent === 'Write the report \u{B7} due Tomorrow 15:00 \u{B7} +thesis \u{B7} @writing'"
        ))
      try await page.press("Enter", code: 13, text: "\r")
      #expect(await page.waits(for: "document.querySelector('.tasks [data-next] strong')"))
      let task = try #require(await tasks(desk).first)
      #expect(task["summary"]?.string == "Write the report" && task["project"]?.string == "thesis")
      #expect(task["due"]?.string?.hasPrefix("\(try await Self.day(page, 1))T15:00") == true)
      #expect(try await page.evaluate("document.activeElement.id")?.string == "add-task")
      #expect(try await page.evaluate("document.getElementById('add-task').value")?.string == "")
      // The same file, for the command.
      #expect(try desk.service("task", "next").output.contains("Write the report"))
      // Why it comes first.
      try await page.evaluate("document.querySelector('.what').click()")
      #expect(await page.waits(for: "document.querySelectorAll('.terms li').length === 3"))
      try await page.evaluate(
        "[...document.querySelectorAll('.tasks button')].find(one => one.textContent === 'Start on this').click()")
      #expect(await page.waits(for: "document.querySelector('main').dataset.state === 'focusing'"))
      #expect(await desk.get("status").body?["task"]?.string == "Write the report")
      // The question offers that it is done, once it can be answered.
      #expect(try desk.service("stop").exitCode == 0)
      #expect(await page.waits(for: "document.getElementById('confirm-done')?.hidden === true"))
      #expect(await page.waits(for: "document.getElementById('confirm-done').hidden === false"))
      try await page.evaluate("document.getElementById('confirm-done').click()")
      #expect(await page.waits(for: "document.querySelector('main').dataset.state === 'ended'"))
      #expect(await eventually { await tasks(desk).isEmpty })
    }
  }

  /// A slow answer that comes when another page is shown changes nothing there.
  @Test(arguments: ["plan", "learn"]) func aPageThatWasLeftDrawsNothing(view: String) async throws {
    try await visiting { _, page in
      try await page.evaluate(
        "window.fetch = ((first) => async (...words) => { const answer = await first(...words); await new Promise((done) => setTimeout(done, 400)); return answer; })(window.fetch)"
      )
      try await page.evaluate("location.hash = '\(view)'")
      #expect(await page.waits(for: "document.querySelector('main').dataset.view === '\(view)'"))
      try await page.evaluate("location.hash = 'now'")
      #expect(await page.waits(for: "document.querySelector('main').dataset.state === 'idle'"))
      try await Task.sleep(for: .milliseconds(1200))
      #expect(try await page.evaluate("document.querySelector('main').dataset.state")?.string == "idle")
    }
  }

  @Test func aTaskIsMovedByKeysAndByDragging() async throws {
    try await visiting("plan") { desk, page in
      for words in ["Read", "Write"] { #expect(try desk.service("task", "add", words, "--due", "today").exitCode == 0) }
      // Another program wrote the files: the page shows them by itself.
      #expect(await page.waits(for: "document.querySelectorAll('.tasks > li').length === 2"))
      let next = "[...document.querySelectorAll('.what')].find(one => one.textContent.includes('Read'))"
      try await page.evaluate("\(next).focus()")
      try await page.press("+", code: 187, text: "+")
      let (tomorrow, third) = (try await Self.day(page, 1), try await Self.day(page, 3))
      #expect(await eventually { await due(desk, "Read") == tomorrow })
      // The focus stays at the task, wherever the order put it.
      #expect(await page.waits(for: "document.activeElement.textContent.includes('Read')"))
      try await page.press("-", code: 189, text: "-")
      #expect(await eventually { await due(desk, "Read") != tomorrow })
      let uid = try #require(await tasks(desk).first { $0["summary"]?.string == "Write" }?["uid"]?.string)
      #expect(await page.waits(for: "document.querySelector('.day7[data-day=\"\(third)\"]')"))
      try await page.evaluate(
        """
        (() => {
          const row = document.querySelector('.tasks [data-uid="\(uid)"]');
          const day = document.querySelector('.day7[data-day="\(third)"]');
          const dataTransfer = new DataTransfer();
          const give = (to, kind) => to.dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }));
          give(row, 'dragstart');
          if (give(day, 'dragover')) throw new Error('the day does not take it');
          give(day, 'drop');
          give(row, 'dragend');
        })()
        """)
      #expect(await eventually { await due(desk, "Write") == third })
      #expect(
        await page.waits(for: "document.querySelector('.day7[data-day=\"\(third)\"]').textContent.includes('Write')"))
      // Done by its key, it is below, struck out.
      try await page.evaluate("\(next).focus()")
      try await page.press("d", code: 68, text: "d")
      #expect(await page.waits(for: "document.querySelector('.struck')?.textContent === 'Read'"))
      #expect(await tasks(desk).count == 1)
      #expect(await page.waits(for: "document.activeElement.classList.contains('what')"))
    }
  }

  @Test func theFeedsAddressIsShownWhenAskedFor() async throws {
    try await visiting("plan") { desk, page in
      #expect(!Files.exists(desk.home("calendar.token")))
      let show = "[...document.querySelectorAll('main button')].find(one => one.textContent === 'Show the address')"
      #expect(await page.waits(for: show))
      try await page.evaluate("\(show).click()")
      #expect(await page.waits(for: "document.querySelector('main code')"))
      let address = try await page.evaluate("document.querySelector('main code').textContent")?.string ?? ""
      let prefix = "http://127.0.0.1:\(desk.port)"
      #expect(address.hasPrefix("\(prefix)/calendar.ics?token="))
      #expect(try desk.service("task", "calendar").output.contains(address.dropFirst(prefix.count)))
      let feed = await Browser.get(String(address.dropFirst(prefix.count)), port: desk.port)
      #expect(feed.contains("BEGIN:VCALENDAR"))
    }
  }

  @Test func whatIsWrongWithATaskIsSaid() async throws {
    let desk = try DashboardAPITests.Desk()
    let cookie = try await desk.cookie()
    for (body, kind, status) in [
      (#"{"command":"task-add","text":"  +thesis "}"#, "no-words", "400"),
      (#"{"command":"task-add"}"#, "not-a-request", "400"),
      (#"{"command":"task-add","text":"\#(String(repeating: "a", count: 1001))"}"#, "too-long", "400"),
      (#"{"command":"task-done","task":"nothing"}"#, "unknown-task", "404"),
      (#"{"command":"task-due","task":"nothing","due":"fri"}"#, "unknown-task", "404"),
      (#"{"command":"task-remove","task":""}"#, "unknown-task", "404"),
    ] {
      let answer = await desk.command(body, cookie: cookie)
      #expect(answer.status == status && answer.body?["error"]?["kind"]?.string == kind, "\(body)")
    }
    #expect(await desk.command(#"{"command":"task-add","text":"Read"}"#, cookie: nil).status == "403")
    #expect(await desk.command(#"{"command":"task-add","text":"Read fri"}"#, cookie: cookie).status == "200")
    let wrong = await desk.command(#"{"command":"task-due","task":"read","due":"soon"}"#, cookie: cookie)
    #expect(wrong.body?["error"]?["kind"]?.string == "bad-time")
    #expect(await due(desk, "Read") != nil)
    #expect(await desk.command(#"{"command":"task-due","task":"read"}"#, cookie: cookie).status == "200")
    #expect(await due(desk, "Read") == nil)
    #expect(await desk.command(#"{"command":"task-remove","task":"read"}"#, cookie: cookie).status == "200")
    #expect(await tasks(desk).isEmpty)
  }
}
