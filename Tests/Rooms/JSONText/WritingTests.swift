import JSONText
import TestSupport
import Testing

@Suite struct WritingTests {
  @Test func literalsBuildAnswers() {
    let uri: String? = "https://focuskey.app/start"
    let answer: JSONValue = [
      "ok": true, "records": [["tnf": 1, "uri": JSONValue(uri)], nil], "capacity": 137, "share": 0.25,
      "words": JSONValue(["a"]),
    ]
    #expect(
      answer.text
        == #"{"capacity":137,"ok":true,"records":[{"tnf":1,"uri":"https://focuskey.app/start"},null],"share":0.25,"words":["a"]}"#
    )
  }

  @Test func membersWithoutAValueAreLeftOut() {
    let absent: JSONValue? = nil
    #expect(JSONValue.members(["a": 1, "b": absent, "c": .null]).text == #"{"a":1,"c":null}"#)
  }

  @Test func theIndentedFormHasOneMemberPerLine() {
    let value: JSONValue = ["b": [1, [:], []], "a": ["c": "d"]]
    #expect(
      value.indentedText == """
        {
          "a": {
            "c": "d"
          },
          "b": [
            1,
            {},
            []
          ]
        }
        """)
  }

  @Test func keysAreSortedByTheirOctets() {
    let value: JSONValue = ["b": 1, "a": 2, "B": 3, "aa": 4, "ä": 5, "": 6, "😀": 7, "\u{FFFD}": 8]
    #expect(value.text == "{\"\":6,\"B\":3,\"a\":2,\"aa\":4,\"b\":1,\"ä\":5,\"\u{FFFD}\":8,\"😀\":7}")
  }

  @Test func membersAreSetReplacedAndTakenAway() {
    var object: JSONObject = ["a": 1, "b": 2]
    object["a"] = 3
    object["c"] = 4
    object["b"] = nil
    #expect(JSONValue.object(object).text == #"{"a":3,"c":4}"#)
    #expect(object["c"] == 4)
  }

  @Test func numbersOfAnyWidthAreKept() {
    #expect(JSONValue(UInt8(7)) == .integer(7))
    #expect(JSONValue(UInt64.max) == .number(1.8446744073709552e19))
    #expect(JSONValue.integer(.min).text == "-9223372036854775808")
    #expect(JSONValue.number(.infinity).text == "null")
  }

  /// What is written is read as the same value, in both forms and both grammars.
  @Test func writingAndReadingAreInverse() throws {
    var random = Dice(seed: 20260921)
    for _ in 0..<2_000 {
      let value = random.value(depth: 0)
      let text = value.text
      #expect(try JSONDocument(text).root.value.text == text)
      #expect(try JSONDocument(value.indentedText).root.value.text == text)
      #expect(try JSONDocument(text, grammar: .json5).root.value.text == text)
    }
  }
}

extension Dice {
  mutating func value(depth: Int) -> JSONValue {
    switch Int.random(in: 0..<(depth > 4 ? 5 : 7), using: &self) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &self))
    case 2: return .integer(Int64(truncatingIfNeeded: next()) >> Int64.random(in: 0..<64, using: &self))
    case 3: return .number(double())
    case 4: return .string(text())
    case 5: return .array((0..<Int.random(in: 0..<5, using: &self)).map { _ in value(depth: depth + 1) })
    default:
      var object = JSONObject()
      for _ in 0..<Int.random(in: 0..<12, using: &self) { object.append(text(), value(depth: depth + 1)) }
      return .object(object)
    }
  }

  private mutating func double() -> Double {
    let number = Double(bitPattern: next())
    return number.isFinite ? number : 0.5
  }

  private mutating func text() -> String {
    let alphabet: [Unicode.Scalar] = [
      "a", "B", "0", "\"", "\\", "/", "\n", "\0", "\u{7F}", "\u{9B}", "ä", "€", "😀", "“",
    ]
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0..<8, using: &self) { text.append(alphabet.randomElement(using: &self) ?? "a") }
    return String(text)
  }
}
