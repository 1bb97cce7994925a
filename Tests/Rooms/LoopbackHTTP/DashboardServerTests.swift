import Glibc
import LinuxRuntime
import LoopbackHTTP
import RealParts
import TestSupport
import Testing

@Suite(.realParts) struct DashboardServerTests {
  static func served(
    isForOneUser: Bool = false, place: ListeningPlace = .loopback,
    _ answer: @escaping @Sendable (HTTPRequest) async -> HTTPAnswer, _ body: (UInt16) async throws -> Void
  ) async throws {
    let loop = try EventLoop()
    let server = DashboardServer(loop: loop, place: place, port: 0, isForOneUser: isForOneUser, answer: answer)
    let port = try await server.open()
    try await body(port)
    await server.close()
    loop.close()
  }

  @Sendable static func echo(_ request: HTTPRequest) async -> HTTPAnswer {
    let words = "\(request.method) \(request.target) \(request.header("x-test") ?? "-") \(request.body.count)"
    return HTTPAnswer(status: 200, type: "text/plain", body: Array(words.utf8))
  }

  @Test func requestsArriveAndAnswersLeave() async throws {
    try await Self.served(Self.echo) { port in
      #expect(await Browser.get("/start?profile=work", port: port).hasSuffix("\r\n\r\nget /start?profile=work - 0"))
      #expect(await Browser.get("/a%20b", more: "X-Test: 1\r\n", port: port).hasSuffix("get /a%20b 1 0"))
      #expect(await Browser.get("/", host: "localhost:\(port)", port: port).hasSuffix("get / - 0"))
      let head = await Browser.get("/x", method: "HEAD", port: port)
      #expect(head.hasPrefix("HTTP/1.1 200 OK\r\n") && head.hasSuffix("\r\n\r\n"))
      #expect(head.contains("Content-Length: 11\r\n"))
      #expect(
        await Browser.send(
          "POST /x HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\nContent-Length: 5\r\n\r\nhello", to: port
        ).hasSuffix("post /x - 5"))
    }
  }

  @Test func everyAnswerForbidsWhatNoPageNeeds() async throws {
    try await Self.served(Self.echo) { port in
      for answer in [await Browser.get("/", port: port), await Browser.get("/", host: "evil.example", port: port)] {
        for line in [
          "Content-Security-Policy: default-src 'none'; ", "X-Content-Type-Options: nosniff\r\n",
          "X-Frame-Options: DENY\r\n",
          "Referrer-Policy: no-referrer\r\n", "Cross-Origin-Resource-Policy: same-origin\r\n",
        ] { #expect(answer.contains(line)) }
        #expect(!answer.contains("Access-Control-Allow"))
      }
    }
  }

  @Test func onlyRequestsThatAreMeantForUsPass() async throws {
    try await Self.served(Self.echo) { port in
      for host in ["evil.example", "127.0.0.1", "127.0.0.1:\(port + 1)", "localhost.evil.example:\(port)", "", "[::1]"]
      {
        #expect(Browser.status(await Browser.get("/", host: host, port: port)) == "421", "\(host)")
      }
      #expect(Browser.status(await Browser.send("GET / HTTP/1.0\r\n\r\n", to: port)) == "421")
      #expect(
        Browser.status(
          await Browser.get("/", more: "Host: evil.example\r\n", port: port)) == "421")
      for origin in ["https://evil.example", "null", "http://localhost"] {
        #expect(Browser.status(await Browser.get("/", more: "Origin: \(origin)\r\n", port: port)) == "403")
      }
      #expect(Browser.status(await Browser.get("/", more: "Origin: http://127.0.0.1:\(port)\r\n", port: port)) == "200")
    }
  }

  /// A port of 127.0.0.2 can be somebody else's while the same port of 127.0.0.1 is the owner's.
  @Test func onlyTheOwnersOwnConnectionIsTheirs() async throws {
    let (octets, feed) = AsyncStream.makeStream(of: [UInt8].self)
    try await Self.served(isForOneUser: true) { request in
      request.target == "/events" ? HTTPAnswer(type: "text/event-stream", stream: octets) : .plain(200, "here")
    } _: { port in
      let tab = try Listener(port: port, target: "/events")
      feed.yield(Array("open\n".utf8))
      #expect(await eventually { tab.received.contains("open\n") })
      let neighbour = await Browser.get("/", port: port, from: ("127.0.0.2", tab.port))
      #expect(["403", ""].contains(Browser.status(neighbour)), "\(neighbour)")
      #expect(Browser.status(await Browser.get("/", port: port)) == "200")
      tab.leave()
    }
  }

  @Test func whatIsTooMuchIsRefused() async throws {
    try await Self.served(Self.echo) { port in
      let long = String(repeating: "x", count: 20_000)
      #expect(["400", "413", "414", "431", ""].contains(Browser.status(await Browser.get("/\(long)", port: port))))
      #expect(
        ["400", "413", "431", ""].contains(
          Browser.status(await Browser.get("/", more: "X-Long: \(long)\r\n", port: port))))
      let body = await Browser.get("/", more: "Content-Length: 2000000\r\n", method: "POST", port: port)
      #expect(["400", "413", ""].contains(Browser.status(body)))
      #expect(["405", "501", "400"].contains(Browser.status(await Browser.get("/", method: "BREW", port: port))))
      #expect(["400", "405", ""].contains(Browser.status(await Browser.send("\u{0}\u{1}\r\n\r\n", to: port))))
      #expect(Browser.status(await Browser.get("/", port: port)) == "200")
    }
  }

  @Test func aSlowAnswerHoldsUpNobody() async throws {
    let (gate, opener) = AsyncStream.makeStream(of: Void.self)
    try await Self.served { request in
      if request.target == "/slow" { for await _ in gate { break } }
      return .plain(200, request.target)
    } _: { port in
      async let slow = Browser.get("/slow", port: port)
      #expect(await Browser.get("/quick", port: port).hasSuffix("/quick\n"))
      opener.yield()
      #expect(await slow.hasSuffix("/slow\n"))
    }
  }

  /// A browser that leaves, and a service that stops, while an answer is being made.
  @Test func whoeverLeavesFirstDoesNoHarm() async throws {
    let (gate, opener) = AsyncStream.makeStream(of: Void.self)
    let loop = try EventLoop()
    let isAsked = Locked(false)
    let server = DashboardServer(loop: loop, port: 0) { request in
      if request.target == "/pending" { isAsked.withLock { $0 = true } }
      for await _ in gate { break }
      return .plain(200, "late")
    }
    let port = try await server.open()
    for _ in 0..<3 {
      let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      _ = unsafe withUnsafePointer(to: &address) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          unsafe connect(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
      let text = "GET / HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n"
      _ = unsafe write(number, text, text.utf8.count)
      close(number)
    }
    async let pending = Browser.get("/pending", port: port)
    // Once the port is closed, somebody else's server may answer there.
    #expect(await eventually { isAsked.withLock { $0 } })
    await server.close()
    #expect(["503", ""].contains(Browser.status(await pending)))
    opener.finish()
    try await Task.sleep(for: .milliseconds(20))
    loop.close()
  }

  /// An answer that goes on reaches the browser piece by piece, and ends for its source when the browser leaves.
  @Test func anAnswerGoesOnUntilSomebodyLeaves() async throws {
    let (octets, feed) = AsyncStream.makeStream(of: [UInt8].self)
    let (ends, ended) = AsyncStream.makeStream(of: Void.self)
    feed.onTermination = { _ in ended.yield() }
    try await Self.served { _ in
      HTTPAnswer(type: "text/event-stream", stream: octets)
    } _: { port in
      let listener = try Listener(port: port, target: "/events")
      #expect(await eventually { listener.received.contains("Content-Type: text/event-stream\r\n") })
      for word in ["one", "two"] {
        feed.yield(Array("\(word)\n".utf8))
        #expect(await eventually { listener.received.contains("\(word)\n") })
      }
      listener.leave()
      for await _ in ends { break }
    }
  }

  /// Anyone who does not read what is sent is let go, and nobody else waits for that.
  @Test func whoDoesNotReadIsLetGo() async throws {
    let (octets, feed) = AsyncStream.makeStream(of: [UInt8].self)
    let (ends, ended) = AsyncStream.makeStream(of: Void.self)
    feed.onTermination = { _ in ended.yield() }
    try await Self.served { request in
      request.target == "/events" ? HTTPAnswer(type: "text/event-stream", stream: octets) : .plain(200, "here")
    } _: { port in
      let deaf = try Listener(port: port, target: "/events", reads: false)
      // More than the kernel's buffers of a connection and the server's own together.
      let part = [UInt8](repeating: 0x61, count: 64 << 10)
      for _ in 0..<400 { feed.yield(part) }
      for await _ in ends { break }
      #expect(await Browser.get("/", port: port).hasSuffix("here\n"))
      deaf.leave()
    }
  }

  /// The service stops while somebody listens.
  @Test func aListenerHearsThatTheServerStops() async throws {
    let (octets, feed) = AsyncStream.makeStream(of: [UInt8].self)
    let loop = try EventLoop()
    let server = DashboardServer(loop: loop, port: 0) { _ in HTTPAnswer(type: "text/event-stream", stream: octets) }
    let listener = try Listener(port: try await server.open(), target: "/")
    feed.yield(Array("here\n".utf8))
    #expect(await eventually { listener.received.contains("here\n") })
    await server.close()
    #expect(await eventually { listener.hasEnded })
    loop.close()
  }

  @Test func aQueryIsReadAsItWasMeant() async throws {
    try await Self.served { request in
      .plain(
        200,
        "\(request.path) \(request.query("a") ?? "-") \(request.query("b") ?? "-") \(request.cookies("c").joined(separator: "|"))"
      )
    } _: { port in
      for (target, cookie, expected) in [
        ("/x", "", "/x - - "), ("/x?a=1&b=2", "c=3", "/x 1 2 3"),
        ("/x?a=%C3%A4+b&b", "d=1; c=2=3", "/x \u{e4} b  2=3"),
        ("/x?a=%zz&b=%ff", "", "/x - - "), ("/x?aa=1&a=", "cc=1;c=", "/x  - "),
        ("/x", "c=1; d=2; c=3", "/x - - 1|3"),
      ] {
        let answer = await Browser.get(target, more: cookie.isEmpty ? "" : "Cookie: \(cookie)\r\n", port: port)
        #expect(answer.hasSuffix("\r\n\r\n\(expected)\n"), "\(target)")
      }
    }
  }

  @Test func aTakenPortIsSaid() async throws {
    try await Self.served(Self.echo) { port in
      let loop = try EventLoop()
      let second = DashboardServer(loop: loop, port: port, answer: Self.echo)
      await #expect(throws: SystemError("bind", EADDRINUSE, on: "127.0.0.1:\(port)")) { try await second.open() }
      loop.close()
    }
  }
}
