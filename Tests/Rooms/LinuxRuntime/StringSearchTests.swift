import LinuxRuntime
import Testing

/// Search in texts without the engine of regular expressions.
@Suite struct StringSearchTests {
  @Test func aPartIsFoundAtItsFirstPlace() {
    let text = "a reader, ACS ACR122U, a reader"
    #expect(text.includes("ACR122U") && text.includes("a reader") && text.includes(text))
    #expect(text.place(of: "a reader")?.lowerBound == text.startIndex)
    #expect(text.place(of: "ACS").map { text[..<$0.lowerBound] } == "a reader, ")
    #expect(text.place(of: "ACS").map { text[$0.upperBound...] } == " ACR122U, a reader")
    #expect(text.dropFirst(2).includes("reader"))
  }

  @Test func whatIsNotThereIsNotFound() {
    #expect(!"ACR122".includes("ACR122U") && !"".includes("a") && !"aab".includes("ab ") && !"acr".includes("ACR"))
    #expect("aaab".includes("aab"))
  }

  @Test func nothingIsEverywhere() {
    #expect("".includes("") && "a".includes(""))
  }

  @Test func aCharacterIsExchangedEachTime() {
    #expect("it's 'quoted'".exchanging("'", for: #"'\''"#) == #"it'\''s '\''quoted'\''"#)
    #expect("2026-11-22T09".exchanging("T", for: " ") == "2026-11-22 09")
    #expect("none".exchanging("x", for: "y") == "none")
  }
}
