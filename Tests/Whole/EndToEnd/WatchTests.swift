import Glibc
import LinuxRuntime
import RealParts
import TestSupport
import Testing

/// `focuskey watch` in a real terminal, with a real service behind it.
@Suite(.realParts, .serialized, .timeLimit(.minutes(5))) struct WatchTests {
  let folder = TemporaryFolder()
  let focuskey = BuiltProgram.focuskey.path

  func screen(_ variables: String = "LANG=C.UTF-8", columns: Int = 60, rows: Int = 24) throws -> TerminalScreen {
    try TerminalScreen(
      "env \(variables) \(focuskey) watch --home \(folder.path)", in: folder, columns: columns, rows: rows,
      environment: ["TERM=xterm-256color"])
  }

  /// The lines that are not empty, without the blanks before them and without the ring.
  func words(_ screen: borrowing TerminalScreen) throws -> [String] {
    try screen.lines().map { line in String(line.drop { $0 == " " }) }.filter { line in
      !line.isEmpty && !line.unicodeScalars.contains { (0x2800...0x28FF).contains($0.value) }
    }
  }

  @Test func everyAnswerIsAKeyAndTheScreenFollows() async throws {
    let service = try RunningService(home: folder.path)
    let screen = try screen()
    #expect(try await eventually { try words(screen).first == "Idle" })
    #expect(try words(screen) == ["Idle", "s start  1 Work  2 Study  3 Sleep  q quit"])
    #expect(try screen.ask("#{alternate_on}#{cursor_flag}") == "10")
    try screen.press("2")
    #expect(try await eventually { try words(screen).contains("Study") })
    #expect(try service("status", "--format", "plain").output.hasPrefix("study "))
    try screen.press("e")
    #expect(try await eventually { try words(screen).contains("End Study?") })
    #expect(try words(screen).contains { $0.hasPrefix("you can answer in ") })
    #expect(try !words(screen).contains { $0.contains("y end it") })
    try screen.press("k")
    #expect(try await eventually { try !words(screen).contains("End Study?") })
    #expect(try service("confirm").exitCode == 1)
    // What happens elsewhere is seen here: a start with an end, in forty columns.
    #expect(try service("profile", "edit", "sleep", "--set", "{name: \"Sleep\"}").exitCode == 0)
    try screen.press("e")
    #expect(try await eventually { try words(screen).contains("End Study?") })
    #expect(try await eventually { try words(screen).contains { $0.hasPrefix("y end it") } })
    try screen.press("y")
    #expect(try await eventually { try words(screen).first == "Idle" })
    try screen.press("q")
    #expect(try await eventually { try screen.lines() == ["left with 0"] })
    #expect(try screen.ask("#{alternate_on}#{cursor_flag}") == "01")
  }

  @Test func fortyColumnsAndNoColourAreEnough() async throws {
    let service = try RunningService(home: folder.path)
    #expect(try service("start", "work", "--minutes", "50", "--task", "chapter three").exitCode == 0)
    let screen = try screen("LANG=C NO_COLOR=1", columns: 40, rows: 18)
    #expect(try await eventually { try screen.lines().contains { $0.contains("Work: chapter three") } })
    let colours = try screen.lines(withColours: true).joined()
    #expect(!colours.contains("\u{1B}"))
    #expect(colours.utf8.allSatisfy { $0 < 0x7F })
    #expect(try screen.lines().allSatisfy { $0.count <= 40 })
    #expect(try screen.lines().contains { $0.contains("####") })
    // Smaller, it keeps what matters; larger, the ring is back.
    try screen.resize(columns: 40, rows: 6)
    #expect(try await eventually { try words(screen).first?.hasPrefix("Left ") == true })
    #expect(try words(screen).last == "e end  + 5 more min  x emergency  q quit")
    try screen.resize(columns: 70, rows: 24)
    #expect(try await eventually { try screen.lines().contains { $0.contains("####") } })
  }

  @Test(arguments: ["C-c", "q"])
  func theTerminalIsGivenBack(key: String) async throws {
    let service = try RunningService(home: folder.path)
    let screen = try screen()
    #expect(try await eventually { try words(screen).first == "Idle" })
    try screen.press(key)
    let isLeft = try await eventually { try screen.lines() == [key == "q" ? "left with 0" : "left with 130"] }
    let lines = try screen.lines()
    #expect(isLeft, "\(lines)")
    #expect(try screen.ask("#{alternate_on}#{cursor_flag}") == "01")
    _ = service
  }

  @Test func aServiceThatGoesAndComesIsFollowed() async throws {
    let screen = try screen()
    #expect(try await eventually { try words(screen).first == "Waiting for the service." })
    var service: RunningService? = try RunningService(home: folder.path)
    #expect(try await eventually { try words(screen).first == "Idle" })
    #expect(try service?("promise", "add", "the thesis first").exitCode == 0)
    service?.kill()
    #expect(try await eventually { try words(screen).first == "Waiting for the service." })
    service = try RunningService(home: folder.path)
    #expect(try await eventually { try words(screen).first == "Idle" })
    #expect(try words(screen).contains("the thesis first"), "an idle screen reminds of the promise")
    #expect(try service?("start", "work").exitCode == 0)
    #expect(try await eventually { try words(screen).contains("Work") })
  }

  @Test func aTerminalThatCannotMoveTheCursorGetsLines() async throws {
    let service = try RunningService(home: folder.path)
    let screen = try screen("LANG=C TERM=dumb")
    #expect(try await eventually { try words(screen).first == "Idle" })
    #expect(try service("start", "work", "--minutes", "50").exitCode == 0)
    #expect(try await eventually { try words(screen).contains("Work") })
    try screen.press("q")
    #expect(try await eventually { try words(screen).last == "left with 0" })
    // Nothing was overwritten.
    #expect(try words(screen).first == "Idle")
    #expect(try screen.ask("#{alternate_on}#{cursor_flag}") == "01")
  }

  @Test func withoutATerminalItSaysSo() throws {
    let outcome = try BuiltProgram.focuskey("watch", "--home", folder.path)
    #expect(outcome.exitCode == 64)
    #expect(
      outcome.errors
        == "focuskey: this is not a terminal: standard output: for scripts use: focuskey status --follow\n")
  }
}
