import Glibc
import LinuxRuntime
import RealParts
import TestSupport
import Testing

/// What holds for both programs as a whole: their scripts and pages are sound, and they end as they promise.
@Suite(.realParts) struct ProgramShapeTests {
  static let programs = ["focuskey", "keytool"]

  /// A program of the system that a test drives, which `Sources/Setup/packages.sh tests` installs.
  static func require(_ name: String) throws {
    try #require(Files.exists("/usr/bin/" + name), "no \(name) here: Sources/Setup/packages.sh tests")
  }

  @Test(arguments: programs)
  func theManualIsCleanForMandoc(name: String) throws {
    try Self.require("mandoc")
    let page = try BuiltProgram(name)("manual").output
    let folder = TemporaryFolder()
    try Files.replace(folder("page.1"), with: Array(page.utf8))
    #expect(try BuiltProgram(at: "/usr/bin/mandoc")("-T", "lint", "-W", "style", folder("page.1")).output == "")
  }

  @Test(arguments: programs, ["bash", "zsh", "fish"])
  func shellsReadTheCompletions(name: String, shell: String) throws {
    try Self.require(shell)
    let script = try BuiltProgram(name)("completion", shell).output
    let folder = TemporaryFolder()
    try Files.replace(folder("script"), with: Array(script.utf8))
    let outcome = try BuiltProgram(at: "/usr/bin/" + shell)("-n", folder("script"))
    #expect(outcome.exitCode == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
  }

  @Test(arguments: programs)
  func wrongUsageNamesTheRightWord(name: String) throws {
    let outcome = try BuiltProgram(name)("manaul")
    #expect(outcome.exitCode == 64)
    #expect(outcome.errors == "\(name): unknown command: manaul: did you mean manual?\n")
    #expect(try BuiltProgram(name)("--version").output.hasPrefix("\(name) "))
  }

  @Test(arguments: programs)
  func helpOnAWrongWordNamesTheRightOne(name: String) throws {
    let outcome = try BuiltProgram(name)("help", "manaul")
    #expect(outcome.exitCode == 64 && outcome.output == "")
    #expect(outcome.errors == "\(name): unknown command: manaul: did you mean manual?\n")
  }

  /// On a terminal man shows the page; `--source` and a pipe get it as it is written.
  @Test(arguments: programs)
  func theManualIsShownOnATerminal(name: String) async throws {
    let folder = TemporaryFolder()
    let path = BuiltProgram(name).path
    func lines(_ options: String) async throws -> [String] {
      let screen = try TerminalScreen(
        "MANPAGER=cat PAGER=cat \(path) manual\(options)", in: folder, columns: 80, rows: 6000,
        environment: ["TERM=xterm-256color", "LANG=C.UTF-8"])
      #expect(try await eventually { try screen.lines().last == "left with 0" })
      let lines = try screen.lines()
      try screen.close()
      return lines
    }
    let shown = try await lines("")
    let heading = "\(name.uppercased())(1)"
    #expect(shown.contains { $0.hasPrefix(heading) && $0.hasSuffix(heading) }, "\(shown.prefix(9))")
    #expect(!shown.contains { $0.hasPrefix(".Sh ") })
    #expect(try await lines(" --source").contains(".Sh NAME"))
    #expect(try BuiltProgram(name)("manual").output.contains("\n.Sh NAME\n"))
  }

  @Test func withoutLibcurlOnlyWhatFetchesIsRefused() throws {
    let folder = TemporaryFolder()
    try Files.replace(folder("libcurl.so.4"), with: Array("no library".utf8))
    func run(_ arguments: String...) throws -> BuiltProgram.Outcome {
      try BuiltProgram.keytool.run(arguments, environment: TrialEnvironment.lines(["LD_LIBRARY_PATH": folder.path]))
    }
    #expect(try run("link", "parse", "https://focuskey.app/stop").exitCode == 0)
    let outcome = try run("aasa", "validate", "https://127.0.0.1:1")
    #expect(outcome.exitCode == 69)
    #expect(outcome.errors.hasPrefix("keytool: nothing can be fetched: libcurl cannot be loaded: "))
    #expect(outcome.errors.contains("install Debian's package libcurl4"))
  }

  @Test func anInterruptedProgramSaysSoByItsExitCode() throws {
    let pipe = try makePipe()
    let reading = Descriptor(owning: pipe.reading)
    let writing = Descriptor(owning: pipe.writing)
    let answers = try makePipe()
    let answer = Descriptor(owning: answers.reading)
    let child = try ChildProcess.start(
      BuiltProgram.keytool.path, ["link", "check", "--lines"], input: .descriptor(reading.number),
      output: .descriptor(answers.writing))
    close(answers.writing)
    // Its first answer shows that it is at work and waits for more.
    _ = unsafe write(writing.number, "https://example.com/\n", 21)
    var octet: UInt8 = 0
    while unsafe read(answer.number, &octet, 1) == 1, octet != 0x0A {}
    child.signal(SIGINT)
    #expect(child.wait() == 130)
  }
}
