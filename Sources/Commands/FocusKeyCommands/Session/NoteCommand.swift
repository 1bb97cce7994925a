internal import CommandShell
internal import CommandSpec
internal import Requests
internal import ServiceContract

private let words = Operand<String>(.text("TEXT"), "what to remember; empty removes the note")
private let session = Option("session", value: .text("ID"), "the session, as history --json names it")

/// `note`
var noteCommand: ProgramCommand {
  ProgramCommand(
    CommandSpec(
      "note", "Write a note about a session",
      discussion: """
        Without --session the note is about the session that is running, or about the last one. A new note takes the place of the
        old one. History shows it.

        $ focuskey note "The second half went well: phone in the kitchen."
        """
    ) {
      words
      session
    }
  ) { context throws(Failure) in
    try context.relay(.note(try context.require(words), session: context.invocation[session]))
  }
}
