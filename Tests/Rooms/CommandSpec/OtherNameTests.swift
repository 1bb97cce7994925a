import CommandSpec
import Testing

/// A program that goes by another name than its texts have, and a command that hands its words on.
@Suite struct OtherNameTests {
  private let words = Operand<String>(.text("WORD"), "words", count: .any)

  private func program(_ name: String) -> ProgramSpec {
    let write = CommandSpec(
      "write", "Write a card",
      discussion: """
        The program sample writes.

        $ sample write | sample read
        """)
    let other = CommandSpec("other", "Run another program", handsOn: true, takes: [words])
    return ProgramSpec(
      name, writtenAs: "sample", version: "1", date: "today", "a sample", commands: [write, other])
  }

  @Test("examples, usage, manual and completions have the name that it goes by")
  func names() {
    let help = HelpPage.text(of: program("long-sample"), path: ["write"])
    #expect(help.contains("  $ long-sample write | long-sample read\n"))
    #expect(help.contains("USAGE: long-sample write"))
    #expect(help.contains("The program sample writes."))
    #expect(ManualPage.mdoc(of: program("long-sample")).contains(".Nm long-sample\n"))
    #expect(CompletionScript.bash(for: program("long-sample")).contains("complete -F _long_sample long-sample\n"))
    #expect(program("long-sample").asCalled("do first: sample write") == "do first: long-sample write")
    #expect(program("sample").asCalled("do first: sample write") == "do first: sample write")
  }

  @Test("every word behind a command that hands on is its operand, also --help")
  func handsOn() throws {
    let line = ["other", "write", "--help", "-x", "--", "--version"]
    guard case .run(let invocation) = try program("sample").parse(line) else {
      Issue.record("not a command")
      return
    }
    #expect(invocation.command == ["other"])
    #expect(invocation.all(words) == Array(line.dropFirst()))
  }
}
