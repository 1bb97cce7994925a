import ConnectionNames
import Testing

@Suite struct RequestHeadTests {
  func host(_ head: String) -> String? {
    guard case .request(let request) = RequestHead.read(Array(head.utf8)) else { return nil }
    return String(decoding: request.host, as: UTF8.self)
  }

  @Test(arguments: [
    ("GET / HTTP/1.1\r\nHost: social.example\r\n\r\n", "social.example"),
    ("GET / HTTP/1.1\nhOsT:\tsocial.example:8080 \n\n", "social.example"),
    ("POST http://social.example/x HTTP/1.1\r\nHost: open.example\r\n\r\n", "social.example"),
    ("GET http://user:pw@social.example:80?x HTTP/1.1\r\n\r\n", "social.example"),
    ("CONNECT social.example:443 HTTP/1.1\r\n\r\n", "social.example"),
    ("GET / HTTP/1.1\r\nX-Host: a\r\nHost: [2001:db8::1]:80\r\n\r\n", "2001:db8::1"),
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

  @Test(arguments: [
    "GET / HTTP/1.0\r\n\r\n", "GET / HTTP/1.1\r\nHost: a.example\r\nHost: b.example\r\n\r\n",
    "GET / HTTP/1.1\r\nHost:\r\n\r\n",
    "CONNECT :443 HTTP/1.1\r\n", "GET /" + String(repeating: "x", count: 20_000),
  ])
  func aRequestWithoutOneHostIsUnnamed(head: String) {
    #expect(RequestHead.read(Array(head.utf8)) == .unnamed)
  }

  @Test(arguments: ["SSH-2.0-OpenSSH\r\n", "EHLO there\r\n", "GETX / HTTP/1.1\r\n", "\u{16}\u{3}"])
  func whatIsNotHTTPIsLeftAlone(head: String) {
    #expect(RequestHead.read(Array(head.utf8)) == .notHTTP)
  }
}
