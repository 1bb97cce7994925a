import FocusWire
import LinuxRuntime
import RealParts
import SessionRehearsal
import TestSupport
import Testing

/// What the commands look like in a real terminal: colours, columns, a pager. A pipe sees nothing of it.
@Suite(.realParts, .serialized, .timeLimit(.minutes(3))) struct TerminalAnswerTests {
  let folder = TemporaryFolder()

  /// A command line in a terminal, waited for until it has ended.
  private func screen(
    _ words: String, _ variables: String = "LANG=C.UTF-8", rows: Int = 30, program: BuiltProgram = .focuskey
  ) async throws -> [String] {
    let place = TemporaryFolder()
    defer { withExtendedLifetime(place) {} }
    let screen = try TerminalScreen(
      "env TERM=xterm-256color \(variables) \(program.path) \(words)", in: place, columns: 100, rows: rows,
      environment: ["TERM=xterm-256color", "FOCUSKEY_SHIELD=none"])
    #expect(try await eventually { try screen.lines().contains { $0.hasPrefix("left with ") } })
    return try screen.lines(withColours: true)
  }

  private func bare(_ line: String) -> String {
    var text = ""
    var isCode = false
    for character in line {
      if character == "\u{1B}" { isCode = true }
      if !isCode { text.append(character) }
      if isCode, character == "m" { isCode = false }
    }
    return text
  }

  @Test func theStatusHasColoursAndABarOnATerminalOnly() async throws {
    let service = try RunningService(home: folder.path)
    #expect(try service("start", "study", "--minutes", "50", "--task", "chapter \u{202E}three").exitCode == 0)
    let lines = try await screen("status --home \(folder.path)")
    #expect(bare(lines[0]).hasPrefix("● Study  "))
    #expect(bare(lines[0]).hasSuffix("chapter \\u{202E}three"))
    #expect(lines[0].contains("\u{1B}[38;5;68m"), "the second profile has the second colour")
    #expect(bare(lines[1]).hasPrefix("  ███") && bare(lines[1]).hasSuffix(" left of 50 min"))
    #expect(lines.contains { bare($0).hasPrefix("  Breaks: 0 taken, ") })
    #expect(lines.contains { bare($0) == "  Reader: Simulated reader ready" })

    let grey = try await screen("status --home \(folder.path)", "LANG=C NO_COLOR=1")
    #expect(grey.allSatisfy { !$0.contains("\u{1B}") && $0.utf8.allSatisfy { $0 < 0x7F } })
    #expect(grey[0].hasPrefix("* Study  ") && grey[1].hasPrefix("  [###"))
    let dumb = try await screen("status --home \(folder.path)", "TERM=dumb")
    #expect(dumb[0].hasPrefix("Focusing on Study: "))
    let pipe = try service("status")
    #expect(pipe.lines[0].hasPrefix("Focusing on Study: ") && !pipe.output.dropFirst(100).contains("\u{1B}[0m"))
    #expect(pipe.lines.count == 3)
  }

  @Test func historyIsATableWithBarsAndSumsAndLeavesPipesAlone() async throws {
    var settings = Settings.shipped
    settings.zone = .utc
    var desk = Desk(settings, at: "2026-03-19T09:00:00Z")
    for _ in 0..<30 {
      desk.start("study", minutes: 30)
      desk.pass(.hours(1))
      desk.start("work", minutes: 45)
      desk.pass(.hours(23))
    }
    try Files.makeFolder(folder("home"))
    try desk.moveIn(to: folder("home"), with: settings)
    let all = "history --since 2026-01-01 --home \(folder("home"))"

    let lines = try await screen(all, "LANG=C.UTF-8 PAGER=cat TZ=UTC", rows: 80).map(bare)
    #expect(lines[0].hasPrefix("2026-03-19  09:00  study  30 min  █"))
    #expect(lines[1].hasPrefix("            10:00  work   45 min  █"), "a day is named once")
    #expect(lines.contains { $0 == "37 h 30 min in 60 sessions on 30 days" })
    let plain = try BuiltProgram.focuskey.run(
      all.split(separator: " ").map(String.init), environment: ["TZ=UTC", "PATH=/usr/bin:/bin"])
    #expect(plain.lines.count == 60 && plain.lines[0] == "2026-03-19 09:00  study  30 min  completed")

    // Longer than the screen, it is the person's pager that shows it; one that is not there, breaks or has seen enough
    // is not an error.
    let counted = try await screen(all, "PAGER='grep -c 2026' TZ=UTC", rows: 20)
    #expect(counted.prefix(2) == ["30", "left with 0"])
    let missing = try await screen(all, "PAGER=no-such-pager TZ=UTC", rows: 20)
    #expect(missing.contains { bare($0).contains("in 60 sessions on 30 days") })
    #expect(missing.last.map(bare) == "left with 0")
    #expect(try await screen(all, "PAGER=false TZ=UTC", rows: 20) == ["left with 0"])
    #expect(try await screen(all, "PAGER='head -n 1' TZ=UTC", rows: 20).last.map(bare) == "left with 0")
    // Help is such a text too.
    let help = try await screen("--help", "PAGER='grep -c start' TZ=UTC", rows: 20)
    #expect(help.count == 2 && Int(help[0]).map { $0 > 1 } == true)
    #expect(try await screen("history --home \(folder("home"))")[0].contains("No sessions in the last 14 days"))
  }

  @Test func lessIsLeftWithQ() async throws {
    let text =
      "{\"applinks\":{\"details\":[{\"appIDs\":[\"A\"],\"components\":["
      + (0..<60).map { "{\"/\": \"/fo cus/\($0)\"}" }.joined(separator: ",\n") + "]}]}}"
    try Files.replace(folder("file"), with: Array(text.utf8))
    let screen = try TerminalScreen(
      "env -u PAGER TERM=xterm-256color LANG=C.UTF-8 \(BuiltProgram.keytool.path) aasa validate \(folder("file"))",
      in: folder,
      columns: 100, rows: 20, environment: ["TERM=xterm-256color"])
    #expect(try await eventually { try screen.lines().last?.hasPrefix(":") == true })
    #expect(try screen.lines(withColours: true).contains { $0.contains("\u{1B}[") && $0.contains("error:") })
    try screen.press("q")
    #expect(try await eventually { try screen.lines().last == "left with 1" })
  }

  @Test func theErrorHasItsColourToo() async throws {
    let lines = try await screen("tapp")
    #expect(
      lines[0].contains("\u{1B}[1m\u{1B}[31mfocuskey:") || lines[0].contains("\u{1B}[31;1mfocuskey:")
        || lines[0].contains("\u{1B}[1;31mfocuskey:"), "\(lines[0])")
    #expect(bare(lines[0]) == "focuskey: unknown command: tapp: did you mean tap?")
  }

  /// A fault in a file is shown where it is, on a terminal; a pipe gets the one line.
  @Test func aFaultInAFileIsShownWhereItIs() async throws {
    try Files.replace(folder("p.json5"), with: Array("{ profiles: [\n  { id: \"work\", blokcs: {} } ] }".utf8))
    let words = "profile import \(folder("p.json5")) --home \(folder.path)"
    let service = try RunningService(home: folder.path)
    let lines = try await screen(words).map(bare)
    // The sentence itself may be wider than the terminal.
    let shown = try #require(lines.firstIndex(of: "      { id: \"work\", blokcs: {} } ] }"))
    #expect(lines[shown + 1] == "                    ^")
    #expect(try service("profile", "import", folder("p.json5")).errors.split(separator: "\n").count == 1)
  }

  /// Work that takes its time shows how far it is, on standard error and only there.
  @Test func longWorkShowsABar() async throws {
    let lines = String(repeating: #"{"text":"a","lang":"en"}"# + "\n", count: 20)
    try Files.replace(folder("lines"), with: Array(lines.utf8))
    let slowly = "(cat \(folder("lines")); sleep 1.3; cat \(folder("lines")); sleep 1)"
    let screen = try TerminalScreen(
      "\(slowly) | env LANG=C.UTF-8 \(BuiltProgram.keytool.path) ndef encode --lines > \(folder("out"))",
      in: folder, columns: 60, rows: 10, environment: ["TERM=xterm-256color"])
    #expect(try await eventually { try screen.lines().first?.hasPrefix("reading: ") == true })
    #expect(try await eventually { try screen.lines() == ["left with 0"] })
    #expect(try Files.read(folder("out")).count { $0 == 0x0A } == 40)
  }
}
