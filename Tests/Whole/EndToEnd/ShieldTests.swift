import Glibc
import LinuxRuntime
import RealParts
import TestSupport
import Testing

/// What the service does with its shield where no helper is, and what the browser's extension tells it.
@Suite(.realParts) struct ShieldTests {
  private let home = TemporaryFolder()

  private func service(port: UInt16 = 0) throws -> RunningService {
    try Files.replace(home("config.json5"), with: Array("{ port: \(port), readers: { pcsc: false } }".utf8))
    // A desktop of its own, which is none.
    return try RunningService(
      home: home.path,
      environment: ["FOCUSKEY_SHIELD": home("no.sock"), "HOME": home("user"), "XDG_DATA_HOME": home("user/share")])
  }

  /// What the program that the extension talks to says to messages, until its input ends.
  private func tell(_ messages: [String]) throws -> String {
    let input = messages.flatMap { message in
      (0..<4).map { UInt8(truncatingIfNeeded: message.utf8.count >> ($0 * 8)) } + Array(message.utf8)
    }
    return try BuiltProgram.focuskey.run(["shield", "browser-host", "--home", home.path], input: input).output
  }

  @Test func theExtensionsNewsReachTheLogAndAFloodCountsOnce() throws {
    let service = try service()
    #expect(try service("promise", "edit", "the thesis").exitCode == 0)
    try Files.replace(
      home("profile.json5"),
      with: Array(#"{ profiles: [{ id: "deep", blocks: { sites: ["social.example", "!old.social.example"] } }] }"#.utf8)
    )
    #expect(try service("profile", "import", home("profile.json5")).exitCode == 0)
    #expect(try service("start", "deep").exitCode == 0)
    let said = try tell(
      [#"{"attempt":"www.social.example"}"#, #"{"attempt":"m.social.example"}"#, #"{"attempt":"old.social.example"}"#]
        + [#"{"attempt":"free.example"}"#, #"{"held":null}"#, "[", #"{"keepPromise":"social.example"}"#])
    #expect(said.contains(#""sites":["social.example"]"#))
    #expect(try service("status", "--json").output.contains(#""attempts":1"#))
    service.stop()
    let log = String(decoding: try Files.read(home("service.log")), as: UTF8.self)
    #expect(log.contains("promise-kept: A note to yourself: the thesis"))
  }

  @Test func whatABrowserStartsSleepsWhileThereIsNothingToSay() async throws {
    let service = try service()
    let input = try makePipe()
    let output = try makePipe()
    let child = try ChildProcess.start(
      BuiltProgram.focuskey.path, ["shield", "browser-host", "--home", home.path],
      environment: TrialEnvironment.lines(),
      input: .descriptor(input.reading), output: .descriptor(output.writing))
    defer {
      child.signal(SIGKILL)
      child.wait()
      for end in [input.reading, input.writing, output.reading, output.writing] { close(end) }
    }
    func octets(_ wanted: Int) -> [UInt8] {
      var octets: [UInt8] = []
      while octets.count < wanted {
        var piece = [UInt8](repeating: 0, count: wanted - octets.count)
        let count = unsafe read(output.reading, &piece, piece.count)
        if count <= 0 { break }
        octets += piece[..<count]
      }
      return octets
    }
    /// What it says next, but for its questions whether somebody is there.
    func heard() -> String {
      while true {
        let length = octets(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        let text = String(decoding: octets(length), as: UTF8.self)
        if text != #"{"here":null}"# { return text }
      }
    }
    #expect(heard() == #"{"shield":null}"#)
    let process = ProcessEntry.of(child.id)
    let before = process.wakeups
    try await Task.sleep(for: .seconds(3))
    #expect(process.wakeups - before <= 3)
    // And still hears at once what there is to say, and that it is over.
    #expect(try service("start", "work").exitCode == 0)
    #expect(heard().contains(#""profile":"Work""#))
    service.kill()
    let start = ContinuousClock.now
    #expect(heard() == #"{"shield":null}"#)
    #expect(.seconds(2)...(.seconds(20)) ~= ContinuousClock.now - start)
  }

  @Test func aChangedPromiseStandsOnThePageOfASessionUnderWay() async throws {
    let service = try service()
    #expect(try service("start", "work").exitCode == 0)
    #expect(try service("promise", "edit", "the other thesis").exitCode == 0)
    #expect(try await eventually { try tell([]).contains("the other thesis") })
  }

  @Test func thePageOfTheShieldShowsThePromiseAndTakesItBack() async throws {
    let port = try FreePort.take()
    let service = try service(port: port)
    #expect(try service("promise", "edit", "<the thesis>").exitCode == 0)
    try Files.replace(
      home("profile.json5"),
      with: Array(#"{ profiles: [{ id: "deep", blocks: { sites: ["social.example"] } }] }"#.utf8))
    #expect(try service("profile", "import", home("profile.json5")).exitCode == 0)
    let idle = await Browser.get("/shield?site=social.example", port: port)
    #expect(idle.contains("social.example is no longer blocked."))
    #expect(try service("start", "deep", "--minutes", "50").exitCode == 0)
    let address = "/shield?site=www.social.example"
    #expect(await eventually { await Browser.get(address, port: port).contains("is blocked while you focus.") })
    let page = await Browser.get(address, port: port)
    #expect(page.contains("<h1 class=\"promise\">&lt;the thesis&gt;</h1>"))
    #expect(page.contains("www.social.example is blocked while you focus."))
    #expect(page.contains("action=\"/shield?site=www.social.example\""))
    #expect(page.contains(" min left</p>"))
    #expect(page.contains("default-src 'none'"))
    // Anybody can make such a link: what it names is blocked only if it is, and its words are not the page's.
    for (link, words) in [
      ("site=open.example", "open.example"), ("site=Your+files+%22%3E", "files"), ("app=No", "No is"),
    ] {
      let made = await Browser.get("/shield?\(link)", port: port)
      #expect(made.contains("<h1>Not blocked</h1>") && !made.contains("is blocked"), "\(link)")
      #expect(!made.contains(words) && !made.contains("<form"), "\(link)")
    }
    let strange = await Browser.get("/shield", more: "Origin: http://social.example\r\n", method: "POST", port: port)
    #expect(Browser.status(strange) == "403")
    let kept = await Browser.get(
      "/shield?site=social.example", more: "Content-Length: 0\r\n", method: "POST", port: port)
    #expect(Browser.status(kept) == "303")
    #expect(kept.contains("Location: /shield?site=social.example&kept\r\n"))
    #expect(
      await Browser.get("/shield?site=social.example&kept", port: port).contains("Your note to yourself is saved."))
    service.stop()
    let log = String(decoding: try Files.read(home("service.log")), as: UTF8.self)
    #expect(log.ranges(of: "promise-kept").count == 1)
  }

  @Test func aConfigurationSaysWhatBecomesOfRunningApplications() throws {
    try Files.replace(home("config.json5"), with: Array(#"{ shield: { running: "feeze" } }"#.utf8))
    let outcome = try BuiltProgram.focuskey("serve", "--home", home.path)
    #expect(outcome.exitCode == 65)
    #expect(outcome.errors.contains("freeze"))
  }
}
