import ConnectionNames
import Testing

@Suite struct DestinationReaderTests {
  static func name(_ text: String, _ port: UInt16? = nil) -> Destination {
    Destination(.name(Array(text.utf8)), port: port)
  }

  static func octets(_ text: String) -> [UInt8] { Array(text.utf8) }

  /// What a reader hears of octets that come in pieces of some size, and whether it hears more.
  static func heard(_ octets: [UInt8], in size: Int = .max) -> (found: [Destination], isOver: Bool) {
    var reader = DestinationReader()
    var found: [Destination] = []
    for start in stride(from: 0, to: octets.count, by: min(size, octets.count)) {
      found += reader.read(octets[start..<min(start + min(size, octets.count), octets.count)])
    }
    return (found, reader.isOver)
  }

  static let chunked = octets(
    "POST /u HTTP/1.1\r\nHost: a.example\r\nTransfer-Encoding: chunked\r\n\r\n"
      + "5;x=GET\r\nGET /\r\n1A\r\nabcdefghijklmnopqrstuvwxyz\r\n0\r\nTrailer: x\r\n\r\n")
  /// What a client says once its server has answered a hello.
  static let finished: [UInt8] = [20, 3, 3, 0, 1, 1, 23, 3, 3, 0, 2, 7, 7]
  static let next = octets("GET / HTTP/1.1\r\nHost: social.example\r\n\r\n")

  @Test(arguments: [1, 3, 10_000])
  func everyRequestOfAKeptAliveConnectionIsHeard(size: Int) {
    let first = Self.octets(
      "PUT / HTTP/1.1\r\nHost: a.example\r\nContent-Length: 40\r\n\r\n" + String(repeating: "G", count: 40))
    let all = first + Self.chunked + [13, 10] + Self.octets("PURGE / HTTP/1.1\r\nHost: b.example\r\n\r\n") + Self.next
    let heard = Self.heard(all, in: size)
    #expect(heard.found == ["a.example", "a.example", "b.example", "social.example"].map { Self.name($0) })
    #expect(!heard.isOver)
  }

  /// A body may hold what looks like a request; it is not one.
  @Test func aBodyIsNotRead() {
    let first = Self.octets("POST / HTTP/1.1\r\nHost: a.example\r\nContent-Length: \(Self.next.count)\r\n\r\n")
    #expect(Self.heard(first + Self.next).found == [Self.name("a.example")])
  }

  @Test func whatFollowsARequestAndIsNoneEndsTheReading() {
    let first = Self.octets("GET /chat HTTP/1.1\r\nHost: a.example\r\nUpgrade: websocket\r\n\r\n")
    let heard = Self.heard(first + [0x81, 0x85, 1, 2, 3, 4, 5])
    #expect(heard.found == [Self.name("a.example")])
    #expect(heard.isOver)
  }

  static let socks5: [UInt8] = [5, 2, 0, 2]
  static let password: [UInt8] = [1, 1, 0x75, 2, 0x70, 0x77]
  static let toName: [UInt8] = [5, 1, 0, 3, 14] + octets("social.example") + [1, 0xBB]
  static let toAddress: [UInt8] = [5, 1, 0, 1, 198, 51, 100, 10, 1, 0xBB]
  static let toSix: [UInt8] = [5, 1, 0, 4] + [UInt8](repeating: 1, count: 16) + [0, 80]
  static let socks4a: [UInt8] = [4, 1, 1, 0xBB, 0, 0, 0, 1, 0x75, 0] + octets("social.example") + [0]
  static let socks4: [UInt8] = [4, 1, 0, 80, 198, 51, 100, 10, 0]

  @Test(arguments: [1, 5, 10_000])
  func whatAProxyIsAskedForIsHeard(size: Int) {
    for greeting in [Self.socks5, Self.socks5 + Self.password] {
      #expect(Self.heard(greeting + Self.toName, in: size).found == [Self.name("social.example", 443)])
    }
    #expect(Self.heard(Self.socks4a, in: size).found == [Self.name("social.example", 443)])
  }

