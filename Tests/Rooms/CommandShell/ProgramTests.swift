import CommandShell
import Glibc
import RealParts
import Synchronization
import TestSupport
import Testing

@Suite(.realParts) struct ProgramTests {
  let run = Rehearsal(Sample.program, environment: ["HOME": "/home/me", "EMPTY": ""])

  @Test func anAnswerHasTwoForms() async throws {
    #expect(try await run("sum", "1", "2").output == "the sum is 3\n")
    #expect(try await run("sum", "1", "2", "--json").output == #"{"ok":true,"sum":3}"# + "\n")
    #expect(try await run("--json", "sum", "1").exitCode == .done)
  }

  @Test func aCommandThatIsRunOftenNeedsNoOther() async throws {
    let asked = Mutex(0)
    let program = Program(
      "sample", version: "7", date: "November 21, 2026", "does what tests need",
      commands: asked.withLock { count in
        count += 1
        return [Sample.sum]
      },
      often: { word in word == "sum" ? Sample.sum : nil })
    let run = Rehearsal(program, environment: [:])
    #expect(try await run("sum", "1", "2").output == "the sum is 3\n")
    #expect(asked.withLock { $0 } == 0)
    #expect(try await run("sum", "one").exitCode == .usage)
    #expect(try await run("help", "sum").output.hasPrefix("OVERVIEW: adds\n"))
    #expect(asked.withLock { $0 } > 1)
  }

  @Test func aPlaceInASettingIsSaidInWords() {
    let pointer = Failure(.badData, "bad-settings", "“days” is missing", at: "/profiles/0/schedules/1")
    #expect(pointer.line(program: "focuskey") == "focuskey: “days” is missing: profile 1, schedule 2")
    let category = Failure(.badData, "not-a-request", "not a text", at: "/categories/4/id")
    #expect(category.line(program: "focuskey") == "focuskey: not a text: category 5, id")
    let file = Failure(.noInput, "no-such-file", "no such file", at: "/profiles/0")
    #expect(file.line(program: "focuskey") == "focuskey: no such file: /profiles/0")
  }

  @Test func theVersionAndTheHelp() async throws {
    #expect(try await run("--version").output == "sample 7\n")
    #expect(try await run("help", "sum").output.hasPrefix("OVERVIEW: adds\n"))
    #expect(try await run("manual").output.hasPrefix(".Dd November 21, 2026\n"))
    #expect(try await run("completion", "bash").output.contains("complete -F _sample sample"))
    #expect(try await run("completion", "zsh").output.hasPrefix("#compdef sample\n"))
    #expect(try await run("completion", "fish").output.contains("complete -c sample"))
  }

