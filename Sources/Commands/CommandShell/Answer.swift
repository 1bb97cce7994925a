package import JSONText
internal import Languages

/// What a command answers: one struct with a form for people and one for programs.
package protocol Answer {
  /// For people; without a line end behind it. Empty for nothing to say.
  var text: String { get }
  /// For programs (`--json`).
  var json: JSONValue { get }
  /// For people at a terminal: the same, laid out and coloured. By default it is ``text`` in the person's language.
  func screen(_ terminal: TerminalStyle) -> String
}

extension Answer {
  /// The text as it is.
  package func screen(_ terminal: TerminalStyle) -> String { terminal.speech.say(text) }
}
