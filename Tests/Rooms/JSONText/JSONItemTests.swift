import JSONText
import Testing

@Suite struct JSONItemTests {
  private func file(_ text: String) throws -> JSONItem {
    JSONItem(try JSONDocument(text, grammar: .json5).root)
  }

  @Test func aFileBecomesValues() throws {
    let root = try file(
      "{ name: 'Work', minutes: 50, ratio: 0.5, on: true, sites: ['a', 'b'], breaks: [{ every: '60m' }], gone: null }")
    let profile = try root.members("name", "minutes", "ratio", "on", "sites", "breaks", "gone", "never")
    #expect(try profile.required("name").string() == "Work")
    #expect(try profile["minutes"]?.integer(in: 1...999) == 50)
    #expect(try profile["minutes"]?.number() == 50)
    #expect(try profile["ratio"]?.number() == 0.5)
    #expect(try profile["on"]?.bool() == true)
    #expect(try profile["sites"]?.strings() == ["a", "b"])
    #expect(profile["never"] == nil)
    #expect(profile["gone"] == nil)
    let first = try #require(try profile["breaks"]?.array().first)
    #expect(first.pointer.text == "/breaks/0")
    #expect(try first.members("every").required("every").string() == "60m")
  }

  @Test func anUnknownNameNamesTheNearest() throws {
    let root = try file("{\n  profils: [] }")
    let refusal = try #require(throws: JSONShapeError.self) { try root.members("profiles", "keys") }
    #expect(refusal.cause == .unknownName("profils", nearest: "profiles", known: ["profiles", "keys"]))
    #expect(refusal.place == JSONPlace(offset: 4, line: 2, column: 3))
    #expect(refusal.pointer.text == "/profils")
    #expect(refusal.message == "unknown name “profils”: did you mean “profiles”?")
  }

  @Test func wrongKindsWordsAndRangesAreRefusedWithTheirPath() throws {
    let root = try file("{ a: { 'x/y~z': [ 1, '2', 2.5, 70000 ] } }")
    let items = try root.members("a").required("a").members("x/y~z").required("x/y~z").array()
    func refusal(_ body: () throws -> Void) throws -> JSONShapeError {
      try #require(throws: JSONShapeError.self) { try body() }
    }
    #expect(try refusal { _ = try items[0].string() }.message == "found a number instead of a string")
    #expect(try refusal { _ = try items[1].integer() }.pointer.text == "/a/x~1y~0z/1")
    #expect(try refusal { _ = try items[2].integer() }.cause == .notWhole)
    #expect(try refusal { _ = try items[3].integer(in: 0...65535) }.message == "70000 is not between 0 and 65535")
    let word = try refusal { _ = try items[1].word(among: ["1", "key"]) }
    #expect(word.message == "unknown word “2”: known here: 1, key")
    #expect(try refusal { _ = try root.members("a").required("b") }.message == "“b” is missing")
    #expect(try refusal { _ = try items[0].members("a") }.cause == .wrongKind(expected: .object, found: .number))
    #expect(items[0].refusal("must be even").message == "must be even")
  }

  @Test func aNameThatStandsTwiceIsRefused() throws {
    let root = try file("{ a: 1, b: 2, a: 3 }")
    #expect(throws: JSONShapeError.self) { try root.members("a", "b") }
    let refusal = try #require(throws: JSONShapeError.self) { try root.namedItems() }
    #expect(refusal.cause == .repeatedName("a"))
    #expect(refusal.place.offset == 14)
  }

  @Test func peoplesOwnNamesKeepTheirOrder() throws {
    #expect(try file("{ z: 1, a: 2 }").namedItems().map(\.name) == ["z", "a"])
  }
}
