import JSONText
import LinuxRuntime
import RealParts
import TestSupport
import Testing

/// The dashboard in other languages: no English is left on any view, and everything has room.
@Suite(.longRealParts, .serialized) struct DashboardLanguageTests: DashboardVisits {
  static let browser = Result { try Chromium() }

  /// Every text, label and title in which letters are outside of the brackets of the padded language. What the person
  /// named is in Greek letters; what is typed in a terminal, and days and months, which the browser knows, are spared.
  private static let unspoken = """
    (() => {
      const names = ['long', 'short'].flatMap(style => [...Array(12).keys()].map(month =>
        new Intl.DateTimeFormat('en', { month: style }).format(new Date(2026, month, 5)))
        .concat([...Array(7).keys()].map(day => new Intl.DateTimeFormat('en', { weekday: style }).format(new Date(2026, 0, 5 + day)))));
      const left = (text) => {
        // Brackets may be in brackets: the innermost go first.
        for (let before = ''; before !== text;) { before = text; text = text.replace(/\\u27e6[^\\u27e6\\u27e7]*\\u27e7/g, ''); }
        for (const name of ['FocusKey', 'Simulated reader', 'simulated', ...names]) text = text.replaceAll(name, '');
        return text;
      };
      const found = [];
      const look = (text, where) => { if (/\\p{Script=Latin}/u.test(left(text ?? ''))) found.push(`${where}: ${text.trim().slice(0, 120)}`); };
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const element = walker.currentNode.parentElement;
        if (!element.closest('code, textarea, blockquote, .badge.said, .applist .said, .suggested .said')) look(walker.currentNode.textContent, element.tagName);
      }
      for (const element of document.body.querySelectorAll('*')) {
        for (const name of ['aria-label', 'title', 'placeholder', 'alt']) look(element.getAttribute(name), `${element.tagName} ${name}`);
      }
      look(document.title, 'title');
      return found;
    })()
    """

  /// Texts that do not fit their box, or lie beyond the window without anything that scrolls there.
  private static let cut = """
    (() => {
      const found = document.documentElement.scrollWidth > innerWidth ? ['the page scrolls sideways'] : [];
      const scrolls = (one) => { for (; one; one = one.parentElement) if (['auto', 'scroll'].includes(getComputedStyle(one).overflowX) && one.scrollWidth > one.clientWidth) return true; return false; };
      for (const one of document.body.querySelectorAll('*')) {
        if (!one.checkVisibility() || one.closest('.sr, .skip, svg, code, select, textarea, [aria-hidden=true]') || scrolls(one)) continue;
        if (![...one.childNodes].some(node => node.nodeType === 3 && node.textContent.trim())) continue;
        const box = one.getBoundingClientRect();
        const isInline = getComputedStyle(one).display === 'inline';
        if (!isInline && (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 3 && getComputedStyle(one).overflowY === 'hidden')) found.push(`cut: ${one.tagName}.${one.className} ${one.textContent.slice(0, 60)}`);
        else if (box.width && (box.right > innerWidth + 1 || box.left < -1)) found.push(`beyond: ${one.tagName}.${one.className} ${one.textContent.slice(0, 60)}`);
      }
      return found;
    })()
    """

  /// Words that lie over others, but for what stays in its place while the page scrolls below it.
  private static let overlaps = """
    (() => {
      const layer = (one) => { for (; one; one = one.parentElement) if (['fixed', 'sticky'].includes(getComputedStyle(one).position)) return one; return null; };
      const words = [];
      const walker = document.createTreeWalker(document.querySelector('dialog[open]') ?? document.body, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const [node, one] = [walker.currentNode, walker.currentNode.parentElement];
        if (!node.textContent.trim() || !one.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
        if (one.closest('.sr, .skip, svg, select, textarea, [aria-hidden=true]')) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        for (const box of range.getClientRects()) if (box.width > 1) words.push({ node, box, layer: layer(one) });
      }
      const found = [];
      words.forEach((one, index) => words.slice(index + 1).forEach((other) => {
        if (one.layer !== other.layer || one.node === other.node) return;
        const width = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const height = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        // The boxes of letters are a little higher than their lines.
        if (width > 1.5 && height > 0.4 * Math.min(one.box.height, other.box.height)) found.push(`over each other: ${one.node.textContent.trim().slice(0, 40)} / ${other.node.textContent.trim().slice(0, 40)}`);
      }));
      return found.slice(0, 6);
    })()
    """