  static let refusals: [(String, [String], ExitCode, String)] = [
    (
      "", [], .usage,
      "sample: no command given: sample: use one of sum, size, save, lines, either, home, card, completion, manual"
    ),
    ("", ["card"], .usage, "sample: no command given: sample card: use one of fail"),
    ("", ["smu", "1"], .usage, "sample: unknown command: smu: did you mean sum?"),
    (
      "", ["banana"], .usage,
      "sample: unknown command: banana: use one of sum, size, save, lines, either, home, card, completion, manual"
    ),
    ("", ["sum", "--josn"], .usage, "sample: unknown option: --josn: did you mean --json?"),
    ("", ["sum", "-x"], .usage, "sample: unknown option: -x: see sample help sum"),
    ("", ["sum"], .usage, "sample: argument missing: N: see sample help sum"),
    ("", ["sum", "one"], .usage, "sample: not a whole number: N one: write one, such as 25"),
    ("", ["sum", "-1"], .usage, "sample: the number is out of range: N -1: use a number from 0"),
    ("", ["sum", "--json=yes"], .usage, "sample: this option takes no value: --json=yes: write --json"),
    ("", ["home", "now"], .usage, "sample: unexpected argument: now: see sample help home"),
    ("", ["either", "--first"], .usage, "sample: the value is missing: --first: write --first WORD"),
    ("", ["either", "--first=a", "--first=b"], .usage, "sample: option given twice: --first: give it once"),
    (
      "", ["either", "--first=a", "--second=b"], .usage,
      "sample: these options exclude each other: --first and --second: give one of them"
    ),
    ("", ["either"], .usage, "sample: option missing: --first: add --first WORD; see sample help either"),
    ("", ["completion", "zhs"], .usage, "sample: unknown word: SHELL zhs: did you mean zsh?"),
    ("", ["completion", "tcsh"], .usage, "sample: unknown word: SHELL tcsh: use one of bash, zsh, fish"),
    ("half an answer\n", ["card", "fail"], .badData, #"sample: the card is \u{7}bad: offset 3: take another one"#),
    ("", ["size", "nothing"], .noInput, "sample: no such file: nothing: check the name"),
    ("", ["size", "."], .noInput, "sample: this is a folder: .: name a file"),
    ("", ["size", "large"], .badData, "sample: the file is too large: large: check the name"),
    ("", ["save", "no/where"], .noInput, "sample: no such folder: no/where: create the folder first"),
  ]

  @Test(arguments: refusals)
  func aFailureIsOneLineAndAnExitCode(output: String, arguments: [String], code: ExitCode, line: String) async throws {
    try Files.replace(run.folder("large"), with: Array(repeating: 0, count: 101))
    let outcome = try await run.run(arguments)
    #expect(outcome.exitCode == code)
    #expect(outcome.errors == line + "\n")
    #expect(outcome.output == output)
  }

  @Test func aFailureIsAnObjectToo() async throws {
    #expect(
      try await run("card", "fail", "--json").output
        == "half an answer\n"
        + #"{"error":{"at":3,"kind":"bad-card","message":"the card is \u0007bad: take another one","page":4},"ok":false}"#
        + "\n")
    #expect(
      try await run("smu", "--json").output
        == #"{"error":{"at":"smu","kind":"unknown-command","message":"unknown command: did you mean sum?","suggestion":"sum"},"ok":false}"#
        + "\n")
    #expect(try await run("sum", "--", "--json").output == "")
  }

  @Test func aCleanNoIsNoFailure() async throws {
    let outcome = try await run("either", "--first", "x")
    #expect(outcome.exitCode == .no)
    #expect(outcome.errors.isEmpty)
  }

  @Test func filesBeginAtTheFolder() async throws {
    #expect(try await run("save", "new").exitCode == .done)
    #expect(try await run("size", "new").output == "5\n")
    #expect(try await run("size", run.folder("new")).output == "5\n")
    #expect(try await run("size", "-", input: "seven!!").output == "7\n")
  }

  @Test func theEnvironmentIsTheOneGiven() async throws {
    let outcome = try await run("home")
    #expect(outcome.output == "/home/me\n")
    #expect(outcome.errors == #"sample: looked\u{1B}[31m"# + "\n")
    #expect(try await Rehearsal(Sample.program)("home").output == "none\n")
  }

  @Test func wordListsAnswerCompletionScripts() async throws {
    #expect(try await run("words", "animals").lines == ["cat", "dog"])
    for name in ["broken", "unheard-of"] {
      let outcome = try await run("words", name)
      #expect(outcome.exitCode == .done && outcome.output.isEmpty && outcome.errors.isEmpty)
    }
  }

  @Test func whoStopsReadingHearsNothing() async throws {
    signal(SIGPIPE, SIG_IGN)
    var ends: [Int32] = [0, 0]
    #expect(unsafe pipe(&ends) == 0)
    close(ends[0])
    defer { close(ends[1]) }
    let errors = try Descriptor.open(run.folder("errors"), O_RDWR | O_CREAT)
    let surroundings = ProcessContext(
      input: 0, output: ends[1], error: errors.number, folder: run.folder.path, environment: [:])
    #expect(await Sample.program.run(["sum", "1"], in: surroundings) == .done)
    #expect(try Files.read(run.folder("errors")).isEmpty)
  }

  @Test func aFullDiskIsSaid() async throws {
    let full = try Descriptor.open("/dev/full", O_WRONLY)
    let errors = try Descriptor.open(run.folder("errors"), O_RDWR | O_CREAT)
    let surroundings = ProcessContext(
      input: 0, output: full.number, error: errors.number, folder: run.folder.path, environment: [:])
    #expect(await Sample.program.run(["sum", "1"], in: surroundings) == .brokenIO)
    #expect(
      String(decoding: try Files.read(run.folder("errors")), as: UTF8.self)
        == "sample: cannot write: standard output: No space left on device\n")
  }
}

@Suite(.realParts) struct InputLinesTests {
  let run = Rehearsal(Sample.program)

  @Test(arguments: [
    ("", []), ("\n", [0]), ("a", [1]), ("a\n", [1]), ("a\n\nbb\r\nccc", [1, 0, 2, 3]), ("a\rb\n", [3]),
  ])
  func lines(input: String, counts: [Int]) async throws {
    #expect(try await run("lines", input: input).lines == counts.map(String.init))
  }

  @Test func linesLongerThanOneRead() async throws {
    let counts = [200_000, 0, 65_535, 65_536, 65_537, 1_048_576, 7]
    let input = counts.map { count in String(repeating: "x", count: count) }.joined(separator: "\n")
    #expect(try await run("lines", input: input).lines == counts.map(String.init))
  }

  @Test func aLineWithoutEndIsRefused() async throws {
    let outcome = try await run("lines", input: "x\n" + String(repeating: "x", count: 2_000_000))
    #expect(outcome.exitCode == .badData)
    #expect(outcome.output == "1\n")
    #expect(
      outcome.errors
        == "sample: a line is longer than 1048576 bytes: standard input, line 2: give one message per line\n")
  }

  /// A program that talks to this one over pipes gets each answer before it asks the next question.
  @Test(.timeLimit(.minutes(1)))
  func answersGoOutBeforeMoreIsAwaited() async throws {
    var questions: [Int32] = [0, 0]
    var answers: [Int32] = [0, 0]
    #expect(unsafe pipe(&questions) == 0 && pipe(&answers) == 0)
    let (ask, hear) = (questions[1], answers[0])
    startThread(named: "partner") {
      for question in ["abc\n", "defgh\n"] {
        _ = unsafe write(ask, question, question.utf8.count)
        var answer = [UInt8](repeating: 0, count: 16)
        guard unsafe read(hear, &answer, 16) == 2, Int(answer[0]) - 0x30 == question.utf8.count - 1 else { break }
        if question == "defgh\n" { _ = unsafe write(ask, "done\n", 5) }
      }
      close(ask)
    }
    let surroundings = ProcessContext(
      input: questions[0], output: answers[1], error: 2, folder: run.folder.path, environment: [:])
    #expect(await Sample.program.run(["lines"], in: surroundings) == .done)
    close(answers[1])
    var rest = [UInt8](repeating: 0, count: 16)
    #expect(unsafe read(hear, &rest, 16) == 2 && rest[0] == UInt8(ascii: "4"))
    close(hear)
    close(questions[0])
  }
}