  /// An address tells nothing; what goes through the proxy then does.
  @Test(arguments: [1, 100, 10_000])
  func whatGoesThroughAProxyIsHeard(size: Int) {
    let inner = Self.heard(Self.socks5 + Self.toAddress + HelloMaker().octets + Self.finished, in: size)
    #expect(inner.found == [Self.name("m.social.example", 443)])
    #expect(inner.isOver)
    #expect(Self.heard(Self.socks5 + Self.toSix + Self.next, in: size).found == [Self.name("social.example", 80)])
    #expect(Self.heard(Self.socks4 + Self.next + Self.next, in: size).found.count == 2)
    let connect = Self.octets("CONNECT a.example:443 HTTP/1.1\r\nHost: a.example:443\r\n\r\n")
    #expect(
      Self.heard(connect + HelloMaker().octets, in: size).found
        == [Self.name("a.example", 443), Self.name("m.social.example", 443)])
  }

  @Test func aProxyThatIsAskedForManyThingsIsHeardEachTime() {
    let all =
      "GET http://a.example/ HTTP/1.1\r\n\r\nGET http://social.example:8080/ HTTP/1.1\r\nHost: a.example\r\n\r\n"
    // Where the target names another host than the field, some servers take the one and some the other.
    #expect(
      Self.heard(Self.octets(all)).found == [
        Destination(.name(Self.octets("a.example")), port: 80, isRequest: true),
        Destination(.name(Self.octets("social.example")), port: 8080, isRequest: true), Self.name("a.example"),
      ])
  }

  @Test func proxiesBehindProxiesHaveAnEnd() {
    let connect = Self.octets("CONNECT a.example:443 HTTP/1.1\r\n\r\n")
    let heard = Self.heard((0..<50).flatMap { _ in connect })
    #expect(heard.isOver)
    #expect(heard.found.count == 6 && heard.found.last == Destination(.unnamed, port: 443))
  }

  @Test(arguments: [[5, 0], [5, 1, 0, 9], [4, 9], [5, 1, 0, 5, 9], [5, 1, 0, 5, 1, 0, 7], [8, 9]] as [[UInt8]])
  func whatIsNoProxysIsAnotherProtocol(octets: [UInt8]) {
    #expect(Self.heard(octets).found == [Destination(.other)])
  }

  /// A server may ask for the hello a second time, and takes the name of that one.
  @Test(arguments: [1, 7, 10_000])
  func theSecondHelloIsHeardToo(size: Int) {
    var other = HelloMaker()
    other.serverNames = [(0, Self.octets("b.example"))]
    let names = [Self.name("m.social.example"), Self.name("b.example")]
    let change: [UInt8] = [20, 3, 3, 0, 1, 1]
    #expect(Self.heard(HelloMaker().octets + change + other.octets, in: size).found == names)
    // Content that is too early for the server is passed over.
    var early = HelloMaker()
    early.after = [(42, [])]
    let content: [UInt8] = [23, 3, 3, 0, 3, 1, 2, 3]
    #expect(Self.heard(early.octets + change + content + content + other.octets, in: size).found == names)
    let plain = Self.heard(HelloMaker().octets + content + other.octets, in: size)
    #expect(plain.found == [Self.name("m.social.example")])
    #expect(plain.isOver)
    // The next message of TLS 1.2, and nothing but changes.
    #expect(Self.heard(HelloMaker().octets + [22, 3, 3, 0, 2, 16, 0], in: size).isOver)
    let changes = Self.heard(HelloMaker().octets + (0..<40).flatMap { _ in change }, in: size)
    #expect(changes.found.last == Destination(.broken))
  }

  /// Words that no program has a reason for, and that servers understand in different ways.
  @Test(arguments: [
    [22, 3, 1, 0, 0], [22, 3, 1, 0, 4, 2, 0, 0, 0], [20, 3, 3, 0, 1, 1], [21, 3, 1, 0, 2, 1, 0], [23, 3, 3, 0, 0],
    octets("GET / HTTP/1.1\r\nHost: a.example\r\nHost: b.example\r\n\r\n"),
    octets("GET / HTTP/1.1\r\nHost: a@b.example\r\n\r\n"),
    octets("GET / HTTP/1.1\r\nHost:\r\n b.example\r\n\r\n"),
    octets("GET http://a.example\\@b.example/ HTTP/1.1\r\n\r\n"),
    octets("GET / HTTP/1.1\r\nX: " + String(repeating: "x", count: 70_000)),
  ])
  func whatServersReadInDifferentWaysIsBroken(octets: [UInt8]) {
    for size in [1, 11, 100_000] { #expect(Self.heard(octets, in: size).found == [Destination(.broken)]) }
  }
}
