import CardModels
import JSONText
import LinuxRuntime
import TagFormats
import TestSupport
import Testing
import VirtualReader

/// Cards from the page: written on a reader that the real pcscd has, and proven.
extension DashboardTests {
  /// A service with one reader of a pcscd of its own, on which a test lays cards.
  private func deskWithReader() throws -> (DashboardAPITests.Desk, VirtualReader, PrivatePCSCD) {
    try #require(PrivatePCSCD.isInstalled, "needs pcscd, libpcsclite-dev and gcc: Sources/Setup/packages.sh tests")
    let daemon = try PrivatePCSCD()
    let reader = VirtualReader(.acr122U)
    try daemon.plug(reader)
    let desk = try DashboardAPITests.Desk(arguments: [], environment: ["PCSCLITE_CSOCK_NAME": daemon.socketPath])
    return (desk, reader, daemon)
  }

  private func blankCard() throws -> CardModel {
    .type2(try #require(Type2Card(.ntag213, uid: [4, 0x11, 0x22, 0x33, 0x44, 0x55, 1])))
  }

  private func openWriting(on page: ChromiumPage, at desk: DashboardAPITests.Desk) async throws {
    #expect(await eventually { await desk.get("status").body?["readers"]?.array?.isEmpty == false })
    try await page.evaluate(
      "[...document.querySelectorAll('main button')].find(one => one.textContent === 'Write a card').click()")
    #expect(await page.waits(for: "document.getElementById('write')"))
  }

  @Test func aKeyIsRegisteredByATapOnAReader() async throws {
    let (desk, reader, daemon) = try deskWithReader()
    try await visiting("keys", at: desk) { desk, page in
      #expect(await eventually { await desk.get("status").body?["readers"]?.array?.isEmpty == false })
      try await page.evaluate("document.getElementById('register').click()")
      #expect(await page.waits(for: "document.querySelector('dialog .waiting')"))
      // Nothing has to be pretended here.
      #expect(try await page.evaluate("document.getElementById('pretend') === null")?.bool == true)
      try await Task.sleep(for: .milliseconds(300))
      reader.place(try blankCard())
      #expect(await page.waits(for: "document.querySelector('dialog form')"))
      #expect(
        try await page.evaluate("document.querySelector('dialog').textContent.includes('04112233445501')")?.bool == true
      )
      try await page.evaluate(Self.fillIn(["Name": "Door card"]))
      try await page.evaluate("document.querySelector('dialog form').requestSubmit()")
      #expect(await page.waits(for: "document.querySelector('.card h2')?.textContent === 'Door card'"))
      let key = await desk.get("keys").body?["keys"]?.array?.first
      #expect(key?["id"]?.string == "door-card" && key?["uid"]?.string == "04112233445501")
      #expect(await state(desk) == "idle")
    }
    _ = daemon
  }

