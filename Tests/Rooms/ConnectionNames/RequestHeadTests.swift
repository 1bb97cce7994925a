import ConnectionNames
import Testing

@Suite struct RequestHeadTests {
  func host(_ head: String) -> String? {
    guard case .request(let request) = RequestHead.read(Array(head.utf8)) else { return nil }
    return request.host.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(arguments: [
    ("GET / HTTP/1.1\r\nHost: social.example\r\n\r\n", "social.example"),
    ("GET / HTTP/1.1\nhOsT:\tsocial.example:8080 \n\n", "social.example"),
    ("POST http://social.example/x HTTP/1.1\r\nHost: open.example\r\n\r\n", "social.example"),
    ("GET http://user:pw@social.example:80?x HTTP/1.1\r\n\r\n", "social.example"),
    ("CONNECT social.example:443 HTTP/1.1\r\n\r\n", "social.example"),
    ("GET / HTTP/1.1\r\nX-Host: a\r\nHost: [2001:db8::1]:80\r\n\r\n", "2001:db8::1"),
    ("FOO / HTTP/1.1\r\nHost: social.example\r\n\r\n", "social.example"),
    ("get\t/\tHTTP/1.1\r\nHost : social.example\r\n\r\n", "social.example"),
    ("GET\u{B}/ http/1.0\r\nHost: social.example\r\n\r\n", "social.example"),
    (" GET / HTTP/1.1\r\nHost: social.example\r\n\r\n", "social.example"),
    ("GET ftp://social.example:21/ HTTP/1.1\r\n\r\n", "social.example"),
    (
      "GET / HTTP/1.1\r\nX: " + String(repeating: "x", count: 21_000) + "\r\nHost: social.example\r\n\r\n",
      "social.example"
    ),
  ])
  func theHostIsFound(head: String, expected: String) {
    #expect(host(head) == expected)
  }

  @Test func everyBeginningAsksForMore() {
    let head = Array("DELETE /a HTTP/1.1\r\nAccept: */*\r\nHost: social.example\r\n\r\n".utf8)
    for count in 0..<head.count {
      #expect(RequestHead.read(Array(head[..<count])) == .needsMore, "\(count)")
    }
  }

  @Test(arguments: ["GET / HTTP/1.0\r\n\r\n", "GET / HTTP/1.1\r\nHost:\r\n\r\n", "CONNECT :443 HTTP/1.1\r\n\r\n"])
  func aRequestWithoutAHostNamesNone(head: String) {
    guard case .request(let request) = RequestHead.read(Array(head.utf8)) else { return #expect(Bool(false)) }
    #expect(request.host == nil)
    #expect(request.length == head.utf8.count)
  }

  @Test(arguments: [
    "GET / HTTP/1.1\r\nHost: a.example\r\nHost: b.example\r\n\r\n", "GET /" + String(repeating: "x", count: 70_000),
    "GET / HTTP/1.1\r\nHost: a.example\r\nHost : b.example\r\n\r\n", "GET / HTTP/1.1\r\nHost: a.example:b\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a@b.example\r\n\r\n", "GET / HTTP/1.1\r\nHost: a.example/\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a.example\r\n\tb.example\r\n\r\n", "GET http://a@b@c/ HTTP/1.1\r\n\r\n",
    "CONNECT a@b.example:443 HTTP/1.1\r\n\r\n", "GET http://a b.example/ HTTP/1.1\r\nHost: a\u{0}\r\n\r\n",
  ])
  func whatCannotBeARequestIsMalformed(head: String) {
    #expect(RequestHead.read(Array(head.utf8)) == .malformed)
  }

  @Test(arguments: [
    ("", RequestHead.Body.octets(0)), ("Content-Length: 12\r\n", .octets(12)),
    ("content-length:7\r\nContent-Length: 7\r\n", .octets(7)), ("Content-Length: 7\r\nContent-Length: 8\r\n", .unknown),
    ("Content-Length: +7\r\n", .unknown), ("Content-Length: 9999999999999999999\r\n", .unknown),
    ("Transfer-Encoding: gzip, Chunked\r\nContent-Length: 3\r\n", .chunked), ("Transfer-Encoding: gzip\r\n", .unknown),
  ])
  func whatFollowsTheHeadIsKnown(fields: String, body: RequestHead.Body) {
    let head = "POST / HTTP/1.1\r\nHost: a.example\r\n\(fields)\r\n"
    guard case .request(let request) = RequestHead.read(Array(head.utf8)) else { return #expect(Bool(false)) }
    #expect(request.body == body)
  }

  @Test(arguments: [
    ("CONNECT a.example:993 HTTP/1.1", 993), ("CONNECT a.example HTTP/1.1", 443),
    ("GET http://a.example/ HTTP/1.1", 80),
    ("GET ftp://a.example:21/ HTTP/1.1", 80), ("GET wss://a.example/ HTTP/1.1", 443),
    ("GET HTTPS://u@a.example:8443/ HTTP/1.1", 8443), ("GET http://[2001:db8::1]:81/ HTTP/1.1", 81),
    ("GET / HTTP/1.1\r\nHost: a.example:82", nil),
  ])
  func theProxysPortIsKnown(line: String, port: UInt16?) {
    guard case .request(let request) = RequestHead.read(Array("\(line)\r\n\r\n".utf8)) else {
      return #expect(Bool(false))
    }
    #expect(request.port == port)
  }

  @Test(arguments: [
    "SSH-2.0-OpenSSH\r\n", "EHLO there\r\n", "GETX / HTXP/1.1\r\n", "\u{16}\u{3}", "*1\r\n", "x\u{1}",
    String(repeating: "x", count: 9000),
  ])
  func whatIsNotHTTPIsLeftAlone(head: String) {
    #expect(RequestHead.read(Array(head.utf8)) == .notHTTP)
  }
}
