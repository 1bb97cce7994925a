import JSONText
import Testing

@Suite struct StrictReadingTests {
  /// Text, and how the value looks when it is written again.
  static let accepted: [(text: String, written: String)] = [
    ("null", "null"), (" true ", "true"), ("false\n", "false"), ("0", "0"), ("-0", "-0.0"), ("-12", "-12"),
    ("9223372036854775807", "9223372036854775807"), ("-9223372036854775808", "-9223372036854775808"),
    ("9223372036854775808", "9.223372036854776e+18"), ("1.5", "1.5"), ("1e2", "100.0"), ("1E-2", "0.01"),
    ("0.1", "0.1"), ("123456789.123456789e-30", "1.234567891234568e-22"), ("5e-324", "5e-324"), ("1e-400", "0.0"),
    ("1.7976931348623157e308", "1.7976931348623157e+308"),
    (#""""#, #""""#), (#""a\"\\\/\b\f\n\r\tz""#, #""a\"\\/\b\f\n\r\tz""#), (#""\u00e4\u20AC""#, #""ä€""#),
    (#""\uD83D\uDE00""#, #""😀""#), (#""\u0000\u007f\u009b""#, #""\u0000\u007f\u009b""#), ("\"\u{7F}\"", #""\u007f""#),
    ("\"ä/€\u{2028}😀\"", "\"ä/€\u{2028}😀\""), ("[]", "[]"), ("[ ]", "[]"), ("[1,[2,[]],\r\n3]", "[1,[2,[]],3]"),
    ("{}", "{}"), (#"{ "b" : 1 , "a" : { } }"#, #"{"a":{},"b":1}"#), (#"{"a":1,"a":2}"#, #"{"a":1,"a":2}"#),
    (#"{"\u00e9":1,"e\u0301":2,"z":3}"#, "{\"e\u{301}\":2,\"z\":3,\"\u{E9}\":1}"),
  ]

  @Test(arguments: accepted) func aTextIsReadAndWritten(text: String, written: String) throws {
    #expect(try JSONDocument(text).root.value.text == written)
  }

  @Test(arguments: [
    "[1.]", "[.5]", "[+1]", "[0x10]", "[01]", "[-]", "[1e]", "[1e+]", "[- 1]", "[1 2]", "[nul]", "[nulll]", "[truE]",
    "[\"\\x41\"]", "[\"\\u12G4\"]", "[\"\\uD800\"]", "[\"\\uDC00\"]", "[\"\\uD800\\u0041\"]", "[\"\t\"]", "[\"\u{1}\"]",
    "[\"a", "[\"a\\", "[\"a\\u00", "{1:2}", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "[1,]", "[,1]", "{,}", "[", "{", "]",
    "}",
    "[}", "{]", "1 2", "[] []", "//\n1", "1/**/", "'a'", "{a:1}", "Infinity", "NaN", "\u{FEFF}1", "1\u{A0}", "\u{0B}1",
    "[1e400]", "tru", "\"a\u{2028}",
  ])
  func whatTheGrammarDoesNotKnowIsRefused(text: String) {
    #expect(throws: JSONError.self) { try JSONDocument(text) }
  }

  @Test(
    arguments: [
      [0xFF], [0x22, 0x80, 0x22], [0x22, 0xC0, 0xAF, 0x22], [0x22, 0xC2, 0x22], [0x22, 0xE0, 0x80, 0xAF, 0x22],
      [0x22, 0xED, 0xA0, 0x80, 0x22], [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], [0x22, 0xF8, 0x88, 0x80, 0x80, 0x80, 0x22],
      [0x22, 0xE2, 0x82],
    ] as [[UInt8]])
  func illFormedUTF8IsRefused(octets: [UInt8]) {
    #expect(throws: JSONError.self) { try JSONDocument(octets) }
    #expect(throws: JSONError.self) { try JSONDocument(octets, grammar: .json5) }
  }

  @Test func everythingKnowsItsPlace() throws {
    let document = try JSONDocument("{\n  \"ä\": [ 1,\r\n  \"é😀\", {\"x\":\rtrue} ]}")
    let list = try #require(document.root["ä"])
    #expect(document.root.place == JSONPlace(offset: 0, line: 1, column: 1))
    #expect(document.root.object?.first?.place == JSONPlace(offset: 4, line: 2, column: 3))
    #expect(list.place == JSONPlace(offset: 10, line: 2, column: 8))
    #expect(list.array?[1].place == JSONPlace(offset: 18, line: 3, column: 3))
    #expect(list.array?[2].place == JSONPlace(offset: 28, line: 3, column: 9))
    #expect(list.array?[2]["x"]?.place == JSONPlace(offset: 34, line: 4, column: 1))
  }

  @Test func theFirstOfRepeatedNamesCounts() throws {
    let document = try JSONDocument(#"{"a":1,"o":[{"b":1},{"b":1,"c":0,"b":2,"b":3}],"a":2}"#)
    #expect(document.repeatsNames)
    #expect(document.root["a"]?.integer == 1)
    let repeated = document.repeatedNames()
    #expect(repeated.map(\.pointer.text) == ["/a", "/o/1/b", "/o/1/b"])
    #expect(repeated.map(\.place.offset) == [47, 33, 39])
    #expect(repeated.map(\.firstPlace.offset) == [1, 21, 21])
    #expect(document.repeatedNames(limit: 2).count == 2)
  }

  @Test func manyNamesAreComparedToo() throws {
    let names = (0..<1000).map { "\"n\($0)\":\($0)" }.joined(separator: ",")
    #expect(try !JSONDocument("{\(names)}").repeatsNames)
    #expect(try JSONDocument("{\(names),\"n500\":0}").repeatedNames().map(\.name) == ["n500"])
  }

  @Test func limitsHold() throws {
    let deep = String(repeating: "[", count: 128) + String(repeating: "]", count: 128)
    #expect(try JSONDocument(deep).root.kind == .array)
    let fault = #expect(throws: JSONError.self) { try JSONDocument("[" + deep + "]") }
    #expect(fault?.cause == .tooDeep(limit: 128))
    #expect(fault?.place.offset == 128)
    let endless = #expect(throws: JSONError.self) { try JSONDocument(String(repeating: "[", count: 1_000_000)) }
    #expect(endless?.cause == .tooDeep(limit: 128))
    let long = #expect(throws: JSONError.self) { try JSONDocument("[1, 2]", limits: JSONLimits(octets: 5)) }
    #expect(long?.cause == .tooLong(limit: 5))
  }
}
