import CommandSpec
import Testing

@Suite struct ParsingTests {
  @Test func optionsKeepTheirOrder() throws {
    let invocation = try Sample.run("ndef", "encode", "--text", "a", "-u", "b", "--uri=c", "--text=", "-ud")
    #expect(invocation.command == ["ndef", "encode"])
    let written = invocation.occurrences.map { occurrence in
      occurrence[Sample.uri].map { "uri \($0)" } ?? occurrence[Sample.text].map { "text \($0)" } ?? "?"
    }
    #expect(written == ["text a", "uri b", "uri c", "text ", "uri d"])
    #expect(invocation.all(Sample.uri) == ["b", "c", "d"])
    #expect(invocation[Sample.uri] == "d")
  }

  @Test func optionsOfTheProgramStandAnywhere() throws {
    for line in [["--home", "h", "start", "--minutes", "5"], ["start", "--minutes=5", "work", "--home=h"]] {
      guard case .run(let invocation) = try Sample.program.parse(line) else {
        Issue.record("not a command: \(line)")
        continue
      }
      #expect(invocation[Sample.home] == "h")
      #expect(invocation[Sample.minutes] == 5)
      #expect(!invocation[Sample.json])
    }
  }

  @Test func twoDashesEndOptionsAndOneDashIsAnOperand() throws {
    #expect(try Sample.run("ndef", "encode", "-", "--", "--uri", "--").all(Sample.input) == ["-", "--uri", "--"])
  }

  @Test func operandsAreDealtFromBothEnds() throws {
    let invocation = try Sample.run("move", "a", "1", "-2", "3", "b")
    #expect(invocation[Sample.from] == "a")
    #expect(invocation[Sample.to] == "b")
    #expect(invocation.all(Sample.middle) == [1, -2, 3])
  }

  @Test(arguments: [
    ("500ms", 500), ("90s", 90_000), ("5m", 300_000), ("2h", 7_200_000), ("3d", 259_200_000), ("1h30m", 5_400_000),
    ("5", 5000), ("0", 0),
  ])
  func durations(text: String, milliseconds: Int) throws {
    #expect(try Sample.run("start", "--minutes=1", "--wait", text)[Sample.wait] == .milliseconds(milliseconds))
  }

