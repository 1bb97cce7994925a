import JSONText
import LinuxRuntime
import TestSupport
import Testing

/// How the dashboard looks and reads: on small and large screens, light and dark, for eyes, keys and screen readers.
extension DashboardTests {
  static let views = [
    "now", "plan", "learn", "nights", "history", "profiles", "keys", "schedules", "promise", "signals", "links",
    "guide", "more", "limits", "move", "help",
  ]

  /// A service in which every view has something to show.
  private func furnished(_ desk: DashboardAPITests.Desk) throws {
    let settings = """
      { profiles: [
          { id: 'work', name: 'Work', blocks: { sites: ['a-rather-long-name-of-a-site-that-nobody-can-shorten.example.org'], categories: ['social', 'news'] },
            schedules: [{ id: 'mornings', days: 'weekdays', start: '09:00', end: '12:00' }, { id: 'nights', days: 'every-day', start: '22:30', end: '06:00' }] },
          { id: 'study', name: 'Study', end: 'key', gate: { break: [{ tap: 'desk' }, { type: 'I have read two chapters and I will be back.' }, { wait: '30s' }] } }],
        keys: [{ id: 'desk', name: 'Desk card', uid: '04A1B2C3D4E580', may: ['start', 'stop'], link: 'https://focuskey.app/focus/work' }],
        promise: 'The draft by December, and not a day later.' }
      """
    let limits =
      "{ allowances: [{ id: 'social', blocks: { categories: ['social'], sites: ['a-rather-long-name-of-a-site-that-nobody-can-shorten.example.org'] }, minutesPerDay: 30, overrides: [{ name: 'ill', perMonth: 2 }] }], bedtime: { from: '23:00', to: '07:00' } }"
    try Files.replace(desk.home("all.json5"), with: Array(settings.utf8))
    for kind in ["key", "profile", "promise"] {
      #expect(try desk.service(kind, "import", desk.home("all.json5")).exitCode == 0)
    }
    try Files.replace(desk.home("limits.json5"), with: Array(limits.utf8))
    #expect(try desk.service("profile", "import", desk.home("limits.json5")).exitCode == 0)
    for task in [
      ["Write the report", "--due", "tomorrow 15:00", "--priority", "H", "--project", "thesis", "--tag", "writing"],
      ["A-rather-long-word-for-a-task-that-nobody-can-shorten-anywhere", "--due", "yesterday"], ["Read"],
    ] {
      #expect(try desk.service.program.run(["task", "add"] + task + ["--home", desk.home.path]).exitCode == 0)
    }
    try Self.importDeck("Spanish", of: 12, to: desk)
  }

  @Test func everyViewFitsEveryScreenAndCanBeRead() async throws {
    try await visiting { desk, page in
      try furnished(desk)
      _ = try desk.service("start", "work", "--minutes", "50", "--task", "thesis")
      for (width, height) in [(320, 640), (1440, 900)] {
        try await page.resize(width, height)
        for scheme in ["light", "dark"] {
          try await page.prefer(["prefers-color-scheme": scheme, "prefers-reduced-motion": "reduce"])
          for view in Self.views {
            try await show(view, on: page)
            try await expectRoomAndContrast(on: page, "\(view) \(width) \(scheme)")
          }
        }
      }
    }
  }

  @Test func everyStateOfASessionFitsAndReadsWell() async throws {
    try await visiting { desk, page in
      try furnished(desk)
      let states: [(name: String, act: [String], sign: String)] = [
        ("idle", ["status"], "document.getElementById('start')"),
        (
          "a session", ["start", "work", "--task", "A rather long task that goes on and on"],
          "document.getElementById('end')"
        ),
        ("a question", ["stop"], "document.querySelector('.question')"),
        ("a break", ["break"], "document.getElementById('resume')"),
        ("a question on the break", ["stop"], "document.querySelector('.question')"),
        ("on again", ["keep"], "document.getElementById('ways-summary')"),
        (
          "an emergency", ["emergency", "--sentence", "I am breaking off this session and I know what I promised."],
          "document.getElementById('take-back')"
        ),
      ]
      for state in states {
        #expect(try desk.service.program.run(state.act + ["--home", desk.home.path]).exitCode == 0, "\(state.name)")
        #expect(await page.waits(for: state.sign), "\(state.name)")
        try await page.evaluate("document.getElementById('ways')?.setAttribute('open', '')")
        try await onEveryScreen(page, state.name)
        check(try await page.accessibilityTree(), state.name)
      }
    }
  }

