import JSONText
import LinuxRuntime
import RealParts
import TestSupport
import Testing

/// The browser's extension in a real browser, as `focuskey shield browser` puts it there: the page in a blocked site's
/// place, and what it says to the service.
@Suite(.realParts, .timeLimit(.minutes(3))) struct ExtensionPageTests {
  /// A page of the extension, and the service of which it tells.
  private struct Trial {
    let service: RunningService
    let page: ChromiumPage

    func text(_ id: String) async throws -> String {
      try await page.evaluate("document.getElementById('\(id)').textContent")?.string ?? ""
    }

    func ways() async throws -> Int64? {
      try await page.evaluate("document.querySelectorAll('#ways li').length")?.integer
    }

    func says(_ id: String, _ text: String) async -> Bool {
      await page.waits(for: "document.getElementById('\(id)')?.textContent === \"\(text)\"")
    }

    var status: JSONNode {
      get throws { try JSONDocument(service("status", "--json").output).root }
    }
  }

  private func begin(_ household: AllowanceHousehold) async throws -> Trial {
    let service = try household.service()
    let installed = try BuiltProgram.focuskey.run(
      ["shield", "browser", "--home", service.home], environment: TrialEnvironment.lines(household.environment))
    #expect(installed.exitCode == 0, "\(installed.errors)")
    let browser = try Chromium(
      loading: household.folder("user/share/focuskey/extension"), profile: household.folder("user/config/chromium"))
    #expect(try service("promise", "edit", "The thesis by December.").exitCode == 0)
    #expect(try service("start", "deep", "--minutes", "50").exitCode == 0)
    let trial = Trial(service: service, page: try await browser.ownPage())
    let isThere = try await eventually {
      try trial.status["shield"]?.array?.first { $0["layer"]?.string == "browser-page" }?["state"]?.string == "up"
    }
    #expect(isThere)
    return trial
  }

  @Test func aBlockedSiteHasTheExtensionsPage() async throws {
    var household = try AllowanceHousehold(used: 60)
    let user = household.folder("user")
    household.environment.merge(["XDG_DATA_HOME": "\(user)/share", "XDG_CONFIG_HOME": "\(user)/config"]) { $1 }
    let trial = try await begin(household)
    try? await trial.page.open("http://news.example/today")
    #expect(await trial.says("promise", "The thesis by December."))
    #expect(try await trial.text("what") == "news.example is blocked while you focus.")
    #expect(try await trial.text("left").hasSuffix("50 min left"))
    #expect(try await trial.text("too").isEmpty)
    #expect(try await trial.ways() == 0)

    // A site that a limit blocks as well: the page names what opens it after the session.
    try? await trial.page.open("http://www.forum.example/")
    #expect(await trial.says("what", "www.forum.example is blocked while you focus."))
    #expect(await trial.says("too", "Today's minutes are used up too, so it stays blocked after the session."))
    #expect(try await trial.ways() ?? 0 > 0)
    try await trial.page.evaluate("document.getElementById('keep').click()")
    #expect(await trial.says("answer", "Good. Your note to yourself is saved."))
    #expect(await trial.page.waits(for: "!document.getElementById('close').hidden"))
    #expect(try await eventually { try trial.status["attempts"]?.integer == 2 })

    // After the session the limit alone blocks it, and the page says so without being loaded again.
    #expect(try trial.service("stop").exitCode == 0)
    #expect(try await eventually { try trial.service("confirm").exitCode == 0 })
    #expect(await trial.says("what", "www.forum.example is blocked: today's minutes are used up."))
    #expect(await trial.says("promise", "Used up for today"))
    #expect(try await trial.page.evaluate("document.getElementById('keep').hidden")?.bool == true)
    #expect(trial.page.complaints() == [])
    // What was blocked is closed, and the window stays: it has another tab then.
    try await trial.page.evaluate("document.getElementById('close').click()")
    let isClosed = await eventually { (try? await trial.page.evaluate("document.getElementById('close').id")) == nil }
    #expect(isClosed)
  }

  /// A page that was refused before the computer's shield knew that this browser sees its parts comes back by itself.
  @Test func aPageThatWasRefusedTooEarlyComesBack() async throws {
    var household = try AllowanceHousehold(used: 0)
    let user = household.folder("user")
    household.environment.merge(["XDG_DATA_HOME": "\(user)/share", "XDG_CONFIG_HOME": "\(user)/config"]) { $1 }
    let trial = try await begin(household)
    try? await trial.page.open("http://news.example/today")
    #expect(await trial.says("promise", "The thesis by December."))
    try await trial.page.evaluate(
      """
      (async () => {
        const { pageReturner } = await import("/returns.js");
        const event = () => ({ all: [], addListener(one) { this.all.push(one) }, tell(...words) { this.all.forEach((one) => one(...words)) } });
        const api = { webNavigation: { onBeforeNavigate: event(), onErrorOccurred: event() }, tabs: { onRemoved: event() } };
        const asked = [], open = { 1: "https://a.example/x", 2: "https://b.example/", 3: "https://a.example/stopped" };
        let isLeft = false, works = false;
        const go = (tab, error) => {
          api.webNavigation.onBeforeNavigate.tell({ tabId: tab, frameId: 0, url: open[tab] });
          if (!works) api.webNavigation.onErrorOccurred.tell({ tabId: tab, frameId: 0, url: open[tab], error });
        };
        api.tabs.get = async (tab) => ({ url: open[tab] });
        api.tabs.reload = async (tab) => { asked.push(tab); go(tab, "net::ERR_CONNECTION_RESET") };
        const again = pageReturner(api, (address) => isLeft && address.includes("//a."), 2);
        const rest = (time) => new Promise((done) => setTimeout(done, time));
        go(1, "net::ERR_CONNECTION_RESET"); go(2, "net::ERR_CONNECTION_RESET"); go(3, "net::ERR_ABORTED");
        await rest(60);
        const before = asked.length;
        isLeft = true; again();
        await rest(400);
        const tries = asked.join("");
        works = true; again();
        await rest(60); again(); await rest(60);
        window.outcome = [before, tries, asked.length].join(" ");
      })()
      """)
    let outcome = try await trial.page.evaluate("window.outcome")?.string
    #expect(outcome == "0 111111 7")
  }
}
