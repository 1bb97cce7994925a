import ControlSocket
import Glibc
import JSONText
import LinuxRuntime
import TestSupport
import Testing

/// The ways out of `focuskey watch`, and out of a session in it; and what it costs to have it stand there.
extension WatchTests {
  /// Sets how long the exits make wait; a session's end waits for nobody here.
  private func setWaits(_ first: String, _ second: String) throws {
    var client = try ControlClient(path: folder("control.sock"))
    let settings =
      #"{"emergency": {"count": 2, "waits": ["\#(first)", "\#(second)"], "sentence": "I quit: yes."}, "profiles": [{"id": "work", "name": "work", "question": {"wait": "0s"}}]}"#
    let answer = try client.ask(Array(#"{"command":"configure","settings":\#(settings)}"#.utf8))
    #expect(try JSONDocument(answer).root["ok"]?.bool == true)
  }

  @Test func theEmergencyExitIsTypedAndWaitsLongerEachTime() async throws {
    let service = try RunningService(home: folder.path)
    try setWaits("2m", "3m")
    #expect(try service("start", "work").exitCode == 0)
    let screen = try screen("LANG=C", columns: 40, rows: 20)
    func shows(_ text: String) async throws -> Bool {
      try await eventually { try words(screen).contains { $0.contains(text) } }
    }
    #expect(try await shows("x emergency"))
    try screen.press("x")
    #expect(try await shows("Emergency exit from work? Type this:"))
    #expect(try words(screen).contains("I quit: yes."))
    #expect(try words(screen).contains("Ends after 02:00. Exits left: 2; later"))
    #expect(try words(screen).last == "Enter emergency exit  Esc cancel")
    // Letters are letters now, also those that are keys elsewhere; a wrong sentence says so and can be mended.
    try screen.type("I quit: nobody")
    #expect(try await shows("> I quit: nobody_"))
    try screen.press("Enter")
    #expect(
      try await eventually {
        try words(screen).joined(separator: " ").contains("to be typed")
          || words(screen).joined(separator: " ").contains("sentence")
      })
    #expect(try service("status", "--format", "plain").output.hasPrefix("work"))
    for _ in "nobody" { try screen.press("BSpace") }
    try screen.press("Left")
    // Keys that come together, as on a busy computer: an arrow, and letters behind it.
    try screen.type("\u{1B}[Dye\u{1B}[Cs.")
    try screen.press("Enter")
    #expect(try await shows("The session ends in 0"))
    try screen.press("k")
    #expect(try await shows("x emergency"))
    #expect(try service("status", "--format", "plain").output.hasPrefix("work"))

    // Put away, every key is a key again.
    try screen.press("x")
    #expect(try await shows("Type this:"))
    try screen.press("Escape")
    #expect(try await shows("x emergency"))

    // The next one waits longer, and one that was taken back was none.
    #expect(try service("stop").exitCode == 0)
    #expect(try service("confirm").exitCode == 0)
    #expect(try await shows("Idle"))
    try setWaits("1s", "3s")
    #expect(try service("start", "work").exitCode == 0)
    #expect(try await shows("x emergency"))
    try screen.press("x")
    #expect(try await shows("Ends after 00:01. Exits left: 2"))
    try screen.type("I quit: yes.")
    try screen.press("Enter")
    #expect(try await shows("Idle"))
    #expect(try service("start", "work").exitCode == 0)
    #expect(try await shows("x emergency"))
    try screen.press("x")
    #expect(try await shows("Ends after 00:03. Exits left: 1"))
  }

  /// A shell that asks what the terminal is set to, before and after.
  private func aroundWatch() -> String {
    "stty -g > \(folder("before")); sh -c 'echo $$ > \(folder("pid")); exec env LANG=C.UTF-8 \(focuskey) watch --home \(folder.path)'; code=$?; stty -g > \(folder("after")); (exit $code)"
  }

  private func process() throws -> Int32 {
    let text = String(decoding: try Files.read(folder("pid")), as: UTF8.self)
    return try #require(Int32(text.filter(\.isNumber)))
  }

  private func screen(of command: String) throws -> TerminalScreen {
    try TerminalScreen(command, in: folder, columns: 60, rows: 24, environment: ["TERM=xterm-256color"])
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGINT])
  func aSignalLeavesTheTerminalAsItWas(signal: Int32) async throws {
    let service = try RunningService(home: folder.path)
    let screen = try screen(of: aroundWatch())
    #expect(try await eventually { try words(screen).first == "Idle" })
    #expect(try screen.ask("#{alternate_on}#{cursor_flag}") == "10")
    #expect(kill(try process(), signal) == 0)
    #expect(try await eventually { try screen.lines() == ["left with 130"] })
    #expect(try screen.ask("#{alternate_on}#{cursor_flag}") == "01")
    #expect(try Files.read(folder("before")) == Files.read(folder("after")))
    _ = service
  }

  @Test func aTerminalThatIsClosedLeavesNobodyBehind() async throws {
    let service = try RunningService(home: folder.path)
    let screen = try screen(of: aroundWatch())
    #expect(try await eventually { try words(screen).first == "Idle" })
    let process = ProcessEntry(process: try process())
    #expect(process.exists)
    try screen.close()
    #expect(await eventually { !process.exists })
    _ = service
  }

  @Test func controlZGivesTheTerminalToTheShellAndBack() async throws {
    let service = try RunningService(home: folder.path)
    let screen = try screen(of: "env 'PS1=$ ' bash --norc --noprofile -i")
    #expect(try await eventually { try screen.lines().last == "$" })
    func say(_ line: String) throws {
      try screen.type(line)
      try screen.press("Enter")
    }
    try say("stty -g > \(folder("before")); env LANG=C.UTF-8 \(focuskey) watch --home \(folder.path)")
    #expect(try await eventually { try words(screen).first == "Idle" })
    try screen.press("C-z")
    #expect(try await eventually { try screen.lines().contains { $0.contains("Stopped") } })
    #expect(try screen.ask("#{alternate_on}#{cursor_flag}") == "01")
    try say("stty -g > \(folder("between")); echo done")
    #expect(try await eventually { try screen.lines().contains("done") })
    #expect(try Files.read(folder("before")) == Files.read(folder("between")))
    // What happened meanwhile is on the screen when the person comes back, and keys are keys again.
    #expect(try service("start", "work").exitCode == 0)
    try say("fg")
    #expect(try await eventually { try words(screen).contains("Work") })
    #expect(try screen.ask("#{alternate_on}#{cursor_flag}") == "10")
    try screen.press("q")
    #expect(try await eventually { try screen.ask("#{alternate_on}#{cursor_flag}") == "01" })
    try say("stty -g > \(folder("after")); echo over")
    #expect(try await eventually { try screen.lines().contains("over") })
    #expect(try Files.read(folder("before")) == Files.read(folder("after")))
  }

  /// Somebody may leave it open all day: while nothing runs, and while no service is there, it sleeps.
  @Test(arguments: [true, false])
  func whileNothingHappensItSleeps(withService: Bool) async throws {
    let service = withService ? try RunningService(home: folder.path) : nil
    let screen = try screen(of: aroundWatch())
    #expect(
      try await eventually {
        try words(screen).first == (withService ? "Idle" : "Waiting for the service.")
      })
    let process = ProcessEntry(process: try process())
    #expect(
      await eventually(within: .seconds(20)) {
        let before = process.wakeupsOfAllThreads
        try? await Task.sleep(for: .seconds(5))
        return process.wakeupsOfAllThreads == before
      })
    #expect(process.exists)
    _ = service
  }
}
