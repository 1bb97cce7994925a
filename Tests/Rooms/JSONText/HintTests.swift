import JSONText
import Testing

/// What people do to JSON: the text, the cause that is named, and the line and column where a person should look.
@Suite struct HintTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let text: String
    let hint: JSONHint?
    let line: Int
    let column: Int
    var testDescription: String { text }

    init(_ text: String, _ hint: JSONHint?, _ line: Int, _ column: Int) {
      (self.text, self.hint, self.line, self.column) = (text, hint, line, column)
    }
  }

  static let cases: [Case] = [
    Case("{\"a\": 1,\n}", .trailingComma, 2, 1),
    Case("[1, 2, ]", .trailingComma, 1, 8),
    Case("[1,,]", .trailingComma, 1, 4),
    Case("{\"a\":1},\n", .trailingComma, 1, 8),
    Case("[1,,2]", .extraComma, 1, 4),
    Case("[,1]", .extraComma, 1, 2),
    Case("{\u{201C}a\u{201D}: 1}", .smartQuotes, 1, 2),
    Case("{\"a\": \u{201C}b\u{201D}}", .smartQuotes, 1, 7),
    Case("{\"a\": \"b\u{201D},\n\"c\": 1}", .smartQuotes, 1, 9),
    Case("[\"a\u{201D}]", .smartQuotes, 1, 4),
    Case("{\"a\": 1\n \"b\": 2}", .missingComma, 2, 2),
    Case("[\"a\" \"b\"]", .missingComma, 1, 6),
    Case("[{} {}]", .missingComma, 1, 5),
    Case("[1 2]", .missingComma, 1, 4),
    Case("[true false]", .missingComma, 1, 7),
    Case("{\"a\":1; \"b\":2}", .missingComma, 1, 7),
    Case("{\"applinks\": {}\n \"webcredentials\": {}}", .missingComma, 2, 2),
    Case("// hello\n{}", .comment, 1, 1),
    Case("{ /* hello */ }", .comment, 1, 3),
    Case("{\"a\": 1 // one\n}", .comment, 1, 9),
    Case("[1, # one\n2]", .comment, 1, 5),
    Case("{} // end", .comment, 1, 4),
    Case("{ <!-- x --> }", .comment, 1, 3),
    Case("<!DOCTYPE html><html></html>", .html, 1, 1),
    Case("\n  <html>", .html, 2, 3),
    Case("<?xml version=\"1.0\"?><!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\">", .propertyList, 1, 1),
    Case("---\nlayout: none\n---\n{}", .frontMatter, 1, 1),
    Case("curl -sS --header 'Accept: text/html' \\\n http://127.0.0.1/", .shellCommand, 1, 1),
    Case("$ cat file", .shellCommand, 1, 1),
    Case("#!/bin/sh\n", .shellCommand, 1, 1),
    Case("{\"?\": [\"a\": \"*\"]}", .bracketsForBraces, 1, 11),
    Case("{\"\"a\": 1}", .doubledQuote, 1, 4),
    Case("[\"\"/a\"]", .doubledQuote, 1, 4),
    Case("[\"/a\"\"]", .doubledQuote, 1, 6),
    Case("{\"a\"\": 1}", .doubledQuote, 1, 5),
    Case("[\"\" \"a\"]", .missingComma, 1, 5),
    Case("[\"a\"\"b\"]", .missingComma, 1, 5),
    Case("{'a': 1}", .singleQuotes, 1, 2),
    Case("{\"a\": 'b'}", .singleQuotes, 1, 7),
    Case("{\"a\":\u{A0}1}", .nonBreakingSpace, 1, 6),
    Case("{\u{A0}\"a\": 1}", .nonBreakingSpace, 1, 2),
    Case("{\"a\": 1}\u{200B}", .nonBreakingSpace, 1, 9),
    Case("{\"a\" 1}", .missingColon, 1, 6),
    Case("{a: 1}", .unquotedWord, 1, 2),
    Case("{\"a\": b}", .unquotedWord, 1, 7),
    Case("{\"a\": True}", .foreignLiteral, 1, 7),
    Case("{\"a\": None}", .foreignLiteral, 1, 7),
    Case("{\"a\": \"b \"c\" d\"}", .unescapedQuote, 1, 11),
    Case("{\"a\": \"b\nc\"}", .lineBreakInString, 1, 9),
    Case("[1, 2}", .unbalancedBracket, 1, 6),
    Case("{\"a\": 1}}", .unbalancedBracket, 1, 9),
    Case("{\"a\": 1}}, {\"b\": 2}", .unbalancedBracket, 1, 9),
    Case("{\"a\": ]", .unbalancedBracket, 1, 7),
    Case("{\"a\": [1, 2", .cutShort, 1, 12),
    Case("{\"a\": \"b", .cutShort, 1, 7),
    Case("{\"a\": 1} {\"b\": 2}", .moreThanOneValue, 1, 10),
    Case("\u{FEFF}{}", .byteOrderMark, 1, 1),
    Case("{{ site.data | jsonify }}", .template, 1, 2),
    Case("{\"a\": {{ b }}}", .template, 1, 8),
    Case("{% include x %}", .template, 1, 2),
    Case("{\"a\": ${b}}", .template, 1, 7),
    Case("<% x %>", .template, 1, 1),
    Case("", nil, 1, 1),
    Case(" \n ", nil, 1, 1),
    Case("hello", .unquotedWord, 1, 1),
  ]

  @Test(arguments: cases) func theLikelyCauseIsNamed(_ given: Case) throws {
    let fault = try #require(throws: JSONError.self) { try JSONDocument(given.text) }
    #expect(fault.hint == given.hint)
    #expect(fault.place.line == given.line)
    #expect(fault.place.column == given.column)
    #expect(!fault.message.isEmpty)
  }

  @Test func otherEncodingsAreNamed() throws {
    let utf16: [UInt8] = [0xFF, 0xFE, 0x7B, 0x00, 0x7D, 0x00]
    #expect(throws: JSONError(place: .start, cause: .notUTF8(0xFF), hint: .utf16)) { try JSONDocument(utf16) }
    let unmarked: [UInt8] = [0x7B, 0x00, 0x7D, 0x00]
    #expect(try #require(throws: JSONError.self) { try JSONDocument(unmarked) }.hint == .utf16)
    let windows: [UInt8] = [0x7B, 0x93, 0x61, 0x94, 0x7D]
    #expect(try #require(throws: JSONError.self) { try JSONDocument(windows) }.hint == .smartQuotes)
    let latin: [UInt8] = [0x7B, 0xA0, 0x7D]
    #expect(try #require(throws: JSONError.self) { try JSONDocument(latin) }.hint == .nonBreakingSpace)
  }

  @Test func sentencesNameWhatStandsThere() throws {
    let fault = try #require(throws: JSONError.self) { try JSONDocument("[1, 2, ]") }
    #expect(fault.message == "found ‘]’ instead of a value; remove the comma before the closing bracket")
  }
}