  @Test func aCardIsWrittenFromThePageAndThenCounts() async throws {
    let (desk, reader, daemon) = try deskWithReader()
    try await visiting("keys", at: desk) { desk, page in
      try await openWriting(on: page, at: desk)
      try await page.evaluate(Self.fillIn(["What the card does": "https://focuskey.app/start?profile=study"]))
      // The same is said for a terminal.
      #expect(
        await page.waits(
          for:
            #"document.querySelector('.order').textContent === 'keytool write "https://focuskey.app/start?profile=study"'"#
        ))
      try await page.evaluate("document.getElementById('write').click()")
      #expect(
        await page.waits(
          for: "document.querySelector('dialog [role=status]').textContent === 'Hold the card to the reader.'"))
      try await Task.sleep(for: .milliseconds(500))
      reader.place(try blankCard())
      #expect(
        await page.waits(for: "document.querySelector('dialog [role=status]').textContent === 'The card was written.'"))
      #expect(try await page.evaluate("document.getElementById('write').disabled")?.bool == false)
      // It becomes a key in the same window, once it has a name.
      try await page.evaluate(Self.fillIn(["Name": "Study card"]))
      try await page.evaluate("document.querySelector('dialog form').requestSubmit()")
      #expect(await page.waits(for: "document.querySelector('.plastic h2')?.textContent === 'Study card'"))
      #expect(
        try await page.evaluate("document.querySelector('.plastic p').textContent")?.string == "Starts Study")
      // It was not a tap while it was written; lifted and laid down again, it does what it says.
      #expect(await state(desk) == "idle")
      try await page.evaluate("location.hash = 'now'")
      let card = try #require(reader.pull())
      guard case .type2(let written) = card else {
        Issue.record("another card")
        return
      }
      let link = Array("focuskey.app/start?profile=study".utf8)
      #expect(written.memory.firstRange(of: [UInt8(link.count + 1), 0x55, 0x04] + link) != nil)
      try await Task.sleep(for: .milliseconds(2500))
      reader.place(card)
      #expect(await page.waits(for: "document.querySelector('h1')?.textContent === 'Study'"))
    }
    _ = daemon
  }

  /// Without any hardware: what the card is for, written and checked, registered, proven.
  @Test func oneFlowOnTheSimulatedReader() async throws {
    try await visiting("keys") { desk, page in
      try await openWriting(on: page, at: desk)
      try await page.evaluate(Self.fillIn(["What the card does": "https://focuskey.app/focus/study"]))
      try await page.evaluate("document.getElementById('write').click()")
      #expect(
        await page.waits(for: "document.querySelector('dialog [role=status]').textContent === 'The card was written.'"))
      #expect(await state(desk) == "idle")
      try await page.evaluate(Self.fillIn(["Name": "Study card"]))
      try await page.evaluate("document.querySelector('dialog form').requestSubmit()")
      #expect(await page.waits(for: "document.querySelector('dialog #pretend')"))
      try await page.evaluate("document.getElementById('pretend').click()")
      #expect(await page.waits(for: "document.querySelector('dialog').textContent.includes('Study card is verified')"))
      #expect(await desk.get("keys").body?["proven_keys"]?.array?.first?.string == "study-card")
      #expect(await desk.get("status").body?["profile"]?.string == "study")
    }
  }

  @Test func whoClosesTheWindowHasNothingWritten() async throws {
    let (desk, reader, daemon) = try deskWithReader()
    try await visiting("keys", at: desk) { desk, page in
      try await openWriting(on: page, at: desk)
      try await page.evaluate("document.getElementById('write').click()")
      #expect(
        await page.waits(
          for: "document.querySelector('dialog [role=status]').textContent === 'Hold the card to the reader.'"))
      try await Task.sleep(for: .milliseconds(500))
      try await page.press("Escape", code: 27)
      #expect(await page.waits(for: "!document.querySelector('dialog')"))
      try await Task.sleep(for: .milliseconds(500))
      let blank = try blankCard()
      reader.place(blank)
      // Long enough for a write, which takes well below a second.
      try await Task.sleep(for: .seconds(2))
      let card = try #require(reader.pull())
      guard case .type2(let left) = card, case .type2(let before) = blank else {
        Issue.record("another card")
        return
      }
      #expect(left.memory == before.memory)
      #expect(try await page.evaluate("document.querySelector('.toast.no') === null")?.bool == true)
    }
    _ = daemon
  }

  @Test func aStopKeyIsProvenByATap() async throws {
    try await visiting("keys") { desk, page in
      try await desk.configure(
        #"{"keys": [{"id": "desk", "name": "Desk card", "uid": "04A1B2C3D4E580", "may": ["stop"], "link": "https://focuskey.app/stop"}]}"#
      )
      #expect(await page.waits(for: "document.querySelector('[aria-label=\"Verify Desk card\"]')"))
      #expect(
        try await page.evaluate("document.querySelector('.card').textContent.includes('Not verified yet')")?.bool
          == true)
      try await page.evaluate("document.querySelector('[aria-label=\"Verify Desk card\"]').click()")
      #expect(await page.waits(for: "document.querySelector('dialog .waiting')"))
      _ = try desk.service("tap", "--uid", "04A1B2C3D4E580")
      #expect(await page.waits(for: "document.querySelector('dialog').textContent.includes('Desk card is verified')"))
      try await page.evaluate("document.querySelector('dialog .primary').click()")
      #expect(await page.waits(for: "!document.querySelector('dialog')"))
      #expect(
        await page.waits(for: "document.querySelector('.card').textContent.includes('Verified: this key can end')"))
      #expect(
        try await page.evaluate("document.querySelector('[aria-label=\"Verify Desk card\"]') === null")?.bool == true)
      #expect(await desk.get("keys").body?["proven_keys"]?.array?.first?.string == "desk")
      #expect(await state(desk) == "idle")
    }
  }

  /// Nobody touches the page: the tap is made at the reader, and seen here.
  @Test func aTapShowsByItself() async throws {
    try await visiting { desk, page in
      try await page.evaluate("window.untouched = true")
      let card = "https://focuskey.app/focus/work"
      #expect(try desk.service("tap", "--link", card).exitCode == 0)
      #expect(await page.waits(for: "document.querySelector('h1').textContent === 'Work'"))
      #expect(try desk.service("tap", "--link", card).exitCode == 0)
      #expect(await page.waits(for: "document.querySelector('.question')"))
      #expect(try await page.evaluate("window.untouched")?.bool == true)
    }
  }
}
