import JSONText
import LinuxRuntime
import RealParts
import TestSupport
import Testing

/// Writing a card leads to a card that starts and ends sessions: what it does is said, a terminal is asked for its
/// name, and what cannot work is told before a card is asked for.
@Suite(.realParts, .timeLimit(.minutes(2))) struct CardPurposeTests {
  let folder = TemporaryFolder()

  private func keytool(_ words: String...) throws -> BuiltProgram.Outcome {
    try BuiltProgram.keytool.run(
      words + ["--reader", "simulated", "--home", folder.path], environment: TrialEnvironment.lines())
  }

  @Test func theAnswerSaysWhatTheCardDoes() throws {
    let service = try RunningService(home: folder.path)
    defer { service.stop() }
    let plain = try keytool("write", "--profile", "work")
    #expect(plain.exitCode == 0)
    #expect(
      plain.lines.suffix(2) == [
        "Written and checked.", "It starts Work. To end it by tap too: keytool write --profile work --key NAME",
      ])
    let key = try keytool("write", "--profile", "work", "--key", "desk")
    #expect(
      key.lines.suffix(2) == [
        "Written and checked. Registered as desk.", "It starts Work. A second tap asks whether to end it.",
      ])
    let again = try keytool("write", "--profile", "work")
    #expect(again.lines.suffix(2).first?.contains("It is registered as desk.") == true, "\(again)")
    let stop = try keytool("write", "https://focuskey.app/stop")
    #expect(stop.lines.last == "Written and checked.")
  }

  @Test func aTerminalIsAskedForAName() async throws {
    let service = try RunningService(home: folder.path)
    defer { service.stop() }
    let command =
      "\(BuiltProgram.keytool.path) write --profile work --reader simulated --home \(folder.path)"
    let screen = try TerminalScreen(
      command, in: folder, columns: 100, rows: 30, environment: TrialEnvironment.lines())
    #expect(await eventually { (try? screen.lines().contains { $0.contains("A name for this card") }) == true })
    try screen.type("Desk Lamp")
    try screen.press("Enter")
    #expect(await eventually { (try? screen.lines().contains { $0.contains("left with 0") }) == true })
    let shown = try screen.lines().joined(separator: "\n")
    let told = "Registered as desk-lamp.\nIt starts Work. A second tap asks whether to end it."
    #expect(shown.contains(told), "\(shown)")
    #expect(try service("key", "show", "desk-lamp", "--json").output.contains("stop"))
    // The card ends what it has started: no refusal, a question.
    #expect(try service("tap", "desk-lamp").output.contains("Work"))
    #expect(try service("tap", "desk-lamp").output.contains("End this session?"))
  }

  @Test func whatCannotWorkIsToldFirst() throws {
    let service = try RunningService(home: folder.path)
    defer { service.stop() }
    let slip = try keytool("write", "--profile", "wrok", "--json")
    #expect(slip.exitCode == 1 && slip.output.contains(#""kind":"unknown-profile""#), "\(slip)")
    #expect(slip.errors.contains("did you mean work?"))
    let link = try keytool("write", "https://focuskey.app/start?profile=wrok")
    #expect(link.exitCode == 1 && link.errors.contains("did you mean work?"))
    #expect(try keytool("write", "--profile", "later", "--force").exitCode == 0)
    // As a link means it: in any letters.
    let shouted = try keytool("write", "--profile", "STUDY")
    #expect(shouted.exitCode == 0 && shouted.output.contains("It starts Study."), "\(shouted)")
  }

  /// Without a service and without a reader, so that only the link can be what is told.
  @Test(arguments: [
    ("https://focuskey.app/strat?profile=work", "did you mean /start?"),
    ("focuskey.app/start", "did you mean https://focuskey.app/start?"),
    ("https://focuskey.app/start?profil=work", "did you mean profile?"),
    ("https://focuskey.app/start?profile=a b", "percent"),
    ("https://focuskey.app/start?minutes=0", "minutes"),
  ])
  func aWrongLinkIsToldWithoutAReader(_ link: String, _ advice: String) throws {
    let outcome = try BuiltProgram.keytool.run(
      ["write", link, "--timeout", "1s"], environment: TrialEnvironment.lines())
    #expect(outcome.exitCode == 65 && outcome.errors.contains(advice), "\(outcome)")
    #expect(outcome.errors.split(separator: "\n").count == 1)
  }
}
