import ShieldProtocol
import Testing

@Suite struct ShieldProtocolTests {
  static let requests: [ShieldRequest] = [
    .order(lease: 30_000, until: nil), .order(lease: 1, until: 5_000_000), .answersECH(true),
    .answersECH(false), .section(allowsOnlyNamed: true),
    .section(allowsOnlyNamed: false), .site(Array("reddit.com".utf8), isException: false),
    .site(Array("old.reddit.com".utf8), isException: true), .later(from: 77),
    .program(application: "chat", path: "/opt/chat room/chat"),
    .left(Array("a.example".utf8)), .browsers(stamp: 9, processes: [40, 41]), .browsers(stamp: 9, processes: []),
    .commit, .renew(stamp: 281_474_976_710_656), .lift(stamp: nil), .lift(stamp: 7), .status, .watch, .clear,
  ]

  @Test(arguments: requests)
  func aRequestIsReadAsItWasWritten(request: ShieldRequest) throws {
    #expect(try ShieldRequest(line: Array(request.line.utf8)[...]) == request)
  }

  @Test(arguments: [
    ("", ShieldRequestError.verb), ("exec /bin/sh", .verb), ("COMMIT", .verb), ("commit now", .arguments),
    ("order", .arguments),
    ("order 30000", .arguments), ("order 0 -", .lease(0)), ("order 60001 -", .lease(60_001)),
    ("order -1 -", .arguments),
    ("order 99999999999999999999 -", .arguments), ("section both", .arguments), ("later", .arguments),
    ("later -", .arguments),
    ("ech", .arguments), ("ech maybe", .arguments), ("program x", .arguments),
    ("program x relative", .path), ("program  /x", .arguments), ("site a\u{0}b", .letter), ("site", .verb),
    // An order is renewed by its stamp; before it had one it was not said.
    ("renew", .arguments), ("renew x", .arguments), ("renew -1", .arguments), ("renew 1 2", .arguments),
    ("browsers", .arguments), ("browsers x", .arguments), ("browsers 1 x", .arguments), ("browsers 1  2", .arguments),
    ("lift x", .arguments),
  ])
  func whatIsNoRequestSaysWhy(line: String, why: ShieldRequestError) {
    #expect(throws: why) { try ShieldRequest(line: Array(line.utf8)[...]) }
  }

  @Test(arguments: [
    ShieldAnswer.layer(name: "sites", state: .up, why: ""),
    .layer(name: "apps", state: .unavailable, why: "no fanotify in this kernel"),
    .done, .ordered(stamp: 281_474_976_710_656), .refused("lease"),
    .deniedSite(host: "m.social.example", rule: "social.example"),
    .deniedSite(host: "-", rule: "-"),
    .deniedProgram(application: "chat", process: 42), .changed, .repaired(layer: "sites"),
  ])
  func anAnswerIsReadAsItWasWritten(answer: ShieldAnswer) {
    #expect(ShieldAnswer(line: Array(answer.line.utf8)[...]) == answer)
  }
}
