import JSONText
import LinuxRuntime
import Octets
import ProofOfTap
import RealParts
import TestSupport
import Testing

/// The API of the real service, as programs and browsers use it.
@Suite(.realParts) struct DashboardAPITests {
  /// A service with a dashboard on a port of its own.
  struct Desk {
    let home = TemporaryFolder()
    let port: UInt16
    var service: RunningService

    init(
      arguments: [String] = ["--reader", "simulated"], environment: [String: String?] = [:], language: String = "auto"
    ) throws {
      let wanted = try FreePort.take()
      try Files.replace(home("config.json5"), with: Array("{ port: \(wanted), language: \"\(language)\" }".utf8))
      service = try RunningService(home: home.path, arguments: arguments, environment: environment)
      // Somebody may have taken it meanwhile; the service then has the next one.
      let link = try service("open", "--print").output
      port = try #require(UInt16(link.dropFirst("http://127.0.0.1:".count).prefix(while: \.isNumber)), "\(link)")
    }

    /// What the service said so far.
    var log: String { (try? Files.read(home("service.log"))).map { String(decoding: $0, as: UTF8.self) } ?? "" }

    /// Changes the settings, in the form of a file.
    func configure(_ settings: String) async throws {
      let answer = await command(
        #"{"command":"configure","settings":\#(settings)}"#, cookie: try await cookie())
      #expect(answer.body?["ok"]?.bool == true, "\(answer)")
    }

    /// What a browser keeps that followed a link of `focuskey open`.
    func cookie() async throws -> String {
      let answer = await Browser.get(try target(), port: port)
      try #require(Browser.status(answer) == "303")
      let line = try #require(answer.split(separator: "\r\n").first { $0.hasPrefix("Set-Cookie: ") })
      #expect(line.contains("; HttpOnly") && line.contains("; SameSite=Strict"))
      return String(line.dropFirst("Set-Cookie: ".count).prefix { $0 != ";" })
    }

    /// The path of a link that works once.
    func target() throws -> String {
      let link = try service("open", "--print").lines[0]
      return String(link.dropFirst("http://127.0.0.1:\(port)".count))
    }

    func get(_ name: String, more: String = "") async -> (status: String, body: JSONNode?) {
      Self.parts(await Browser.get("/api/v1/\(name)", more: more, port: port))
    }

    func command(_ body: String, cookie: String?, more: String = "Content-Type: application/json\r\n") async
      -> (status: String, body: JSONNode?)
    {
      let cookie = cookie.map { "Cookie: \($0)\r\n" } ?? ""
      return Self.parts(
        await Browser.send(
          // By the older rules an answer that goes on comes without marks between its parts.
          "POST /api/v1/commands HTTP/1.0\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n\(cookie)\(more)"
            + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)", to: port))
    }

    private static func parts(_ answer: String) -> (status: String, body: JSONNode?) {
      let body = answer.firstRange(of: "\r\n\r\n").map { String(answer[$0.upperBound...]) } ?? ""
      return (Browser.status(answer), try? JSONDocument(body).root)
    }
  }

  @Test func everythingCanBeAskedAsOnTheSocket() async throws {
    let desk = try Desk()
    _ = try desk.service("start", "work", "--minutes", "50", "--task", "thesis")
    #expect(await desk.get("status").body?["state"]?.string == "focusing")
    #expect(await desk.get("sessions").body?["sessions"]?.array?.first?["task"]?.string == "thesis")
    #expect(await desk.get("sessions?profile=study").body?["sessions"]?.array?.isEmpty == true)
    #expect(await desk.get("stats").body?["stats"]?["today"]?["sessions"]?.integer == 1)
    #expect(await desk.get("days").body?["hours"]?.array?.count == 24)
    #expect(await desk.get("profiles").body?["profiles"]?.array?.first?["id"]?.string == "work")
    #expect(await desk.get("keys").body?["keys"]?.array?.isEmpty == true)
    #expect(await desk.get("schedules").body?["schedules"]?.array?.first?["profile"]?.string == "sleep")
    #expect(await desk.get("promise").body?["promise"]?.isNull == true)
    for (name, kind) in [
      ("nothing", "no-such-resource"), ("sessions?limit=0", "not-a-request"), ("sessions?limit=x", "not-a-request"),
      ("sessions?since=x", "not-a-day"), ("sessions?before=x", "not-a-place"),
    ] {
      let answer = await desk.get(name)
      #expect(answer.body?["error"]?["kind"]?.string == kind, "\(name)")
      #expect(["400", "404"].contains(answer.status), "\(name)")
    }
  }

  @Test func aChangeNeedsTheToken() async throws {
    var desk = try Desk()
    let start = #"{"command":"start","profile":"work"}"#
    for cookie in [nil, "focuskey-\(desk.port)=", "focuskey-\(desk.port)=00000000000000000000000000000000", "other=1"] {
      let answer = await desk.command(start, cookie: cookie)
      #expect(answer.status == "403")
      #expect(answer.body?["error"]?["kind"]?.string == "no-token")
    }
    let cookie = try await desk.cookie()
    #expect(await desk.command(start, cookie: cookie, more: "").status == "415")
    #expect(await desk.command(start, cookie: cookie).body?["ok"]?.bool == true)
    let refused = await desk.command(#"{"command":"resume"}"#, cookie: cookie)
    #expect(refused.status == "409" && refused.body?["error"]?["kind"]?.string == "not-on-break")
    #expect(await desk.command("{", cookie: cookie).status == "400")
    #expect(await desk.command(#"{"command":"fly"}"#, cookie: cookie).status == "400")
    // A page of another port can set cookies of the same name, which browsers send first.
    let tossed = "focuskey-\(desk.port)=ffff; \(cookie); focuskey-\(desk.port)="
    #expect(await desk.command(#"{"command":"status"}"#, cookie: tossed).status == "200")
    // What somebody caught while the service was away is worth nothing once it is back.
    desk.service.stop()
    desk.service = try RunningService(home: desk.home.path)
    #expect(await desk.command(#"{"command":"stop"}"#, cookie: cookie).status == "403")
  }

  /// A browser that was let in proves so to the next start of the service, by a key that it never sends.
  @Test func aBrowserThatWasLetInGoesOnAfterARestart() async throws {
    var desk = try Desk()
    let json = "Content-Type: application/json\r\n"
    func access(_ body: String, _ more: String = "") async -> String {
      await Browser.send(
        "POST /api/v1/access HTTP/1.0\r\nHost: 127.0.0.1:\(desk.port)\r\n\(more)Content-Length: \(body.utf8.count)\r\n\r\n"
          + body, to: desk.port)
    }
    let cookie = try await desk.cookie()
    #expect(Browser.status(await access("{}", json)) == "403")
    #expect(Browser.status(await access("{}", "Cookie: \(cookie)\r\n")) == "415")
    let answer = await access("{}", json + "Cookie: \(cookie)\r\n")
    let key = try #require(answer.split(separator: #""key":""#).last?.prefix { $0 != "\"" })
    func proof(by key: Substring) async throws -> String {
      let tab = try Listener(port: desk.port, target: "/api/v1/events")
      defer { tab.leave() }
      #expect(await eventually { tab.received.contains(#""challenge":""#) })
      let challenge = try #require(tab.received.split(separator: #""challenge":""#).last?.prefix { $0 != "\"" })
      return HexText.text(of: HMACSHA256.code(of: Array("access1|\(challenge)".utf8), key: Array(key.utf8)))
    }
    let old = try await proof(by: key)
    desk.service.stop()
    desk.service = try RunningService(home: desk.home.path)
    for wrong in [old, try await proof(by: "00"), "", String(repeating: "0", count: 64)] {
      #expect(Browser.status(await access(#"{"proof":"\#(wrong)"}"#, json)) == "403")
    }
    let granted = await access(#"{"proof":"\#(try await proof(by: key))"}"#, json)
    let line = try #require(granted.split(separator: "\r\n").first { $0.hasPrefix("Set-Cookie: ") }, "\(granted)")
    let fresh = String(line.dropFirst("Set-Cookie: ".count).prefix { $0 != ";" })
    #expect(fresh != cookie)
    let started = await desk.command(#"{"command":"start","profile":"work"}"#, cookie: fresh)
    #expect(started.body?["ok"]?.bool == true)
  }

  @Test func aLinkLetsOneBrowserIn() async throws {
    let desk = try Desk()
    let target = try desk.target()
    // Anyone who only looks ahead does not use it up.
    #expect(!(await Browser.get(target, method: "HEAD", port: desk.port)).contains("Set-Cookie"))
    #expect(await Browser.get(target, port: desk.port).contains("Set-Cookie: focuskey-\(desk.port)="))
    let again = await Browser.get(target, port: desk.port)
    #expect(Browser.status(again) == "403" && !again.contains("Set-Cookie"))
    for other in ["/enter", "/enter?code=", "/enter?code=0000"] {
      #expect(Browser.status(await Browser.get(other, port: desk.port)) == "403")
    }
  }

  @Test func otherPagesAreRefused() async throws {
    let desk = try Desk()
    let cookie = try await desk.cookie()
    let json = "Content-Type: application/json\r\n"
    for more in [
      "Origin: https://evil.example\r\n", "Origin: null\r\n", "Sec-Fetch-Site: cross-site\r\n",
      "Sec-Fetch-Site: same-site\r\n",
    ] {
      #expect(await desk.command(#"{"command":"start"}"#, cookie: cookie, more: json + more).status == "403", "\(more)")
      #expect(await desk.get("status", more: more).status == "403", "\(more)")
      #expect(Browser.status(await Browser.get("/api/v1/events", more: more, port: desk.port)) == "403", "\(more)")
    }
    #expect(
      Browser.status(await Browser.get("/api/v1/status", host: "evil.example:\(desk.port)", port: desk.port)) == "421")
    #expect(
      ["405", "501"].contains(Browser.status(await Browser.get("/api/v1/commands", method: "OPTIONS", port: desk.port)))
    )
    #expect(try desk.service("status", "--json").output.contains(#""state":"idle""#))
  }

  @Test func whatHappensIsToldAtOnceAndAgainToWhoeverMissedIt() async throws {
    let desk = try Desk()
    let first = try Listener(port: desk.port, target: "/api/v1/events")
    #expect(await eventually { first.received.contains("event: status\ndata: {") })
    #expect(first.received.contains(#""resumed":false"#))
    let id = try #require(first.received.firstRange(of: "id: ")).upperBound
    let name = first.received[id...].prefix { $0 != "\n" }
    _ = try desk.service("start", "work")
    #expect(await eventually { first.received.contains(#""event":"session-started""#) })
    #expect(await eventually { first.received.contains(#""state":"focusing""#) })
    first.leave()
    _ = try desk.service("stop")
    let second = try Listener(port: desk.port, target: "/api/v1/events", more: "Last-Event-ID: \(name)\r\n")
    #expect(await eventually { second.received.contains(#""event":"question-opened""#) })
    #expect(second.received.contains(#""resumed":true"#) && second.received.contains(#""event":"session-started""#))
    // Of another run nothing can be told.
    let third = try Listener(port: desk.port, target: "/api/v1/events", more: "Last-Event-ID: other-0\r\n")
    #expect(await eventually { third.received.contains(#""resumed":false"#) })
    _ = try desk.service("promise", "edit", "I finish the thesis.")
    #expect(await eventually { third.received.contains("event: settings\n") })
  }

  @Test func aLinkIsTriedAgainstAFile() async throws {
    let desk = try Desk()
    let cookie = try await desk.cookie()
    let file = #"{\"applinks\":{\"details\":[{\"appIDs\":[\"A.b\"],\"components\":[{\"/\":\"/focus/*\"}]}]}}"#
    let answer = await desk.command(
      #"{"command":"explain-link","aasa":"\#(file)","url":"https://focuskey.app/focus/work"}"#, cookie: cookie)
    #expect(answer.body?["explanation"]?["result"]?.string == "match")
    #expect(answer.body?["forecast"]?["iphone"]?.string == "opens")
    let other = await desk.command(
      #"{"command":"explain-link","aasa":"\#(file)","url":"https://focuskey.app/stop"}"#, cookie: cookie)
    #expect(other.body?["explanation"]?["result"]?.string == "no-match")
    let rubbish = await desk.command(#"{"command":"explain-link","aasa":"{","url":"x"}"#, cookie: cookie)
    #expect(rubbish.body?["sound"]?.bool == false && rubbish.body?["explanation"] == nil)
  }

  /// keytool writes; where it cannot, its own words are passed on.
  @Test func aCardIsWrittenOrItIsSaidWhyNot() async throws {
    let desk = try Desk()
    let cookie = try await desk.cookie()
    let foreign = await desk.command(#"{"command":"write-card","link":"https://evil.example/"}"#, cookie: cookie)
    #expect(foreign.status == "400" && foreign.body?["error"] != nil)
    let option = await desk.command(#"{"command":"write-card","link":"--force"}"#, cookie: cookie)
    #expect(option.status == "400")
    let said = await desk.command(
      #"{"command":"write-card","link":"https://focuskey.app/focus/work"}"#, cookie: cookie)
    // No reader is here but the simulated one, whose cards are written as any others.
    #expect(said.body?["ok"]?.bool == true)
    #expect(said.body?["card"]?["verified"]?.bool == true)
    let bare = try Desk(arguments: [], environment: ["PCSCLITE_CSOCK_NAME": "/nowhere"])
    let refused = await bare.command(
      #"{"command":"write-card","link":"https://focuskey.app/focus/work"}"#, cookie: try await bare.cookie())
    #expect(refused.body?["ok"]?.bool == false)
    #expect(refused.body?["error"]?["kind"]?.string?.isEmpty == false)
    #expect(refused.body?["error"]?["kind"]?.string != "no-keytool")
  }
}
