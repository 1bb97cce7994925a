import CommandSpec

/// A program with everything that a declaration can say, for all tests of this room.
enum Sample {
  enum Form: String, ChoiceWord {
    case table, json, csv

    var word: String { rawValue }
    var help: String { self == .csv ? "for spreadsheets" : "" }
  }

  static let verbose = Flag("verbose", short: "v", "say more")
  static let json = Flag("json", "answer as JSON")
  static let home = Option("home", value: .folder(), "where everything lies")

  static let uri = Option("uri", short: "u", value: .text("URI"), "a link", mayRepeat: true)
  static let text = Option("text", value: .text("TEXT"), "a text", mayRepeat: true)
  static let out = Option("out", short: "o", value: .file(), "where the message goes")
  static let secret = Flag("secret", "not shown", isHidden: true)
  static let input = Operand<String>(.file("INPUT"), "what to add", count: .any)

  static let minutes = Option("minutes", value: .number(in: 1...1440), "how long", isRequired: true)
  static let form = Option("format", value: .choice("FORM") as ValueForm<Form>, "the form of the answer")
  static let wait = Option("wait", value: .duration(), "how long to wait")
  static let profile = Operand<String>(.text("PROFILE", wordList: "profiles"), "which profile", count: .optional)

  static let from = Operand<String>(.text("FROM"), "the first")
  static let middle = Operand<Int>(.number("MIDDLE", in: -9...99), "the numbers", count: .some)
  static let to = Operand<String>(.text("TO"), "the last")

  static let encode = CommandSpec(
    "encode", "write a message",
    discussion: """
      Records stand in the message in the order in which they stand on the command line.

      $ tool ndef encode --uri https://focuskey.app/stop --text "it's over"
      """, takes: [uri, text, out, secret, input])
  static let decode = CommandSpec("decode", "read a message", takes: [verbose])
  static let start = CommandSpec("start", "begin", takes: [minutes, form, wait, profile])
  static let move = CommandSpec("move", "three operands", takes: [from, middle, to])
  static let ghost = CommandSpec("ghost", "hidden", isHidden: true)

  static let program = ProgramSpec(
    "tool", version: "1.2.3", date: "November 21, 2026", "does what tests need",
    discussion: "A sample. It's \"quoted\", has a \\ and a [bracket]: and $dollars.",
    commands: [
      CommandSpec(group: "ndef", "messages", subcommands: [encode, decode]), start, move, ghost,
    ],
    listings: [ProgramSpec.Listing("EXIT STATUS", [("0", "done"), ("64", "wrong usage")])], globals: [home, json])

  /// Parses, expecting a command to run.
  static func run(_ arguments: String...) throws -> Invocation {
    guard case .run(let invocation) = try program.parse(arguments) else { throw NotACommand() }
    return invocation
  }

  struct NotACommand: Error {}
}
