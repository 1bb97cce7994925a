import JSONText
import LinuxRuntime
import RealParts
import TestSupport
import Testing

/// Phones in the dashboard: the code as a picture, what becomes of it, and the list.
extension DashboardTests {
  /// Whether the window with the code is in that state.
  private static func isIn(_ state: String) -> String {
    "document.querySelector('.pairing')?.dataset.state === '\(state)'"
  }

  private func showCode(on page: ChromiumPage, as name: String) async throws -> PhoneTests.Page {
    try await page.evaluate("document.getElementById('pair').click()")
    #expect(await page.waits(for: "document.querySelector('.pairing input')"))
    try await page.evaluate(
      "document.querySelector('.pairing input').value = '\(name)'; document.querySelector('.pairing form').requestSubmit()"
    )
    #expect(await page.waits(for: "\(Self.isIn("code")) && document.querySelector('.qr path')"))
    let link = try await page.evaluate("document.querySelector('.pairing .link').textContent")?.string ?? ""
    return try PhoneTests.Page(link: link)
  }

  /// A desk whose listener has a port of its own.
  private func phoneDesk() throws -> DashboardAPITests.Desk {
    let desk = try DashboardAPITests.Desk()
    let port = "\(try FreePort.take())"
    // The first code chooses the port and this computer's name for phones; it is void with the next one.
    #expect(
      try desk.service.program.run(
        ["phone", "pair", "--name", "nobody", "--host", "127.0.0.1", "--port", port, "--home", desk.home.path]
      ).exitCode == 0)
    return desk
  }

  @Test func aPhoneIsPairedByThePictureAndRemoved() async throws {
    try await visiting("keys", at: try phoneDesk()) { desk, page in
      #expect(await page.waits(for: "document.querySelector('.phones').textContent.includes('No phone is paired.')"))
      var phone = try await showCode(on: page, as: "annas-phone")
      // The picture is what the terminal shows: as wide as its code, dark fields on a light ground.
      let size = try await page.evaluate("document.querySelector('.qr').viewBox.baseVal.width")?.integer ?? 0
      #expect(size >= 21 + 8 && (size - 8 - 17) % 4 == 0, "\(size) fields are not a code with its frame")
      #expect(await page.waits(for: "/Valid for [45]:\\d\\d/.test(document.querySelector('[role=timer]').textContent)"))
      try await onEveryScreen(page, "a code")
      let host = "127.0.0.1:\(phone.port)"
      #expect(await Browser.status(Browser.get(phone.pairing(), host: host, port: phone.port)) == "200")
      #expect(await page.waits(for: Self.isIn("paired")))
      #expect(try await page.evaluate("document.querySelector('.qr') === null")?.bool == true, "the code is used up")
      #expect(await phone.get(phone.tap("/status", encoded: "%2Fstatus")).mark == #"result="done""#)
      try await page.evaluate("document.querySelector('.pairing .primary').click()")
      #expect(await page.waits(for: "document.querySelector('.phones h3')?.textContent === 'annas-phone'"))
      // Removing asks first.
      try await page.evaluate("document.querySelector('[aria-label=\"Remove annas-phone\"]').click()")
      #expect(await page.waits(for: "document.querySelector('dialog .danger')"))
      #expect(
        try PhoneTests.said("phone", "list", by: desk.service)?["phones"]?.array?.first?["revoked"]?.bool == false)
      try await page.evaluate("document.querySelector('dialog .danger').click()")
      #expect(
        await page.waits(
          for: "document.querySelector('.phones').textContent.includes('Removed: its taps are refused.')"))
      #expect(try PhoneTests.said("phone", "list", by: desk.service)?["phones"]?.array?.first?["revoked"]?.bool == true)
    }
  }

  @Test func aCodeThatIsOverSaysSoAndAnotherIsMade() async throws {
    try await visiting("keys", at: try phoneDesk()) { desk, page in
      let phone = try await showCode(on: page, as: "bert")
      // Another code takes its place, as after five minutes nothing would be in it.
      #expect(
        try desk.service.program.run(["phone", "pair", "--name", "carla", "--home", desk.home.path]).exitCode == 0)
      #expect(await page.waits(for: Self.isIn("over")))
      #expect(await phone.get(phone.pairing()).mark == #"reason="unknown-phone""#)
      try await page.evaluate("document.querySelector('.pairing .primary').click()")
      #expect(await page.waits(for: Self.isIn("code")))
    }
  }
}
