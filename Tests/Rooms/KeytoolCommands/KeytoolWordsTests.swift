import CommandShell
import KeytoolCommands
import Testing

/// What help says of keytool's commands and options: as short and in the same form as focuskey's.
@Suite struct KeytoolWordsTests {
  private static func all(_ command: CommandSpec, _ path: String) -> [(path: String, command: CommandSpec)] {
    [(path, command)] + command.subcommands.flatMap { all($0, "\(path) \($0.name)") }
  }

  private static let commands = all(Keytool.program.spec.root, "keytool")

  @Test func aSummaryHasAtMostEightWordsAndBeginsWithACapital() {
    for (path, command) in Self.commands.dropFirst() {
      #expect(command.abstract.split(separator: " ").count <= 8, "\(path): \(command.abstract)")
      #expect(command.abstract.first?.isUppercase == true, "\(path): \(command.abstract)")
      #expect(!command.abstract.hasSuffix("."), "\(path): \(command.abstract)")
    }
    #expect(Self.commands.count > 25)
  }

  @Test func anOptionHasAtMostEightWords() {
    for (path, command) in Self.commands {
      for option in command.options {
        #expect(option.help.split(separator: " ").count <= 8, "\(path) --\(option.name): \(option.help)")
      }
    }
  }
}