  private func desk(_ language: String) throws -> DashboardAPITests.Desk {
    try DashboardAPITests.Desk(language: language)
  }

  /// What is the person's own is written in Greek letters.
  private func furnish(_ desk: DashboardAPITests.Desk) async throws {
    try await desk.configure(
      """
      {"profiles": [
         {"id": "1", "name": "Δουλειά", "blocks": {"sites": ["πύλη.ελ"], "categories": ["social"]}, "breaks": {"minutes": 5, "perSession": 3, "every": "1h", "budget": {"day": 30}},
          "visits": {"perSession": 3, "minutes": 5, "minutesPerDay": 15}, "gate": {"break": [{"wait": "30s"}, {"tap": "1"}, {"type": "Φτάνει."}]},
          "schedules": [{"id": "1", "days": "weekdays", "start": "09:00", "end": "12:00"}, {"id": "2", "days": ["mon", "thu"], "start": "22:30", "end": "06:00"}]},
         {"id": "2", "name": "Ύπνος", "end": "key", "blocks": {"mode": "allow", "sites": ["πύλη.ελ"]}}],
       "keys": [{"id": "1", "name": "Κλειδί", "uid": "04010203040506", "may": ["start", "stop"], "link": "https://focuskey.app/focus/1"}],
       "allowances": [{"id": "1", "blocks": {"categories": ["social"]}, "minutesPerDay": 30, "overrides": [{"name": "1", "perMonth": 2}]}],
       "bedtime": {"from": "23:00", "to": "07:00"}, "promise": "Το βιβλίο."}
      """)
    for task in [["Βιβλίο", "--due", "tomorrow 15:00", "--priority", "H"], ["Κεφάλαιο", "--due", "yesterday"]] {
      #expect(try desk.service.program.run(["task", "add"] + task + ["--home", desk.home.path]).exitCode == 0)
    }
  }

  private func show(_ view: String, on page: ChromiumPage) async throws {
    try await page.evaluate("location.hash = '\(view)'")
    #expect(
      await page.waits(
        for: "document.querySelector('main').dataset.view === '\(view)' && document.querySelector('main h1')"))
    if view == "history" { #expect(await page.waits(for: "document.querySelector('.rows button')")) }
    try await page.evaluate("new Promise(done => setTimeout(done, 150))")
  }

  private func look(_ what: String, on page: ChromiumPage, _ place: String) async throws {
    let found = try await page.evaluate(what)?.array?.compactMap { $0.string }
    #expect(found == [], "\(place)")
  }

  /// The windows that a view opens.
  private func openWindows(
    of view: String, on page: ChromiumPage, _ body: (_ place: String) async throws -> Void
  ) async throws {
    // What begins a set, turns a part on or brings cards opens no window.
    guard !["now", "guide", "learn", "more", "move", "signals"].contains(view) else { return }
    let count = try await page.evaluate("document.querySelectorAll('main button').length")?.integer ?? 0
    for index in 0..<min(Int(count), 24) {
      let click = """
        (() => { const one = document.querySelectorAll('main button')[\(index)]; if (one && !one.closest('form')) one.click(); })()
        """
      try await page.evaluate(click)
      try await body("\(view), after button \(index)")
      try await page.evaluate("document.querySelectorAll('dialog').forEach(one => one.close())")
    }
  }

