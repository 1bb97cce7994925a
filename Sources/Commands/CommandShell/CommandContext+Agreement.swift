import Glibc

extension CommandContext {
  /// Asks before what cannot be undone until the word is typed; anything else is a no.
  ///
  /// - Parameters:
  ///   - isAgreed: whether the person agreed already, by `--yes`.
  ///   - what: what is about to be done, such as "lock this card for good".
  ///   - word: what has to be typed.
  ///   - isFinal: whether it cannot be undone, which is then said.
  package func mustAgree(
    _ isAgreed: Bool, to what: String, word: String, isFinal: Bool = true
  ) throws(Failure) {
    if isAgreed { return }
    let isTerminal = isatty(surroundings.input) == 1
    if isTerminal {
      printNote(
        isFinal
          ? "\(what)? This cannot be undone. Type '\(word)' to continue:" : "\(what)? Type '\(word)' to continue:")
    }
    var line: [UInt8] = []
    var octet: UInt8 = 0
    while unsafe Glibc.read(surroundings.input, &octet, 1) == 1, octet != UInt8(ascii: "\n") { line.append(octet) }
    // What comes through a pipe is an answer too; the end of one is nobody.
    guard isTerminal || !line.isEmpty else {
      throw Failure(
        .usage, kind: "not-confirmed", what: isFinal ? "this cannot be undone" : "nobody agreed to this",
        at: .text(what),
        advice: "run it in a terminal or add --yes")
    }
    guard String(decoding: line, as: UTF8.self) == word else {
      throw Failure(
        .no, kind: "not-confirmed", what: "nothing was done", at: .text(what), advice: "type '\(word)' to continue")
    }
  }
}
