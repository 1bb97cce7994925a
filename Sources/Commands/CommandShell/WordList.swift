/// Words that only the running program knows, for completion: the names of profiles, keys, readers.
///
/// A declaration names the list (`.text("PROFILE", wordList: "profiles")`), and the program answers it by `words
/// profiles`.
package struct WordList: Sendable {
  package let name: String
  let words: ProgramCommand.Words

  package init(_ name: String, words: @escaping ProgramCommand.Words) {
    self.name = name
    self.words = words
  }
}

private let list = Operand<String>(.text("LIST"), "the name of the list")

/// `words`: hidden, because it answers scripts. A list that cannot be had is empty: nobody wants an error while
/// pressing TAB.
func wordsCommand(of lists: [WordList]) -> ProgramCommand {
  ProgramCommand("words", "Print the words of a list for completion", isHidden: true, takes: [list]) {
    context throws(Failure) in
    guard let wanted = lists.first(where: { known in known.name == context.invocation[list] }) else { return .done }
    do throws(Failure) {
      for word in try await wanted.words(context) { try context.write(word + "\n") }
    } catch {}
    return .done
  }
}
