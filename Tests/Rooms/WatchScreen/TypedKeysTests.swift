import Testing

@testable import WatchScreen

@Suite struct TypedKeysTests {
  /// What was typed, in one piece and in every two pieces, is the same.
  private func read(_ text: String) -> [String] {
    let octets = Array(text.utf8)
    return (0...octets.count).map { cut in
      var keys = TypedKeys()
      var read = keys.take(octets[..<cut])
      read += keys.take(octets[cut...])
      return String(decoding: read, as: UTF8.self)
    }
  }

  @Test(arguments: [
    ("yes", "yes"), ("\u{1B}[Dyes.", "yes."), ("a\u{1B}[Db", "ab"), ("\u{1B}OPq", "q"), ("\u{1B}[1;5Cq", "q"),
    ("\u{1B}[15~ä", "ä"), ("\u{1B}xq", "q"), ("\u{1B}äq", "q"), ("\u{1B}あq", "q"), ("\u{1B}😀q", "q"),
    ("\u{1B}[[Aq", "q"), ("\u{1B}[1\u{1B}[Aq", "q"), ("\u{1B}O\u{1B}[Aq", "q"), ("a\u{1B}[Z\u{7F}\rb", "a\u{7F}\rb"),
  ]) func keysOfSeveralOctetsAreNoLetters(typed: String, letters: String) {
    #expect(read(typed).allSatisfy { $0 == letters }, "\(read(typed))")
  }

  /// What is read of pieces of which each one has had its time.
  private func settled(_ pieces: String...) -> [String] {
    var keys = TypedKeys()
    return pieces.map { piece in
      let read = keys.take(piece.utf8) + keys.settle()
      #expect(!keys.isWaiting)
      return String(decoding: read, as: UTF8.self)
    }
  }

  @Test func escapeIsAKeyWhenNothingFollows() {
    #expect(settled("a\u{1B}", "q") == ["a\u{1B}", "q"])
    #expect(settled("\u{1B}\u{1B}", "\u{1B}[D") == ["\u{1B}\u{1B}", ""])
  }

  @Test func halfAnArrowIsNoKey() {
    #expect(settled("\u{1B}[", "D") == ["", "D"])
    #expect(settled("\u{1B}O", "P") == ["", "P"])
  }

  @Test(arguments: [("a", false), ("\u{1B}", true), ("\u{1B}[1;", true), ("\u{1B}[D", false), ("\u{1B}O", true)])
  func aKeyThatMayGoOnIsWaitedFor(typed: String, waits: Bool) {
    var keys = TypedKeys()
    _ = keys.take(typed.utf8)
    #expect(keys.isWaiting == waits)
  }
}
