import JSONText
import LinuxRuntime
import RealParts
import TestSupport
import Testing

/// What the dashboard is over several tabs and restarts, and what it refuses.
extension DashboardTests {
  @Test func severalTabsAgreeAndAllComeBackWithTheService() async throws {
    try await visiting { desk, page in
      var desk = desk
      let other = try await Self.browser.get().tab(beside: page)
      try await other.open("http://127.0.0.1:\(desk.port)/#now")
      #expect(await other.waits(for: "document.getElementById('start')"))
      try await page.evaluate("document.getElementById('start').click()")
      for tab in [page, other] { #expect(await tab.waits(for: "document.querySelector('.ring')")) }
      desk.service.kill()
      #expect(await page.waits(for: "document.querySelector('#notices .bad')"))
      desk.service = try RunningService(home: desk.home.path)
      for tab in [page, other] {
        #expect(
          await tab.waits(
            for:
              "!document.querySelector('#notices .bad') && document.getElementById('toasts').textContent.includes('The service restarted')"
          ))
      }
      try await page.evaluate("document.getElementById('end').click()")
      #expect(await other.waits(for: "document.querySelector('.question')"))
      #expect(other.complaints() == [])
      await other.close()
    }
  }

  // MARK: Strangers

  @Test func whoWasNotLetInMayOnlyLook() async throws {
    try await visiting(letIn: false) { desk, page in
      #expect(await page.waits(for: "document.getElementById('notices').textContent.includes('focuskey open')"))
      try await page.evaluate("document.getElementById('start').click()")
      #expect(await page.waits(for: "document.querySelector('.toast.no')"))
      #expect(await state(desk) == "idle")
    }
  }

  /// A page of another site, in the same browser as the dashboard, with its cookie in the jar.
  @Test func anotherSitesPageGetsNothing() async throws {
    try await visiting { desk, page in
      let elsewhere = try PlainSite()
      let stranger = try await Self.browser.get().tab(beside: page)
      // Another port is another origin, and yet the same site, which gets the cookie: the worst that there is.
      for host in ["127.0.0.1", "localhost"] {
        try await stranger.open("http://\(host):\(elsewhere.port)/")
        let target = "http://127.0.0.1:\(desk.port)/api/v1"
        let command = #"{"command":"start","profile":"work"}"#
        for options in [
          "{method: 'POST', mode: 'no-cors', credentials: 'include', body: '\(command)'}",
          "{method: 'POST', credentials: 'include', headers: {'Content-Type': 'application/json'}, body: '\(command)'}",
          "{credentials: 'include'}",
        ] {
          let path = options.contains("POST") ? "commands" : "status"
          let got = try await stranger.evaluate(
            "fetch('\(target)/\(path)', \(options)).then(one => one.text(), () => '')")
          #expect(got?.string == "", "\(options)")
        }
        let stream = try await stranger.evaluate(
          "new Promise(done => { const one = new EventSource('\(target)/events', {withCredentials: true}); one.onmessage = one.onopen = () => done('open'); one.onerror = () => { one.close(); done('refused'); }; })"
        )
        #expect(stream?.string == "refused")
        let framed = try await stranger.evaluate(
          "new Promise(done => { const one = document.createElement('iframe'); one.src = 'http://127.0.0.1:\(desk.port)/'; one.onload = () => { try { done(one.contentDocument ? 'read' : 'closed'); } catch { done('closed'); } }; document.body.append(one); })"
        )
        #expect(framed?.string == "closed")
        // A form that is sent by itself.
        try await stranger.evaluate(
          "(() => { const one = document.createElement('form'); one.method = 'post'; one.enctype = 'text/plain'; one.action = '\(target)/commands'; const field = document.createElement('input'); field.name = '{\"command\":\"start\",\"a\":\"'; field.value = '\"}'; one.append(field); document.body.append(one); one.submit(); })()"
        )
        #expect(await stranger.waits(for: "location.pathname === '/api/v1/commands'"))
        #expect(await state(desk) == "idle")
      }
      await stranger.close()
    }
  }