  @Test func noEnglishIsLeftOnAnyView() async throws {
    try await visiting(at: desk("qps")) { desk, page in
      try await furnish(desk)
      try await show("now", on: page)
      try await look(Self.unspoken, on: page, "idle")
      _ = try desk.service("start", "1", "--minutes", "50", "--task", "μία")
      #expect(await page.waits(for: "document.querySelector('.ring')"))
      try await page.evaluate("document.getElementById('ways')?.setAttribute('open', '')")
      try await look(Self.unspoken, on: page, "a session")
      // What the service refuses is said in the language of the page.
      try await page.evaluate("import('/dashboard/service.js').then(one => one.act({ command: 'resume' }))")
      #expect(await page.waits(for: "document.querySelector('.toast.no')?.textContent.includes('\\u27e6')"))
      try await look(Self.unspoken, on: page, "a refusal")
      _ = try desk.service("stop")
      #expect(await page.waits(for: "document.querySelector('.question')"))
      try await look(Self.unspoken, on: page, "a question")
      _ = try desk.service("keep")
      for view in DashboardTests.views {
        try await show(view, on: page)
        try await look(Self.unspoken, on: page, view)
        try await openWindows(of: view, on: page) { try await look(Self.unspoken, on: page, $0) }
      }
    }
  }

  @Test(arguments: ["qps", "de", "ja", "es"]) func everythingHasRoom(language: String) async throws {
    try await visiting(at: desk(language)) { desk, page in
      try await furnish(desk)
      // With every part that can be turned on, the places at the edge have the least room.
      let deck = desk.home("1.csv")
      try Files.replace(deck, with: Array("α;β\nγ;δ\n".utf8))
      for words in [["coach", "nudges", "on"], ["deck", "import", deck]] {
        #expect(try desk.service.program.run(words + ["--home", desk.home.path]).exitCode == 0)
      }
      _ = try desk.service("start", "1", "--minutes", "50", "--task", "μία")
      try await page.reload()
      #expect(await page.waits(for: "document.querySelectorAll('#nav a').length === 8"))
      #expect(await page.waits(for: "document.querySelector('.ring')"))
      for (width, height) in [(1440, 900), (720, 900), (360, 740)] {
        try await page.resize(width, height)
        for view in DashboardTests.views {
          try await show(view, on: page)
          if view == "now" { try await page.evaluate("document.getElementById('ways')?.setAttribute('open', '')") }
          try await look(Self.cut, on: page, "\(view) at \(width)")
          try await look(Self.overlaps, on: page, "\(view) at \(width)")
        }
        for view in ["profiles", "keys", "limits", "schedules"] {
          try await show(view, on: page)
          try await openWindows(of: view, on: page) { place in
            try await look(Self.cut, on: page, "\(place) at \(width)")
            try await look(Self.overlaps, on: page, "\(place) at \(width)")
          }
        }
      }
    }
  }

  /// The page in English, German and Japanese side by side, to be looked at, in `.build/languages/sheet.html`:
  ///
  ///     FOCUSKEY_PICTURES=1 swift test --filter picturesOfLanguages
  @Test(.enabled(if: wantsPictures)) func picturesOfLanguages() async throws {
    let letters = try BuiltProgram(at: "/usr/bin/fc-list")(":lang=ja", "family").output
    try #require(!letters.isEmpty, "sudo apt install fonts-ipafont-gothic")
    let folder = Repository.path(".build/languages")
    try Files.makeFolder(folder)
    let (languages, sizes) = (["en", "de", "ja"], [(1440, 900), (360, 740)])
    for language in languages {
      try await visiting(at: desk(language)) { desk, page in
        try await furnish(desk)
        _ = try desk.service("start", "1", "--minutes", "50", "--task", "μία")
        for (width, height) in sizes {
          try await page.resize(width, height)
          for view in DashboardTests.views {
            try await show(view, on: page)
            try Files.replace("\(folder)/\(view)-\(width)-\(language).png", with: try await page.picture())
          }
        }
      }
    }
    var sheet = "<!doctype html><title>Languages</title>"
    for (width, _) in sizes {
      for view in DashboardTests.views {
        let row = languages.map { "<img width=\"\(width / 2)\" src=\"\(view)-\(width)-\($0).png\" alt=\"\($0)\">" }
        sheet += "<p>\(row.joined(separator: " "))</p>\n"
      }
    }
    try Files.replace("\(folder)/sheet.html", with: Array(sheet.utf8))
  }
}
