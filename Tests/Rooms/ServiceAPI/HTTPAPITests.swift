import JSONText
import RealParts
import ServiceAPI
import TestSupport
import Testing

@Suite(.realParts) struct HTTPAPITests {
  private func post(_ body: String, _ more: String, to port: UInt16) async -> String {
    await Browser.send(
      "POST /api/v1/commands HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n\(more)"
        + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)", to: port)
  }

  /// The cookie that a browser gets by a link.
  private func cookie(by link: String, port: UInt16) async throws -> String {
    let path = String(link.dropFirst("http://127.0.0.1:\(port)".count))
    let answer = await Browser.get(path, port: port)
    let line = try #require(answer.split(separator: "\r\n").first { $0.hasPrefix("Set-Cookie: ") })
    return String(line.dropFirst("Set-Cookie: ".count).prefix { $0 != ";" })
  }

  @Test("Everybody of this user may look; a change needs a browser that came by a link.")
  func onlyALinkLetsABrowserChangeThings() async throws {
    let rig = try await ServiceRig()
    try await rig.serving { port in
      #expect(await Browser.get("/api/v1/status", port: port).contains(#""state":"idle""#))
      let start = #"{"command":"start","minutes":25}"#
      let json = "Content-Type: application/json\r\n"
      #expect(await post(start, json, to: port).contains("no-token"))
      let link = try #require(rig.access.makeLink())
      let cookie = try await cookie(by: link, port: port)
      #expect(await post(start, "Cookie: \(cookie)\r\n", to: port).contains("not-json"))
      let started = await post(start, json + "Cookie: \(cookie)\r\n", to: port)
      #expect(started.contains("session-started"))
      let status = await Browser.get("/api/v1/status", port: port)
      #expect(status.contains(#""state":"focusing""#))
    }
    await rig.end()
  }

  /// Asks for the shield's page, or for a break on it.
  private func shield(_ method: String, _ cookie: String? = nil, port: UInt16) async -> String {
    let head = cookie.map { "Cookie: \($0)\r\n" } ?? ""
    let body = method == "POST" ? "Content-Length: 7\r\n\r\nbreak=1" : "\r\n"
    return await Browser.send(
      "\(method) /shield HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n\(head)\(body)", to: port)
  }

  @Test("The shield's page takes a break where the rules grant one and the browser was let in, and offers none else.")
  func theShieldTakesABreak() async throws {
    let rig = try await ServiceRig()
    try await rig.serving { port in
      let cookie = try await cookie(by: try #require(rig.access.makeLink()), port: port)
      // Work grants none before 25 minutes of focus.
      _ = try await rig.ask(#"{"command":"start","profile":"work"}"#)
      #expect(await !shield("GET", cookie, port: port).contains("Take a break"))
      #expect(await shield("POST", cookie, port: port).hasPrefix("HTTP/1.1 303"))
      #expect(try await rig.ask(#"{"command":"status"}"#)["state"]?.string == "focusing")
    }
    await rig.end()
    let free = try await ServiceRig()
    try await free.serving { port in
      let cookie = try await cookie(by: try #require(free.access.makeLink()), port: port)
      _ = try await free.ask(#"{"command":"configure","settings":{"profiles":[{"id":"free","name":"Free"}]}}"#)
      _ = try await free.ask(#"{"command":"start","profile":"FREE"}"#)
      // A browser that was not let in changes nothing.
      #expect(await !shield("GET", port: port).contains("Take a break"))
      #expect(await shield("POST", port: port).hasPrefix("HTTP/1.1 303"))
      #expect(try await free.ask(#"{"command":"status"}"#)["state"]?.string == "focusing")
      #expect(await shield("GET", cookie, port: port).contains("Take a break"))
      #expect(await shield("POST", cookie, port: port).hasPrefix("HTTP/1.1 303"))
      #expect(try await free.ask(#"{"command":"status"}"#)["state"]?.string == "break")
    }
    await free.end()
  }

  @Test("A link works once.")
  func aLinkWorksOnce() async throws {
    let rig = try await ServiceRig()
    try await rig.serving { port in
      let link = try #require(rig.access.makeLink())
      _ = try await cookie(by: link, port: port)
      let path = String(link.dropFirst("http://127.0.0.1:\(port)".count))
      #expect(await Browser.get(path, port: port).hasPrefix("HTTP/1.1 403"))
      #expect(await Browser.get("/enter?code=0000", port: port).hasPrefix("HTTP/1.1 403"))
    }
    await rig.end()
  }

  @Test(
    "An error of the service has the status that HTTP has for it.",
    arguments: [
      ("/api/v1/sessions?limit=x", 400), ("/api/v1/nothing", 404), ("/api/v1/days?since=soon", 400),
      ("/api/v1/stats", 200), ("/api/v1/history?format=dance", 400),
    ])
  func statusOfErrors(path: String, status: Int) async throws {
    let rig = try await ServiceRig()
    try await rig.serving { port in
      #expect(await Browser.get(path, port: port).hasPrefix("HTTP/1.1 \(status) "))
    }
    await rig.end()
  }

  @Test("A request that another site's page makes is refused.")
  func anotherSitesPageIsRefused() async throws {
    let rig = try await ServiceRig()
    try await rig.serving { port in
      let answer = await Browser.get("/api/v1/status", more: "Sec-Fetch-Site: cross-site\r\n", port: port)
      #expect(answer.hasPrefix("HTTP/1.1 403") && answer.contains("cross-site"))
    }
    await rig.end()
  }
}
