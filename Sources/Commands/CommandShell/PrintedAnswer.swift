package import Languages

/// What a command answers: one struct with a form for people and one for programs.
package protocol PrintedAnswer {
  /// For people, without a line end; empty if there is nothing to say.
  var text: String { get }
  /// For programs (`--json`).
  var json: JSONValue { get }
  /// For people, in their language. By default it is ``text``, each line as the catalogue has it; a table says the
  /// words in its cells, since what a person named stays as it is.
  func text(in speech: Speech) -> String
  /// For people at a terminal: the same, laid out and coloured. By default it is ``text`` in the person's language.
  func screen(_ terminal: TerminalStyle) -> String
}

extension PrintedAnswer {
  package func text(in speech: Speech) -> String { speech.say(text) }

  package func screen(_ terminal: TerminalStyle) -> String { text(in: terminal.speech) }
}
