import JSONText
import LinuxRuntime
import TestSupport
import Testing

/// Every word of the dashboard is in two files: with another language in their place, nothing of the first is left on
/// any view.
extension DashboardTests {
  private static let marking = """
    const mark = (words) => typeof words === "string" ? `[[${words}]]`
      : typeof words === "function" ? (...parts) => `[[${words(...parts)}]]`
      : Array.isArray(words) ? words.map(mark)
      : Object.fromEntries(Object.entries(words).map(([name, value]) => [name, mark(value)]));

    """

  /// A file of the page's words in a made-up language that marks whatever comes out of them: [[Start work]].
  ///
  /// - Parameters:
  ///   - chosen: how the file gives them.
  ///   - marked: how it gives them marked.
  private static func marked(_ file: String, _ chosen: String, _ marked: String) throws -> String {
    let path = Repository.path("Sources/Assets/Dashboard/\(file)")
    let words = String(decoding: try Files.read(path), as: UTF8.self)
    try #require(words.contains(chosen))
    return words.replacing(chosen, with: marked)
  }

  /// Every text, label and title on the page in which letters stand outside of the marks, but for names of the person's
  /// own, what is typed in a terminal, names of days and months, which the browser knows in each language, and
  /// sentences of the service (toasts, reasons).
  private static let unmarked = """
    (() => {
      const own = ['FocusKey', 'Simulated reader', 'simulated'];
      const names = ['long', 'short'].flatMap(style => [...Array(12).keys()].map(month =>
        new Intl.DateTimeFormat('en', { month: style }).format(new Date(2026, month, 5)))
        .concat([...Array(7).keys()].map(day => new Intl.DateTimeFormat('en', { weekday: style }).format(new Date(2026, 0, 5 + day)))));
      const left = (text) => {
        // Marks may lie in marks: the innermost go first.
        for (let before = ''; before !== text;) { before = text; text = text.replace(/\\[\\[[^\\[\\]]*\\]\\]/g, ''); }
        for (const name of [...own, ...names]) text = text.replaceAll(name, '');
        return text;
      };
      const found = [];
      const look = (text, where) => { if (/\\p{Script=Latin}/u.test(left(text ?? ''))) found.push(`${where}: ${text.trim().slice(0, 80)}`); };
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const element = walker.currentNode.parentElement;
        if (!element.closest('code, textarea, blockquote, .toast, .said')) look(walker.currentNode.textContent, element.tagName);
      }
      for (const element of document.body.querySelectorAll('*')) {
        for (const name of ['aria-label', 'title', 'placeholder', 'alt']) look(element.getAttribute(name), `${element.tagName} ${name}`);
      }
      look(document.title, 'title');
      return found;
    })()
    """

  @Test func everyWordStandsInOnePlace() async throws {
    let strings = try Self.marked(
      "strings.js", "export const t = en;", Self.marking + "export const t = mark(en);")
    let answers = try Self.marked(
      "answers.js", "export const answers = [",
      Self.marking + "export { marked as answers };\nlet marked;\nconst all = [")
    try await visiting { desk, page in
      // What is the person's own is written in other letters.
      try await desk.configure(
        """
        {"profiles": [
           {"id": "1", "name": "Δουλειά", "blocks": {"sites": ["πύλη.ελ"], "categories": ["social"]}, "breaks": {"minutes": 5, "perSession": 3, "every": "1h", "budget": {"day": 30}},
            "schedules": [{"id": "1", "days": "weekdays", "start": "09:00", "end": "12:00"}, {"id": "2", "days": ["mon", "thu"], "start": "22:30", "end": "06:00"}]},
           {"id": "2", "name": "Ύπνος", "end": "key", "blocks": {"mode": "allow", "sites": ["πύλη.ελ"]}}],
         "keys": [{"id": "1", "name": "Κλειδί", "uid": "04010203040506", "may": ["start", "stop"], "link": "https://focuskey.app/focus/1"}], "promise": "Το βιβλίο."}
        """)
      try await page.replace("/dashboard/strings.js", with: strings)
      try await page.replace("/dashboard/answers.js", with: answers + "marked = mark(all);")
      try await page.reload(ignoresCache: true)
      #expect(await page.waits(for: "document.querySelector('h1')?.textContent === '[[Ready when you are]]'"))
      func look(_ place: String) async throws {
        let found = try await page.evaluate(Self.unmarked)?.array?.compactMap { $0.string }
        #expect(found == [], "\(place)")
      }
      _ = try desk.service("start", "1", "--minutes", "50", "--task", "μία")
      _ = try desk.service("stop")
      _ = try desk.service("keep")
      #expect(await page.waits(for: "document.querySelector('.ring')"))
      for view in Self.views {
        try await page.evaluate("location.hash = '\(view)'")
        #expect(
          await page.waits(
            for:
              "document.querySelector('main').dataset.view === '\(view)' && document.querySelector('main h1')"))
        #expect(await page.waits(for: view == "history" ? "document.querySelector('.rows button')" : "true"))
        try await look(view)
        // Every window that a view opens.
        let buttons =
          try await page.evaluate("document.querySelectorAll('main button, main .rows button').length")?.integer ?? 0
        // What begins a set, turns a part on or brings cards opens no window.
        for index in 0..<Int(buttons) where !["now", "guide", "learn", "more", "move", "signals"].contains(view) {
          try await page.evaluate(
            "(() => { const one = document.querySelectorAll('main button, main .rows button')[\(index)]; if (one && !one.closest('form')) one.click(); })()"
          )
          try await look("\(view), after button \(index)")
          try await page.evaluate("document.querySelectorAll('dialog').forEach(one => one.close())")
        }
      }
      try await page.evaluate("location.hash = 'now'")
      _ = try desk.service("stop")
      #expect(await page.waits(for: "document.querySelector('.question')"))
      try await look("a question")
    }
  }
}
