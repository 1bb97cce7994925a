import JSONText
import LinuxRuntime
import RealParts
import TLSSite
import TestSupport
import Testing

/// The pages of a published site, and what a computer answers a phone, are in the language of the phone's browser.
@Suite(.realParts, .serialized) struct PhoneLanguageTests {
  private static let paths = ["/", "/privacy", "/pair", "/desk", "/shortcut", "/start?profile=work", "/stop", "/learn"]

  /// What the page says, without what is typed and drawn.
  private static let said = """
    [...document.querySelectorAll('main h1, main p, main li, main a, main button')].map((one) => {
      const copy = one.cloneNode(true);
      copy.querySelectorAll('svg, code, a').forEach((inner) => inner.remove());
      return copy.textContent.trim();
    }).filter((text) => /\\p{L}/u.test(text) && text !== 'FocusKey').concat([document.title.split(' · ')[0]]).filter((text) => text !== 'FocusKey')
    """

  private static func texts(of path: String, on page: ChromiumPage) async throws -> [String] {
    try await page.open("https://focuskey.app\(path)")
    #expect(await page.waits(for: "!document.body.classList.contains('waits')"), "\(path)")
    return try await page.evaluate(said)?.array?.compactMap { $0.string } ?? []
  }

  private static func page(_ phone: PhoneRehearsal, asking languages: String) async throws -> ChromiumPage {
    let page = try await phone.browser.page()
    let agent = try await page.evaluate("navigator.userAgent")?.string ?? ""
    try await page.call(
      "Emulation.setUserAgentOverride", ["userAgent": .string(agent), "acceptLanguage": .string(languages)])
    return page
  }

  @Test(arguments: [("de-AT,de", "de", "Gekoppelt mit "), ("tlh,ja", "ja", "とペアリングしました"), ("zh-CN", "zh-Hans", "已与")])
  func everyPageIsSaidInTheLanguageOfTheBrowser(asked: String, tag: String, paired: String) async throws {
    let phone = try await PhoneRehearsal(port: try FreePort.take())
    let english = try await Self.page(phone, asking: "en-GB,en")
    let page = try await Self.page(phone, asking: asked)
    for path in Self.paths {
      let plain = try await Self.texts(of: path, on: english)
      let said = try await Self.texts(of: path, on: page)
      #expect(plain.count == said.count && !plain.isEmpty, "\(path): \(said)")
      for text in said { #expect(!plain.contains(text), "\(path)") }
      #expect(try await page.evaluate("document.documentElement.lang")?.string == tag, "\(path)")
      #expect(
        try await page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")?.bool
          == true, "\(path)")
    }
    #expect(page.complaints() == [])
    try await page.call("Page.navigate", ["url": .string(try phone.code())])
    let answer = await phone.answer(on: page)
    #expect(answer?.mark == "paired" && answer?.title.contains(paired) == true, "\(String(describing: answer))")
  }

  @Test func aLanguageThatIsNotSpokenHereIsEnglish() async throws {
    let phone = try await PhoneRehearsal(port: try FreePort.take())
    let page = try await Self.page(phone, asking: "zh-TW,tlh")
    #expect(try await Self.texts(of: "/privacy", on: page).contains("Privacy"))
    #expect(page.complaints() == [])
  }
}