  @Test func everyWindowFitsAndReadsWell() async throws {
    try await visiting { desk, page in
      try furnished(desk)
      _ = try desk.service("start", "work", "--task", "thesis")
      let windows = [
        ("profiles", "Edit Work"), ("profiles", "Edit Study"), ("profiles", "New profile"),
        ("profiles", "Remove Study"),
        ("profiles", "Import\u{2026}"),
        ("keys", "Register a card"), ("keys", "Write a card"), ("keys", "Edit Desk card"),
        ("keys", "Verify Desk card"),
        ("schedules", "New schedule"), ("schedules", "Edit Work, 09:00 to 12:00"), ("history", "details"),
        ("history", "10 hours of focus: 0 of 10"),
        ("limits", "New limit"), ("limits", "Edit the limit social"), ("limits", "Remove the limit social"),
        ("nights", "Change bedtime"),
      ]
      for (view, name) in windows {
        try await show(view, on: page)
        let named = "one => (one.getAttribute('aria-label') ?? one.textContent).endsWith('\(name)')"
        #expect(await page.waits(for: "[...document.querySelectorAll('main button')].find(\(named))"), "\(name)")
        try await page.evaluate("[...document.querySelectorAll('main button')].find(\(named)).click()")
        #expect(await page.waits(for: "document.querySelector('dialog[open]')"), "\(name)")
        try await onEveryScreen(page, name)
        check(try await page.accessibilityTree(), name, isDialog: true)
        // What is behind a word is looked at as well.
        let folded = "document.querySelectorAll('dialog details').forEach(one => one.open = true)"
        if try await page.evaluate("document.querySelector('dialog details') !== null")?.bool == true {
          try await page.evaluate(folded)
          try await onEveryScreen(page, "\(name), unfolded")
          check(try await page.accessibilityTree(), "\(name), unfolded", isDialog: true)
        }
        try await page.evaluate("document.querySelector('dialog').close()")
        #expect(await page.waits(for: "!document.querySelector('dialog')"))
      }
    }
  }

  @Test func everyViewReadsWellAloud() async throws {
    try await visiting { desk, page in
      try furnished(desk)
      for view in Self.views {
        try await show(view, on: page)
        check(try await page.accessibilityTree(), view)
      }
      _ = try desk.service("recovery-code")
      _ = try desk.service("start", "study")
      _ = try desk.service("stop")
      try await show("now", on: page)
      #expect(await page.waits(for: "document.querySelector('.ring')"))
      check(try await page.accessibilityTree(), "a session")
    }
  }

  @Test func everythingIsReachedByKeys() async throws {
    try await visiting { desk, page in
      // The first key leads past the sections, and the window of a card closes by Escape and gives the focus back.
      try await page.press("Tab", code: 9)
      #expect(try await page.evaluate("document.activeElement.id")?.string == "skip")
      try await page.press("Enter", code: 13, text: "\r")
      #expect(try await page.evaluate("document.activeElement.id")?.string == "main")
      try await page.press("Tab", code: 9)
      if try await page.evaluate("document.activeElement.closest('#blocking') !== null")?.bool == true {
        try await page.press("Tab", code: 9)
      }
      #expect(try await page.evaluate("document.activeElement.id")?.string == "task")
      var seen: Set<String> = []
      for _ in 0..<12 {
        try await page.press("Tab", code: 9)
        seen.insert(try await page.evaluate("document.activeElement.id || document.activeElement.name")?.string ?? "")
        let shown = try await page.evaluate(
          "document.activeElement === document.body || getComputedStyle(document.activeElement).outlineStyle !== 'none' || document.activeElement.closest('.choice')"
        )
        #expect(shown?.isNull == false && shown?.bool != false)
      }
      #expect(seen.isSuperset(of: ["profile", "minutes", "start"]))
      try await page.evaluate("location.hash = 'keys'")
      #expect(await page.waits(for: "document.getElementById('register')"))
      try await page.evaluate("document.getElementById('register').focus()")
      try await page.press("Enter", code: 13, text: "\r")
      #expect(await page.waits(for: "document.querySelector('dialog[open]')"))
      try await page.press("Escape", code: 27)
      #expect(await page.waits(for: "!document.querySelector('dialog')"))
      #expect(try await page.evaluate("document.activeElement.id")?.string == "register")
      _ = desk
    }
  }

  @Test func nothingMovesForWhoeverWantsItStill() async throws {
    try await visiting("keys") { _, page in
      try await page.prefer(["prefers-reduced-motion": "reduce"])
      try await page.evaluate("document.getElementById('register').click()")
      #expect(await page.waits(for: "document.querySelector('.pulse')"))
      #expect(try await page.evaluate("document.getAnimations().length")?.integer == 0)
    }
  }

