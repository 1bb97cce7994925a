import Testing

@testable import WatchScreen

@Suite struct TypedSentenceTests {
  private func sentence(_ typed: String) -> TypedSentence {
    var sentence = TypedSentence()
    let isTaken = typed.utf8.map { sentence.take($0) }
    #expect(!isTaken.contains(false))
    return sentence
  }

  @Test(arguments: [
    ("I quit.", "I quit."), ("naïve\u{7F}\u{7F}\u{7F}\u{08}", "n"), ("日本\u{7F}", "日"), ("wrong\u{15}right", "right"),
    ("\u{7F}a", "a"),
  ]) func lettersAreAddedAndTakenAway(typed: String, text: String) {
    #expect(sentence(typed).text == text)
  }

  @Test func otherKeysAreNoLetters() {
    var sentence = sentence("a")
    let isTaken = [0x1B, 0x0D].map { sentence.take($0) }
    #expect(isTaken == [false, false])
    #expect(sentence.text == "a")
  }

  @Test func aSentenceEndsSomewhere() {
    #expect(sentence(String(repeating: "a", count: 5000)).text.utf8.count == 4096)
  }
}
