import LinuxRuntime
import RealParts
import TestSupport
import Testing

/// A promise that is written in a terminal.
@Suite(.realParts, .timeLimit(.minutes(2))) struct PromiseTerminalTests {
  private let folder = TemporaryFolder()
  private let service: RunningService

  init() throws {
    try Files.replace(folder("config.json5"), with: Array("{ port: 0 }".utf8))
    service = try RunningService(home: folder.path)
  }

  private func screen() throws -> TerminalScreen {
    try TerminalScreen(
      "env LANG=C.UTF-8 \(BuiltProgram.focuskey.path) promise edit --home \(folder.path)", in: folder, columns: 60,
      rows: 40, environment: ["TERM=xterm-256color"])
  }

  private func promise() throws -> String {
    try service("promise", "show").output
  }

  @Test("What is left of the 900 characters is counted with each key, and too many are not saved.")
  func counted() async throws {
    let screen = try screen()
    #expect(try await eventually { try screen.lines().contains("900 characters left") })
    try screen.type("The draftt")
    #expect(try await eventually { try screen.lines().contains("890 characters left") })
    try screen.press("BSpace")
    #expect(try await eventually { try screen.lines().contains("891 characters left") })
    try screen.type(String(repeating: " \u{E4}\u{E4}\u{E4}", count: 223))
    #expect(try await eventually { try screen.lines().contains("1 character too many") })
    try screen.press("Enter")
    try screen.press("BSpace")
    #expect(try await eventually { try screen.lines().contains("0 characters left") })
    try screen.press("Enter")
    #expect(try await eventually { try screen.lines().suffix(2) == ["Saved the promise.", "left with 0"] })
    #expect(try promise() == "The draft" + String(repeating: " \u{E4}\u{E4}\u{E4}", count: 222) + " \u{E4}\u{E4}\n")
  }

  @Test("Who gives up keeps the promise as it was, and the terminal.", arguments: ["Escape", "C-c"])
  func givenUp(key: String) async throws {
    #expect(try service("promise", "add", "Old").exitCode == 0)
    let screen = try screen()
    #expect(try await eventually { try screen.lines().contains("897 characters left") })
    try screen.type("er")
    #expect(try await eventually { try screen.lines().contains("895 characters left") })
    try screen.press(key)
    #expect(try await eventually { try screen.lines() == ["Old", "left with 1"] })
    #expect(try screen.ask("#{alternate_on}#{cursor_flag}") == "01")
    #expect(try promise() == "Old\n")
  }

  @Test("A line of one dash takes the promise from standard input, and nothing there changes nothing.")
  func fromStandardInput() throws {
    let words = ["promise", "edit", "-", "--home", folder.path]
    #expect(try BuiltProgram.focuskey.run(words, input: Array("I finish chapter three.\n".utf8)).exitCode == 0)
    #expect(try promise() == "I finish chapter three.\n")
    let nothing = try BuiltProgram.focuskey.run(words, input: Array("\n".utf8))
    #expect(nothing.exitCode == 64 && nothing.errors.contains("nothing came from standard input"), "\(nothing.errors)")
    #expect(try promise() == "I finish chapter three.\n")
  }

  @Test("Without a terminal the text is missing.")
  func piped() throws {
    let outcome = try service("promise", "edit")
    #expect(outcome.exitCode == 64 && outcome.errors.contains("TEXT"), "\(outcome.errors)")
  }
}
