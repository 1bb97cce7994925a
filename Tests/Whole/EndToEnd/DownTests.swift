import Glibc
import JSONText
import LinuxRuntime
import RealParts
import TestSupport
import Testing

/// The life of the service in a person's hands: up, down and restart, and what a session has to say about it.
@Suite(.realParts, .timeLimit(.minutes(4))) struct DownTests {
  let folder = TemporaryFolder()

  private func focuskey(_ arguments: String..., input: String = "") throws -> BuiltProgram.Outcome {
    try BuiltProgram.focuskey.run(arguments + ["--home", folder("home")], input: Array(input.utf8))
  }

  private func prepare(end: String) throws {
    try Files.makeFolder(folder("home"))
    try Files.replace(folder("home/config.json5"), with: Array("{port: 0}".utf8))
    let profile = #"{"profiles":[{"id":"deep","name":"Deep","end":"\#(end)"}]}"#
    try Files.replace(folder("deep.json"), with: Array(profile.utf8))
    #expect(try focuskey("up").exitCode == 0)
    #expect(try focuskey("profile", "import", folder("deep.json")).exitCode == 0)
    #expect(try focuskey("recovery-code").exitCode == 0)
    let started = try focuskey("start", "deep", "--minutes", "60")
    #expect(started.exitCode == 0, "\(started.errors)")
  }

  private func isOneLine(_ text: String) -> Bool { text.filter { $0 == "\n" }.count == 1 }

  private var state: String? {
    get throws { try JSONDocument(focuskey("status", "--json").output).root["state"]?.string }
  }

  @Test func nothingIsStoppedWhereNothingRuns() throws {
    let outcome = try focuskey("down")
    #expect(outcome.exitCode == 0 && outcome.lines == ["FocusKey is not running."] && outcome.errors == "")
  }

  @Test func whatUpStartedIsStopped() throws {
    try Files.makeFolder(folder("home"))
    try Files.replace(folder("home/config.json5"), with: Array("{port: 0}".utf8))
    let first = try focuskey("up")
    #expect(first.output.hasPrefix("FocusKey is running.\n") && first.output.contains(" down --home "))
    let again = try focuskey("up", "--json")
    let root = try JSONDocument(again.output).root
    #expect(root["running"]?.string == "already")
    // Nobody sits at a terminal, so nobody is asked.
    #expect(!again.output.contains("?") && !first.output.contains("?"))
    #expect(try focuskey("restart").exitCode == 0)
    #expect(try state == "idle")
    #expect(try focuskey("down").exitCode == 0)
    #expect(!HomeLock.isHeld(path: folder("home/service.lock")))
    #expect(try focuskey("status").exitCode == 69)
  }

  @Test(arguments: [("timer", "ends-by-timer"), ("key", "ends-by-key")])
  func aSessionThatNobodyHereEndsIsNotLeft(end: String, kind: String) throws {
    try prepare(end: end)
    for command in ["down", "restart"] {
      let refused = try focuskey(command, "--json", input: "yes\n")
      #expect(refused.exitCode == 1)
      let error = try JSONDocument(refused.output).root["error"]
      #expect(error?["kind"]?.string == kind && error?["next_at"]?.string != nil, "\(refused.output)")
    }
    #expect(try focuskey("down", "--yes").exitCode == 1)
    #expect(try state == "focusing")
    let lock = String(decoding: try Files.read(folder("home/service.lock")), as: UTF8.self)
    kill(try #require(Int32(lock.filter(\.isNumber))), SIGKILL)
  }

  @Test func aSessionThatMayBeEndedAsksFirstAndGoesOn() throws {
    try prepare(end: "confirm")
    let nobody = try focuskey("down")
    #expect(nobody.exitCode == 64 && nobody.errors.contains("--yes") && isOneLine(nobody.errors))
    #expect(try focuskey("down", input: "no\n").exitCode == 1)
    #expect(try state == "focusing")
    #expect(try focuskey("restart").exitCode == 0)
    #expect(try state == "focusing")
    #expect(try focuskey("down", input: "yes\n").exitCode == 0)
    #expect(try focuskey("up").exitCode == 0)
    #expect(try state == "focusing")
    #expect(try focuskey("down", "--yes").exitCode == 0)
  }

  @Test func aConfigurationThatCannotBeReadStopsNothing() throws {
    try prepare(end: "confirm")
    try Files.replace(folder("home/config.json5"), with: Array("{port: 'x'}".utf8))
    let outcome = try focuskey("restart")
    #expect(outcome.exitCode == 65 && outcome.errors.contains("config.json5"), "\(outcome.errors)")
    #expect(try state == "focusing")
    #expect(try focuskey("down", "--yes").exitCode == 0)
  }

  /// At a terminal, `up` asks whether to block. A no changes nothing; a yes has the person become root.
  @Test func upAsksAtATerminalWhetherToBlock() async throws {
    try #require(!Files.exists("/usr/local/libexec/focuskey/focuskey-shield"), "a helper is installed here")
    try Files.makeFolder(folder("home"))
    try Files.replace(folder("home/config.json5"), with: Array("{port: 0}".utf8))
    let screen = try TerminalScreen(
      "\(BuiltProgram.focuskey.path) up --home \(folder("home"))", in: folder, columns: 160, rows: 60,
      environment: ["TERM=xterm", "LANG=C.UTF-8"])
    let question = "Block sites and apps on this computer now?"
    #expect(try await eventually { try screen.lines().contains { $0.hasPrefix(question) } })
    let shown = try screen.lines().joined(separator: "\n")
    #expect(shown.contains("A helper runs as root") && shown.contains("policy") && shown.contains("shield remove"))
    try screen.type("no")
    try screen.press("Enter")
    #expect(try await eventually { try screen.lines().last == "left with 0" })
    #expect(try screen.lines().contains { $0.hasPrefix("Not now. Later: sudo ") })
    try screen.close()
    #expect(try focuskey("down").exitCode == 0)
  }

  @Test(arguments: [
    ("stat", "did you mean status?"), ("end", "focuskey stop"), ("quit", "focuskey down"), ("pause", "focuskey break"),
    ("start work 50", "did you mean --minutes 50?"), ("start --min 5", "did you mean --minutes?"),
    ("start --minutes abc", "such as 25"), ("nothing-like-it", "see focuskey --help"),
  ])
  func slipsLeadOnAndStartNothing(line: String, advice: String) throws {
    let outcome = try BuiltProgram.focuskey.run(line.split(separator: " ").map(String.init))
    #expect(outcome.exitCode == 64 && isOneLine(outcome.errors) && outcome.errors.contains(advice), "\(outcome.errors)")
  }

  @Test func aloneItIsAShortHelp() throws {
    let bare = try BuiltProgram.focuskey.run([])
    #expect(bare.exitCode == 0 && bare.errors == "" && bare.lines.count < 20)
    for word in ["focuskey up", "focuskey down", "focuskey --help --all"] { #expect(bare.output.contains(word)) }
    #expect(try BuiltProgram.focuskey("--json").exitCode == 64)
  }
}
