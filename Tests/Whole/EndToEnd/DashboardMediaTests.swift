import JSONText
import LinuxRuntime
import TestSupport
import Testing

/// Pictures and sounds of a stranger's package on the page: shown and played, nothing else.
extension DashboardDaysTests {
  @Test func picturesAndSoundsOfAPackageAreShown() async throws {
    let desk = try DashboardAPITests.Desk()
    try importPackage(to: desk)
    try await visiting("learn", at: desk) { desk, page in
      #expect(await page.waits(for: "document.querySelector('.flash .side img')?.naturalWidth === 40"))
      #expect(try await page.evaluate("document.querySelector('.flash .side img').alt")?.string == "cat.png")
      try await page.evaluate("document.getElementById('turn').click()")
      #expect(await page.waits(for: "document.querySelector('.answer audio')"))
      let length =
        "new Promise((done) => { const sound = document.querySelector('.answer audio'); sound.onloadedmetadata = () => done(sound.duration); sound.load(); sound.preload = 'auto'; })"
      #expect(try await page.evaluate(length)?.number == 0.5)
      try await page.evaluate("document.getElementById('read').click()")
      #expect(await page.waits(for: "document.querySelector('.studyhead .hint')?.textContent"))
      for _ in 0..<4 {
        let before = try await page.evaluate("document.querySelector('.studyhead .hint').textContent")?.string ?? ""
        try await page.evaluate("document.getElementById('next').click()")
        #expect(await page.waits(for: "document.querySelector('.studyhead .hint').textContent !== '\(before)'"))
      }
      #expect(await page.waits(for: "document.querySelector('.flash > .side .picture path.asked')"))
      let covered =
        "(() => { const [picture, svg] = ['img', 'svg'].map((name) => document.querySelector(`.flash > .side .picture ${name}`).getBoundingClientRect()); return Math.abs(picture.width - svg.width) < 1 && Math.abs(picture.height - svg.height) < 1 && svg.width > 30; })()"
      #expect(await page.waits(for: covered))
      #expect(try await page.evaluate("document.querySelectorAll('.picture path.hidden').length")?.integer == 4)
      #expect(try await page.evaluate("document.querySelectorAll('.answer path.found').length")?.integer == 1)
    }
  }

  /// Chromium's own log of the network has nothing but this service in it, whatever a package holds.
  @Test func nothingOfAHostilePackageRunsOrIsFetched() async throws {
    let desk = try DashboardAPITests.Desk()
    let trap = try FreePort.take()
    try importPackage(to: desk, trap: trap)
    try await visiting("learn", at: desk) { desk, page in
      try await page.call("Network.enable")
      try await page.reload(ignoresCache: true)
      #expect(await page.waits(for: "document.getElementById('read')"))
      try await page.evaluate("document.getElementById('read').click()")
      for number in 1...6 {
        let place = "document.querySelector('.studyhead .hint')"
        #expect(await page.waits(for: "\(place)?.textContent.startsWith('\(number) ')"))
        #expect(await page.waits(for: "[...document.images].every((one) => one.complete)"))
        if number < 6 { try await page.evaluate("document.getElementById('next').click()") }
      }
      let own = "http://127.0.0.1:\(desk.port)/"
      let asked = page.requests()
      // The browser's own buttons of a sound are drawings that it has with it.
      let strangers = asked.filter { !$0.hasPrefix(own) && !$0.hasPrefix("data:image/svg+xml") }
      #expect(asked.contains { $0.contains("card-media") } && strangers == [])
      #expect(asked.allSatisfy { !$0.contains(":\(trap)/") && !$0.contains("passwd") && !$0.contains("..") })
      #expect(try await page.evaluate("window.taken === undefined")?.bool == true)
      let active =
        "document.querySelectorAll('main script, main iframe, main link, main style, main math, main [onerror]').length"
      #expect(try await page.evaluate(active)?.integer == 0)
      // Opened by itself a picture is a picture, for who was let in; nothing else is there.
      let picture = try #require(asked.first { $0.contains("card-media") })
      let cookie = try await desk.cookie()
      let target = String(picture.dropFirst(own.count - 1))
      let answer = await Browser.get(target, more: "Cookie: \(cookie)\r\n", port: desk.port)
      #expect(answer.contains("Content-Type: image/") && answer.contains("X-Content-Type-Options: nosniff"))
      #expect(answer.contains("Content-Security-Policy: default-src 'none'; frame-ancestors 'none'; sandbox"))
      #expect(Browser.status(await Browser.get(target, port: desk.port)) == "403")
      for wish in ["..%2F..%2Fdecks.sqlite", "00000000000000000000000000000000.png", "x"] {
        let named = target.firstRange(of: "file=").map { target[..<$0.upperBound] } ?? ""
        #expect(
          Browser.status(await Browser.get(named + wish, more: "Cookie: \(cookie)\r\n", port: desk.port)) == "404")
      }
    }
  }

  private func importPackage(to desk: DashboardAPITests.Desk, trap: UInt16 = 9) throws {
    let script = try #require(PythonPeer("Tests/Kit/Peers/media_packages.py", needing: "sqlite3"))
    _ = try script([desk.home.path, "\(trap)"])
    let outcome = try desk.service("deck", "import", desk.home("new.apkg"), "--name", "Pictures")
    #expect(outcome.exitCode == 0 && outcome.output.contains("6 pictures and sounds came along"), "\(outcome)")
  }
}