  @Test(arguments: ["", "m", "5x", "1h5", "5 5", "5m2h", "5m5m", "-5m", "5 m", "1.5h", "５m"])
  func notDurations(text: String) {
    #expect(
      throws: UsageError(
        .badValue(argument: "--wait", value: text, .notADuration), command: ["start"], word: 2)
    ) { try Sample.run("start", "--minutes=1", "--wait=\(text)") }
  }

  @Test(arguments: ["99999999999999999999s", "9223372036854775807d", "106751991168d"])
  func endlessDurations(text: String) {
    #expect(
      throws: UsageError(
        .badValue(argument: "--wait", value: text, .durationTooLong), command: ["start"], word: 2)
    ) { try Sample.run("start", "--minutes=1", "--wait=\(text)") }
  }

  @Test func choicesHaveATypeOfTheirOwn() throws {
    #expect(try Sample.run("start", "--minutes=1", "--format", "csv")[Sample.form] == .csv)
  }

  @Test func wordsOfAChoiceThatMayRepeatMayStandTogether() throws {
    let may = Option(
      "may", value: .choice("WHAT", of: ["start", "stop", "break"]) as ValueForm<String>, "what", mayRepeat: true)
    let name = Option("name", value: .text("NAME"), "who", mayRepeat: true)
    let program = ProgramSpec(
      "tool", version: "1", date: "November 21, 2026", "tests",
      commands: [
        CommandSpec("key", "a key", takes: [may, name])
      ])
    guard
      case .run(let asked) = try program.parse(["key", "--may", "start,stop", "--may=break", "--name", "a,b"])
    else { throw Sample.NotACommand() }
    #expect(asked.all(may) == ["start", "stop", "break"])
    #expect(asked.all(name) == ["a,b"])
    #expect(
      throws: UsageError(
        .badValue(
          argument: "--may", value: "stpo", .notAChoice(allowed: ["start", "stop", "break"], nearest: "stop")),
        command: ["key"], word: 2)
    ) { try program.parse(["key", "--may", "start,stpo"]) }
  }

  @Test func helpOnAnUnknownCommandIsAnErrorThatNamesTheNearest() {
    let known = ["ndef", "start", "move"]
    #expect(
      throws: UsageError(.unknownCommand("strat", nearest: "start", known: known), command: [], word: 1)
    ) { try Sample.program.parse(["help", "strat"]) }
    #expect(
      throws: UsageError(
        .unknownCommand("encod", nearest: "encode", known: ["encode", "decode"]), command: ["ndef"], word: 2)
    ) { try Sample.program.parse(["help", "ndef", "encod"]) }
  }

  @Test func helpIsGivenHoweverBrokenTheRestIs() throws {
    func path(_ arguments: [String]) throws -> [String]? {
      guard case .help(let path) = try Sample.program.parse(arguments) else { return nil }
      return path
    }
    #expect(try path(["--help"]) == [])
    #expect(try path(["-h", "banana"]) == [])
    #expect(try path(["ndef", "-h"]) == ["ndef"])
    #expect(try path(["start", "--help", "--banana"]) == ["start"])
    #expect(try path(["help", "ndef", "encode"]) == ["ndef", "encode"])
    #expect(try path(["help"]) == [])
    #expect(try path(["help", "help"]) == [])
    #expect(try path(["help", "start", "banana"]) == ["start"])
    guard case .version = try Sample.program.parse(["--version"]) else {
      Issue.record("no version")
      return
    }
  }

  static let refusals: [([String], UsageError)] = [
    ([], UsageError(.noCommand(known: ["ndef", "start", "move"]), command: [])),
    (["ndef"], UsageError(.noCommand(known: ["encode", "decode"]), command: ["ndef"])),
    (
      ["ndfe"],
      UsageError(
        .unknownCommand("ndfe", nearest: "ndef", known: ["ndef", "start", "move"]), command: [], word: 0)
    ),
    (
      ["ndef", "x"],
      UsageError(
        .unknownCommand("x", nearest: nil, known: ["encode", "decode"]), command: ["ndef"], word: 1)
    ),
    (
      ["ndef", "encode", "--urii", "x"],
      UsageError(.unknownOption("--urii", nearest: "--uri"), command: ["ndef", "encode"], word: 2)
    ),
    (
      ["ndef", "encode", "--secert"],
      UsageError(.unknownOption("--secert", nearest: nil), command: ["ndef", "encode"], word: 2)
    ),
    (["ndef", "encode", "-x"], UsageError(.unknownOption("-x", nearest: nil), command: ["ndef", "encode"], word: 2)),
    (
      ["ndef", "decode", "--version"],
      UsageError(.unknownOption("--version", nearest: nil), command: ["ndef", "decode"], word: 2)
    ),
    (
      ["ndef", "encode", "--out"],
      UsageError(.missingValue(option: "--out", placeholder: "FILE"), command: ["ndef", "encode"], word: 2)
    ),
    (
      ["ndef", "encode", "--out", "--json"],
      UsageError(
        .missingValue(option: "--out", placeholder: "FILE"), command: ["ndef", "encode"], word: 2)
    ),
    (
      ["ndef", "decode", "--verbose=yes"],
      UsageError(
        .unexpectedValue(flag: "--verbose", value: "yes"), command: ["ndef", "decode"], word: 2)
    ),
    (
      ["start", "--minutes", "ten"],
      UsageError(
        .badValue(argument: "--minutes", value: "ten", .notANumber(allowed: 1...1440)), command: ["start"], word: 2)
    ),
    (
      ["start", "--minutes=0"],
      UsageError(
        .badValue(argument: "--minutes", value: "0", .outOfRange(allowed: 1...1440)), command: ["start"], word: 1)
    ),
    (
      ["start", "--minutes=+5"],
      UsageError(
        .badValue(argument: "--minutes", value: "+5", .notANumber(allowed: 1...1440)), command: ["start"], word: 1)
    ),
    (
      ["start", "--format", "tabel"],
      UsageError(
        .badValue(
          argument: "--format", value: "tabel", .notAChoice(allowed: ["table", "json", "csv"], nearest: "table")),
        command: ["start"], word: 2)
    ),
    (["start", "--minutes=1", "--minutes=2"], UsageError(.repeatedOption("--minutes"), command: ["start"], word: 2)),
    (["start"], UsageError(.missingOption("--minutes", placeholder: "N"), command: ["start"])),
    (["start", "--minutes=1", "work", "play"], UsageError(.unexpectedOperand("play"), command: ["start"], word: 3)),
    (["move", "a", "1"], UsageError(.missingOperand("TO"), command: ["move"])),
    (
      ["move", "a", "x", "b"],
      UsageError(
        .badValue(argument: "MIDDLE", value: "x", .notANumber(allowed: -9...99)), command: ["move"], word: 2)
    ),
  ]

  @Test(arguments: refusals)
  func everyMistakeHasItsCauseAndItsPlace(line: [String], error: UsageError) {
    #expect(throws: error) { try Sample.program.parse(line) }
  }

  @Test func aHiddenCommandRuns() throws {
    #expect(try Sample.run("ghost").command == ["ghost"])
    #expect(try Sample.run("ndef", "encode", "--secret")[Sample.secret])
  }
}