  /// A name of a stranger's that leads to this computer (DNS rebinding).
  @Test func anotherNameForThisComputerIsRefused() async throws {
    try await visiting { desk, page in
      let stranger = try await Self.browser.get().tab(beside: page)
      try await stranger.open("http://rebound.example:\(desk.port)/")
      #expect(await stranger.waits(for: "document.body.textContent.includes('only to 127.0.0.1 and localhost')"))
      let got = try await stranger.evaluate("fetch('/api/v1/status').then(one => one.status)")
      #expect(got?.integer == 421)
      await stranger.close()
    }
  }

  /// A link into the dashboard that somebody got hold of, without the token that goes with it.
  @Test func aStolenLinkIsWorthNothing() async throws {
    try await visiting { desk, page in
      let link = "http://127.0.0.1:\(desk.port)\(try desk.target())"
      let owner = try await Self.browser.get().tab(beside: page)
      try await owner.open(link)
      await owner.close()
      let thief = try await Self.browser.get().page()
      try await thief.open(link)
      #expect(await thief.waits(for: "document.body.textContent.includes('was already used')"))
      try await thief.open("http://127.0.0.1:\(desk.port)/#now")
      #expect(await thief.waits(for: "document.getElementById('start')"))
      try await thief.evaluate("document.getElementById('start').click()")
      #expect(await thief.waits(for: "document.querySelector('.toast.no')"))
      #expect(await state(desk) == "idle")
      await thief.close()
    }
  }

  /// Markup in everything that a person or a card can write, and nothing of it is taken for markup anywhere.
  @Test func scriptInEveryTextIsText() async throws {
    try await visiting { desk, page in
      let script = "<img src=x onerror=window.taken=1><script>window.taken=1</script>"
      let settings = """
        { profiles: [{ id: 'work', name: '\(script)', blocks: { sites: ['example.org'], apps: ['\(script)'] }, schedules: [{ id: 'x', days: 'weekdays', start: '09:00', end: '10:00' }] }],
          keys: [{ id: 'k', name: '\(script)', uid: '04A1B2C3D4E580', may: ['start', 'stop'], link: 'https://focuskey.app/focus/work' }] }
        """
      try Files.replace(desk.home("hostile.json5"), with: Array(settings.utf8))
      #expect(try desk.service("profile", "import", desk.home("hostile.json5")).exitCode == 0)
      #expect(try desk.service("key", "import", desk.home("hostile.json5")).exitCode == 0)
      #expect(try desk.service("promise", "edit", script).exitCode == 0)
      #expect(try desk.service("start", "work", "--task", script).exitCode == 0)
      // A card's own text: a link that carries the script as its task.
      _ = try desk.service(
        "tap", "--link", "https://focuskey.app/start?profile=work&task=%3Cscript%3Ewindow.taken%3D1%3C%2Fscript%3E")
      for view in Self.views {
        try await page.evaluate("location.hash = '\(view)'")
        #expect(await page.waits(for: "document.querySelector('main h1')"))
        #expect(await page.waits(for: "document.title.length > 0"))
        #expect(
          try await page.evaluate(
            "window.taken === undefined && !document.querySelector('main img:not([src^=\"/api/v1/eye?\"]), main script')"
          )?
          .bool == true, "\(view)")
      }
      try await page.evaluate("location.hash = 'history'")
      #expect(await page.waits(for: "document.querySelector('.rows button')"))
      try await page.evaluate("document.querySelector('.rows button').click()")
      #expect(await page.waits(for: "document.querySelector('dialog').textContent.includes('<script>')"))
      #expect(
        try await page.evaluate("window.taken === undefined && !document.querySelector('dialog img')")?.bool == true)
    }
  }
}

extension DashboardVisits {
  /// Sets fields by their labels, as a person finds them.
  static func fillIn(_ values: KeyValuePairs<String, String>) -> String {
    let pairs = values.map { "[\(JSONValue.string($0.key).text), \(JSONValue.string($0.value).text)]" }
    return """
      for (const [name, value] of [\(pairs.joined(separator: ", "))]) {
        const place = document.querySelector('dialog[open]') ?? document.querySelector('main');
        const label = [...place.querySelectorAll('label')].find(one => one.textContent === name);
        const control = document.getElementById(label.htmlFor);
        control.value = value;
        control.dispatchEvent(new Event('input', { bubbles: true }));
        control.dispatchEvent(new Event('change', { bubbles: true }));
      }
      """
  }
}
