import Glibc
internal import Languages

extension CommandContext {
  /// Whether a person sits at a terminal, sees what is said and can answer.
  package var isConversation: Bool {
    !wantsJSON && isatty(surroundings.input) == 1 && isatty(surroundings.output) == 1
  }

  /// Asks a person something; `y`, `yes` and the yes of the person's language are a yes, everything else is a no.
  ///
  /// - Parameter question: a sentence that ends in a question mark.
  /// - Returns: `nil` where nobody answers.
  package func asks(_ question: String) -> Bool? {
    let isTerminal = isatty(surroundings.input) == 1
    if isTerminal { writeText("\(speech.say(question)) ", to: surroundings.error) }
    guard let line = typedLine() else { return isTerminal ? false : nil }
    return speech.language.affirmations.contains(line.lowercased())
  }

  /// Throws unless a person says yes.
  package func mustWish(_ question: String) throws(Failure) {
    switch asks(question) {
    case true?: return
    case false?:
      throw Failure(
        .no, kind: "not-confirmed", what: "nothing was done", at: .text(""), advice: "answer yes to continue")
    case nil:
      throw Failure(
        .usage, kind: "not-confirmed", what: "nobody answered, and nothing was done", at: .text(""),
        advice: "run it in a terminal or add --yes")
    }
  }
}
