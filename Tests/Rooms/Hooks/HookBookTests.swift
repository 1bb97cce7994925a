import FocusLinks
import FocusWire
import Hooks
import Testing

@Suite struct HookBookTests {
  private func book(_ text: String) throws -> HookBook {
    try HookBook(JSONItem(JSONDocument(text, grammar: .json5).root))
  }

  @Test func hooksAreReadInTheirOrder() throws {
    let book = try book(
      """
      [
        { on: ["session-started", "session-ended"], run: ["notify-send", "FocusKey"] },
        { on: "session-started", post: "http://127.0.0.1:8123/hook", headers: { Authorization: "Bearer x" }, within: "5s" },
        { on: ["break-started"], mqtt: "mqtt://user:word@broker.local:1883/focuskey/events" },
      ]
      """)
    #expect(book.hooks.map(\.name) == ["hooks[0]", "hooks[1]", "hooks[2]"])
    #expect(book.hooks[0].action == .run(["notify-send", "FocusKey"]))
    #expect(book.hooks[0].limit == .seconds(10))
    #expect(
      book.hooks[1].action
        == .post(url: "http://127.0.0.1:8123/hook", headers: [.init(name: "Authorization", value: "Bearer x")]))
    #expect(book.hooks[1].limit == .seconds(5))
    #expect(book.hooks[2].action == .publish(url: "mqtt://user:word@broker.local:1883/focuskey/events"))
    #expect(book.hooks(for: .event("session-started")) == [0, 1])
    #expect(book.hooks(for: .event("session-ended")) == [0])
    #expect(book.hooks(for: .event("break-ended")) == [])
    #expect(book.hooks(for: .route("session-started")) == [])
  }

  @Test(arguments: [
    ("{}", "list"), ("[{ run: ['x'] }]", "on"), ("[{ on: 'sesion-started', run: ['x'] }]", "session-started"),
    ("[{ on: ['session-started', 'brake-started'], run: ['x'] }]", "break-started"),
    ("[{ on: [], run: ['x'] }]", "at least one event"), ("[{ on: 'attempt' }]", "run, post or mqtt"),
    ("[{ on: 'attempt', run: ['x'], post: 'http://a/' }]", "only one"), ("[{ on: 'attempt', run: [] }]", "program"),
    ("[{ on: 'attempt', run: 'rm -rf /' }]", "list"), ("[{ on: 'attempt', runn: ['x'] }]", "run"),
    ("[{ on: 'attempt', post: 'ftp://a/' }]", "https://"), ("[{ on: 'attempt', post: 'http:///x' }]", "https://"),
    ("[{ on: 'attempt', post: 'http://a b/' }]", "https://"), ("[{ on: 'attempt', mqtt: 'mqtt://a' }]", "topic"),
    ("[{ on: 'attempt', mqtt: 'mqtt://a/b/#' }]", "topic"), ("[{ on: 'attempt', mqtt: 'mqtts://a/b' }]", "mqtt://"),
    ("[{ on: 'attempt', run: ['x'], headers: { a: 'b' } }]", "post"),
    ("[{ on: 'attempt', post: 'http://a/', headers: { 'a\\nb': 'c' } }]", "header"),
    ("[{ on: 'attempt', post: 'http://a/', headers: { a: 'b\\r\\nc' } }]", "header"),
    ("[{ on: 'attempt', run: ['x'], within: '0s' }]", "0s"), ("[{ on: 'attempt', run: ['x'], within: '1h' }]", "10m"),
    ("[{ on: 'attempt', run: ['x', 'a\\u0000b'] }]", "U+0000"),
  ])
  func whatIsNoHookIsRefusedWithTheRightWord(text: String, word: String) throws {
    #expect {
      try book(text)
    } throws: { error in
      guard let mismatch = error as? JSONShapeError else { return false }
      #expect(mismatch.message.contains(word), "\(mismatch.message)")
      return true
    }
  }

  @Test func anEventIsToldAsTheEventStreamTellsIt() {
    let event = Event(
      at: Timestamp(milliseconds: 1_790_000_000_000), kind: .tapIgnored(.stranger, "desk", [CardUID([4, 0xAB])]))
    let occasion = HookEvent(event, in: .utc)
    #expect(occasion.cause == .event("tap-ignored"))
    #expect(occasion.line == event.json(in: .utc).octets + [0x0A])
    #expect(
      occasion.environment == [
        "FOCUSKEY_AT=\(ISO8601.text(event.at, in: .utc))", "FOCUSKEY_EVENT=tap-ignored", "FOCUSKEY_WHY=stranger",
        "FOCUSKEY_READER=desk", "FOCUSKEY_UID=04AB",
      ])
  }

  /// What is on a card arrives as data: in one object, and in variables of names that the configuration chose.
  @Test func aLinkIsDataAndNothingElse() throws {
    let link = OwnLink(
      route: "lights", arguments: [.init("room", "a;reboot\"$(x)\n"), .init("the-level", "50\u{0}1")])
    let occasion = HookEvent(
      link, text: "https://focuskey.app/lights/a", by: .card(reader: "desk", uid: [4, 1]),
      at: Timestamp(milliseconds: 0), in: .utc)
    #expect(occasion.cause == .route("lights"))
    let root = try JSONDocument(occasion.line).root
    #expect(root["event"]?.string == "link")
    #expect(root["route"]?.string == "lights")
    #expect(root["by"]?.string == "card")
    #expect(root["arguments"]?["room"]?.string == "a;reboot\"$(x)\n")
    #expect(occasion.line.count { $0 == 0x0A } == 1)
    #expect(occasion.environment.contains("FOCUSKEY_ARG_ROOM=a;reboot\"$(x)\n"))
    #expect(occasion.environment.contains("FOCUSKEY_ARG_THE_LEVEL=501"))
    #expect(occasion.environment.contains("FOCUSKEY_LINK=https://focuskey.app/lights/a"))
  }
}
