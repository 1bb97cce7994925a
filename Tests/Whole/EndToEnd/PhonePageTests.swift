import Glibc
import JSONText
import LinuxRuntime
import RealParts
import TLSSite
import TestSupport
import Testing

/// The site's pages in a real browser, as a phone opens them.
@Suite(.realParts, .serialized) struct PhonePageTests {
  /// A phone that was paired by a code, and its page.
  private static func paired() async throws -> (phone: PhoneRehearsal, page: ChromiumPage, link: String) {
    let phone = try await PhoneRehearsal(port: try FreePort.take())
    let link = try phone.code()
    let page = try await phone.browser.page()
    try await page.call("Page.navigate", ["url": .string(link)])
    let answer = await phone.answer(on: page)
    #expect(
      answer?.mark == "paired" && answer?.title.hasPrefix("Paired with ") == true, "\(String(describing: answer))")
    return (phone, page, link)
  }

  @Test func theCodePairsAndEveryTapArrivesOnce() async throws {
    let (phone, page, link) = try await Self.paired()
    let first = try await phone.tap("/start?profile=work&minutes=50", on: page)
    #expect(
      first?.mark == "done" && first?.title.hasPrefix("Work is on until ") == true, "\(String(describing: first))")
    #expect(try phone.said("status")?["state"]?.string == "focusing")
    for _ in 0..<24 { #expect(try await phone.tap("/status", on: page)?.mark == "done") }
    #expect(try await phone.tap("/stop", on: page)?.mark == "refused", "a phone ends nothing")
    #expect(try phone.said("phone", "list")?["phones"]?.array?.first?["taps"]?.integer == 26)
    #expect(page.complaints() == [])
    // Someone who photographed the code comes too late, and the person is told.
    let stranger = try await phone.browser.page()
    try await stranger.call("Page.navigate", ["url": .string(link)])
    #expect(await phone.answer(on: stranger)?.mark == "used")
    let log = phone.service.home + "/service.log"
    #expect(String(decoding: try Files.read(log), as: UTF8.self).contains("a pairing code was used a second time"))
    #expect(try phone.said("phone", "list")?["phones"]?.array?.count == 1)
  }

  /// Each step of the Shortcut is drawn: nothing is cut off, and every letter is within its block.
  @Test func theStepsOfTheShortcutAreDrawn() async throws {
    let (phone, page, _) = try await Self.paired()
    try await page.open("https://focuskey.app/shortcut")
    for (width, height) in [(390, 844), (1440, 900)] {
      try await page.resize(width, height)
      for scheme in ["light", "dark"] {
        try await page.prefer(["prefers-color-scheme": scheme])
        let faults = try await page.evaluate(
          """
          (() => {
            const steps = [...document.querySelectorAll('.steps li')];
            const faults = steps.filter((one) => !one.querySelector('svg.drawn')).map((one) => one.textContent);
            if (steps.length !== 11) faults.push(`${steps.length} steps`);
            for (const svg of document.querySelectorAll('svg.drawn')) {
              const blocks = [...svg.querySelectorAll('rect:not(.pill)')].map((one) => one.getBBox());
              for (const one of svg.querySelectorAll('text, .pill')) {
                const box = one.getBBox();
                const isWithin = blocks.some((block) => box.x > block.x && box.x + box.width < block.x + block.width && box.y > block.y && box.y + box.height < block.y + block.height);
                if (!isWithin) faults.push(one.textContent || 'a pill');
              }
              for (const pill of svg.querySelectorAll('.pill')) {
                const [box, words] = [pill.getBBox(), pill.nextSibling.getBBox()];
                if (words.x < box.x + 2 || words.x + words.width > box.x + box.width - 2) faults.push(pill.nextSibling.textContent);
              }
            }
            if (document.documentElement.scrollWidth > document.documentElement.clientWidth) faults.push('too wide');
            return faults;
          })()
          """)
        #expect(faults?.array?.compactMap { $0.string } == [], "\(width) \(scheme)")
      }
    }
    _ = phone
  }

  @Test func theKeyCannotBeReadOutAndTheCodeLeavesNoTrace() async throws {
    let (phone, page, link) = try await Self.paired()
    try await page.open("https://focuskey.app/shortcut")
    let said = try await page.evaluate(
      """
      new Promise((resolve) => {
        const opening = indexedDB.open("focuskey", 1);
        opening.onsuccess = () => {
          const all = opening.result.transaction("desks").objectStore("desks").getAll();
          all.onsuccess = async () => {
            const { key, ...rest } = all.result[0];
            const exported = await crypto.subtle.exportKey("raw", key).then(() => "exported", (error) => error.name);
            resolve(JSON.stringify([key.extractable, key.usages, exported, rest]));
          };
        };
      })
      """)
    let text = said?.string ?? ""
    #expect(text.hasPrefix(#"[false,["sign"],"InvalidAccessError""#), "\(text)")
    let key = link.split(separator: "~").last ?? ""
    #expect(!text.contains(key))
    let visited = try await page.call("Page.getNavigationHistory")["entries"]?.array ?? []
    #expect(!visited.contains { $0["url"]?.string?.contains(key) == true })
    _ = phone
  }

  /// A phone with Web NFC, as far as this browser lets it be one: its reader is a stand-in at the browser's own port,
  /// with the browser's own events.
  @Test func deskModeKeepsReading() async throws {
    let (phone, page, _) = try await Self.paired()
    try await phone.leave(page)
    try await page.call(
      "Page.addScriptToEvaluateOnNewDocument",
      [
        "source": """
        window.NDEFReader = class { async scan() { window.reader = this; } };
        window.touch = (type, text) => window.reader.onreading({ serialNumber: "04:11", message: {
          records: [{ recordType: type, data: new DataView(new TextEncoder().encode(text).buffer) }] } });
        """
      ])
    try await page.open("https://focuskey.app/desk")
    #expect(await page.waits(for: "document.querySelector('main').dataset.state === 'ready'"))
    try await page.evaluate("document.querySelector('button').click()")
    #expect(await page.waits(for: "document.querySelector('main').dataset.state === 'reading'"))
    func taps() throws -> Int64? { try phone.said("phone", "list")?["phones"]?.array?.first?["taps"]?.integer }
    for (number, route) in ["/start?profile=work&minutes=50", "/status"].enumerated() {
      // A card that is read twice in the same moment is one tap.
      try await page.evaluate("for (const _ of [1, 2]) touch('url', 'https://focuskey.app\(route)')")
      #expect(await eventually { (try? taps()) == Int64(number + 1) })
    }
    #expect(try phone.said("status")?["state"]?.string == "focusing")
    // Another site's is none.
    try await page.evaluate("touch('url', 'https://example.com/stop')")
    #expect(await page.waits(for: "document.querySelector('main').textContent.includes('no FocusKey link')"))
    #expect(try taps() == 2)
    #expect(try await page.evaluate("location.pathname")?.string == "/desk", "the page is still there")
    // What is refused is shown.
    try await page.evaluate("void touch('url', 'https://focuskey.app/stop')")
    #expect(await phone.answer(on: page)?.mark == "refused")
  }

  @Test func eachTroubleHasAPageOfItsOwn() async throws {
    let phone = try await PhoneRehearsal(port: try FreePort.take())
    let page = try await phone.browser.page()
    try await page.call(
      "Network.setUserAgentOverride", ["userAgent": "Mozilla/5.0 (iPhone; CPU iPhone OS 15_0 like Mac OS X)"])
    let card = "https://focuskey.app/start?profile=work"
    func state(_ wanted: String, at address: String, says words: String) async throws {
      try await phone.leave(page)
      try await page.open(address)
      #expect(await page.waits(for: "document.querySelector('main').dataset.state === '\(wanted)'"), "\(wanted)")
      let text = try await page.evaluate("document.querySelector('main').textContent")?.string ?? ""
      #expect(text.contains(words), "\(wanted): \(text)")
    }
    try await state("unpaired", at: card, says: "not paired yet")
    try await state("no-code", at: "https://focuskey.app/pair", says: "focuskey phone pair")
    try await state("bad-code", at: "https://focuskey.app/pair#v1~desk~a b~4367~x~y", says: "phone pair again")
    try await state("bad-code", at: "https://focuskey.app/pair#v2~desk", says: "newer FocusKey")
    try await page.call(
      "Page.addScriptToEvaluateOnNewDocument", ["source": "indexedDB.open = () => { throw new Error() }"])
    try await state("no-storage", at: card, says: "Private windows")
    try await state("no-storage", at: try phone.code(), says: "normal window")
    #expect(page.complaints() == [])
  }

  @Test func aPairedPhoneSaysWhatIsWrong() async throws {
    let (phone, page, _) = try await Self.paired()
    let script = try await page.call(
      "Page.addScriptToEvaluateOnNewDocument",
      ["source": "{ const now = Date.now; Date.now = () => now() + 200000; }"])
    let stale = try await phone.tap("/status", on: page)
    #expect(stale?.mark == "stale")
    let words = try await page.evaluate("document.querySelector('main').textContent")?.string ?? ""
    #expect(words.contains("seconds ahead of the computer's"), "\(words)")
    let identifier = script["identifier"]?.string ?? ""
    try await page.call("Page.removeScriptToEvaluateOnNewDocument", ["identifier": .string(identifier)])
    try await page.call(
      "Page.addScriptToEvaluateOnNewDocument",
      [
        "source":
          "Object.defineProperty(navigator, 'onLine', { get: () => Boolean(window.isBack), configurable: true })"
      ])
    try await page.open("https://focuskey.app/focus/work")
    #expect(await page.waits(for: "document.querySelector('main').dataset.state === 'no-network'"))
    try await page.evaluate("window.isBack = true; document.querySelector('button').click()")
    #expect(await phone.answer(on: page)?.mark == "done")
    #expect(try phone.said("phone", "revoke", "annas-phone")?["ok"]?.bool == true)
    // Nobody is left to listen to: what takes connections there now, and says nothing, stands for a lost computer.
    let listener = try #require(PageTests.listens(on: phone.port))
    defer { close(listener) }
    try await phone.leave(page)
    _ = page.complaints()
    // While a page waits for another one, the browser answers nothing: what is shown meanwhile reports itself.
    let report =
      """
      Object.defineProperty(navigator, 'onLine', { get: () => true });
      addEventListener('DOMContentLoaded', () => {
        const main = document.querySelector('main');
        const look = () => { if (main.dataset.state === 'silent') throw new Error(main.textContent); };
        new MutationObserver(look).observe(main, { attributes: true });
      });
      """
    try await page.call("Page.addScriptToEvaluateOnNewDocument", ["source": .string(report)])
    try await page.call("Page.navigate", ["url": "https://focuskey.app/focus/work"])
    var said: [String] = []
    #expect(
      await eventually {
        said += page.complaints()
        return said.contains { $0.contains("does not answer") && $0.contains("Try again") }
      }, "\(said)")
  }
}
