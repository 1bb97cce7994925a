import JSONText
import Testing

@Suite struct JSON5Tests {
  static let accepted: [(text: String, written: String)] = [
    // The sample on the first page of json5.org, in parts and in our words.
    ("{ // one\n  unquoted: 'and you can', }", #"{"unquoted":"and you can"}"#),
    ("{ single: 'it\\'s \"here\"' }", #"{"single":"it's \"here\""}"#),
    ("{ broken: 'Look, \\\nno new line' }", #"{"broken":"Look, no new line"}"#),
    ("{ broken: 'a\\\r\nb\\\u{2028}c' }", #"{"broken":"abc"}"#),
    ("[0xdecaf, 0XFF, -0x10]", "[912559,255,-16]"),
    ("[.5, 5., +1, +.5, -.5, 5.e1, 1e3]", "[0.5,5.0,1,0.5,-0.5,50.0,1000.0]"),
    ("[Infinity, -Infinity, +Infinity, NaN, -NaN]", "[null,null,null,null,null]"),
    ("/* a */[1,/* b\n * c */2,]// end", "[1,2]"), ("\u{FEFF}{\u{A0}$_a1:\u{2003}1\u{2029}}", #"{"$_a1":1}"#),
    ("{ünï: 1, a\\u0062c: 2}", #"{"abc":2,"ünï":1}"#), (#"'\x41\v\0\q\/'"#, #""A\u000b\u0000q/""#),
    ("\"tab\there\"", #""tab\there""#), ("{true: 1, null: 2}", #"{"null":2,"true":1}"#),
    ("0xFFFFFFFFFFFFFFFFFF", "4.722366482869645e+21"), ("{}", "{}"), ("[]", "[]"), ("{\"a\": 1}", #"{"a":1}"#),
    (
      "[.00000000000000000001234567890123456789, 12345678901234567890.]",
      "[1.2345678901234569e-20,1.2345678901234567e+19]"
    ),
  ]

  @Test(arguments: accepted) func aTextIsReadAndWritten(text: String, written: String) throws {
    #expect(try JSONDocument(text, grammar: .json5).root.value.text == written)
  }

  @Test(arguments: [
    "", "[,]", "{,}", "[1,,2]", "{a}", "{a:}", "{1a: 1}", "{a-b: 1}", "0x", "0xG", "+", ".", "-", ". 5", "1e", "010",
    "'a\nb'", "'\\1'", "'\\01'", "'\\xZ1'", "/* a", "{\\x61: 1}", "a", "undefined", "Infinit", "Nan", "1 // a\n 2",
    "\u{201C}a\u{201D}", "{\u{201C}a\u{201D}: 1}", "[1 2]", "# a\n1",
  ])
  func whatTheGrammarDoesNotKnowIsRefused(text: String) {
    #expect(throws: JSONError.self) { try JSONDocument(text, grammar: .json5) }
  }

  @Test func placesCountThroughComments() throws {
    let document = try JSONDocument("/* ä\n */ {\n// é\n a: 'ö', b: 1}", grammar: .json5)
    #expect(document.root["b"]?.place == JSONPlace(offset: 31, line: 4, column: 13))
  }
}