  /// Everything that a view is made of when it is opened first, as the browser fetched it.
  @Test func thePageIsSmallAndComesFromHere() async throws {
    try await visiting { desk, page in
      for view in Self.views {
        try await page.call("Network.clearBrowserCache")
        try await page.evaluate("location.hash = '\(view)'")
        try await page.reload(ignoresCache: true)
        try await show(view, on: page)
        let sizes =
          try await page.evaluate(
            "performance.getEntries().filter(one => ['resource', 'navigation'].includes(one.entryType) && !one.name.includes('/api/')).map(one => [one.name, one.decodedBodySize, one.encodedBodySize])"
          )?.array ?? []
        #expect(sizes.count > 10, "\(view)")
        let sum = sizes.reduce(0) { $0 + ($1.array?[1].integer ?? 0) }
        #expect((80_000...200_000).contains(sum), "\(view): \(sum)")
        // What is sent is packed, and that is what a page costs.
        let sent = sizes.reduce(0) { $0 + ($1.array?[2].integer ?? 0) }
        #expect((20_000...60_000).contains(sent), "\(view): \(sent)")
        for one in sizes {
          #expect(one.array?.first?.string?.hasPrefix("http://127.0.0.1:\(desk.port)/") == true)
        }
      }
    }
  }

  /// As another program unpacks it, a packed file is the file; who takes none gets none, and nothing is sent twice.
  @Test(arguments: ["/", "/dashboard/now.js", "/dashboard/dashboard.css", "/tokens.css"])
  func packedFilesAreTheFiles(path: String) throws {
    let desk = try DashboardAPITests.Desk()
    let curl = BuiltProgram(at: "/usr/bin/curl")
    let address = "http://127.0.0.1:\(desk.port)\(path)"
    func fetch(_ name: String, _ header: String...) throws -> (code: String, size: Int, octets: [UInt8]) {
      let words = header.flatMap { ["-H", $0] }
      let told = try curl.run(["-s", "-o", desk.home(name), "-w", "%{http_code} %{size_download}"] + words + [address])
      let parts = told.output.split(separator: " ")
      return (String(parts[0]), Int(parts[1]) ?? 0, (try? Files.read(desk.home(name))) ?? [])
    }
    let plain = try fetch("plain")
    #expect(plain.code == "200" && plain.size == plain.octets.count && plain.size > 300)
    #expect(try fetch("refused", "Accept-Encoding: gzip;q=0, br").octets == plain.octets)
    let packed = try fetch("packed.gz", "Accept-Encoding: br, gzip;q=0.5")
    if path != "/tokens.css" {
      #expect(packed.octets.starts(with: [0x1F, 0x8B]) && packed.size < plain.size * 2 / 3)
      #expect(try BuiltProgram(at: "/bin/gzip").run(["-d", desk.home("packed.gz")]).exitCode == 0)
      #expect(try Files.read(desk.home("packed")) == plain.octets)
      let head = try curl.run(["-s", "-I", "-H", "Accept-Encoding: gzip", address]).output
      let tag = try #require(head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("etag: ") }).dropFirst(6)
      #expect(try fetch("none", "Accept-Encoding: gzip", "If-None-Match: \(tag)").code == "304")
      #expect(try fetch("other", "If-None-Match: \(tag)").code == "200")
    }
  }

  private func show(_ view: String, on page: ChromiumPage) async throws {
    try await page.evaluate("location.hash = '\(view)'")
    #expect(
      await page.waits(
        for: "document.querySelector('main').dataset.view === '\(view)' && document.querySelector('main h1')"))
    // Two frames later everything is laid out.
    try await page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
  }

  /// What axe and its like look for first: names, one main part, headings in their order.
  private func check(_ tree: [JSONNode], _ place: String, isDialog: Bool = false) {
    let nodes = tree.filter { $0["ignored"]?.bool != true }
    func role(_ node: JSONNode) -> String { node["role"]?["value"]?.string ?? "" }
    func name(_ node: JSONNode) -> String { node["name"]?["value"]?.string ?? "" }
    let named = [
      "button", "link", "textbox", "combobox", "checkbox", "radio", "spinbutton", "dialog", "img", "image",
      "navigation",
      "Date", "InputTime", "DisclosureTriangle", "slider", "switch",
    ]
    for node in nodes where named.contains(role(node)) {
      #expect(!name(node).allSatisfy { $0 == " " }, "\(place): a \(role(node)) without a name")
    }
    if !isDialog { #expect(nodes.filter { role($0) == "main" }.count == 1, "\(place): main parts") }
    var last = isDialog ? 1 : 0
    for node in nodes where role(node) == "heading" {
      let level = node["properties"]?.array?.first { $0["name"]?.string == "level" }?["value"]?["value"]?.integer ?? 0
      #expect(level <= last + 1, "\(place): heading \(name(node)) of level \(level) after \(last)")
      last = Int(level)
    }
    #expect(last > 0, "\(place): no heading")
  }
}
