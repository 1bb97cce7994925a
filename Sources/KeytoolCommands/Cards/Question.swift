internal import CommandShell
internal import CommandSpec
import Glibc

/// Questions to the person before what cannot be undone.
enum Question {
  /// Asks until the word is typed; anything else is a no.
  static func mustAgree(_ context: CommandContext, _ what: String, word: String) throws(CommandFailure) {
    if context.invocation[CardOptions.yes] { return }
    guard isatty(context.surroundings.input) == 1 else {
      throw CommandFailure(
        .usage, kind: "not-confirmed", what: "this cannot be undone and nobody can be asked", at: .text(what),
        advice: "say --yes")
    }
    context.note("\(what)? This cannot be undone. Type '\(word)' to go on:")
    var line: [UInt8] = []
    var octet: UInt8 = 0
    while unsafe Glibc.read(context.surroundings.input, &octet, 1) == 1, octet != UInt8(ascii: "\n") {
      line.append(octet)
    }
    guard String(decoding: line, as: UTF8.self) == word else {
      throw CommandFailure(
        .no, kind: "not-confirmed", what: "nothing was done", at: .text(what), advice: "type '\(word)' to go on")
    }
  }
}
