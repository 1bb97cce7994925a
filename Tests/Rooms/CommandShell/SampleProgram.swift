import CommandShell

/// A program with a command for each thing that a command may do.
enum Sample {
  struct Sum: PrintedAnswer {
    let value: Int
    var text: String { "the sum is \(value)" }
    var json: JSONValue { ["ok": true, "sum": .integer(Int64(value))] }
  }

  static let numbers = Operand<Int>(.number(), "what to add", count: .some)
  static let file = Operand<String>(.file(), "what to read")
  static let first = Option("first", value: .text("WORD"), "one word")
  static let second = Option("second", value: .text("WORD"), "another word")

  static let sum = ProgramCommand("sum", "adds", takes: [numbers]) { context throws(Failure) in
    try context.answer(Sum(value: context.invocation.all(numbers).reduce(0, +)))
    return .done
  }

  static let program = Program(
    "sample", version: "7", date: "November 21, 2026", "does what tests need",
    commands: [
      sum,
      ProgramCommand("size", "measures", takes: [file]) { context throws(Failure) in
        let name = context.invocation[file] ?? ""
        try context.write("\(try context.read(file: name, limit: 100).count)\n")
        return .done
      },
      ProgramCommand("save", "writes", takes: [file]) { context throws(Failure) in
        try context.write(file: context.invocation[file] ?? "", Array("saved".utf8))
        return .done
      },
      ProgramCommand("lines", "counts octets") { context throws(Failure) in
        try context.answerEachLine { line throws(Failure) in JSONValue(line.count) }
      },
      ProgramCommand("either", "one of two", takes: [first, second]) { context throws(Failure) in
        try context.usage { said throws(UsageError) in
          if said[first] != nil, said[second] != nil { throw said.conflict("--first", "--second") }
          _ = try said.require(first)
        }
        return .no
      },
      ProgramCommand("home", "the environment") { context throws(Failure) in
        try context.write((context.surroundings.variable("HOME") ?? "none") + "\n")
        context.printNote("looked\u{1B}[31m")
        return .done
      },
      ProgramCommand(
        group: "card", "cards",
        [
          ProgramCommand("fail", "fails") { context throws(Failure) in
            try context.write("half an answer\n")
            throw Failure(
              .badData, kind: "bad-card", what: "the card is \u{7}bad", at: .offset(3), advice: "take another one",
              details: [("page", 4)])
          }
        ]),
    ],
    often: { word in word == "sum" ? sum : nil },
    wordLists: [
      WordList("animals") { _ throws(Failure) in ["cat", "dog"] },
      WordList("broken") { _ throws(Failure) in
        throw Failure(.unavailable, kind: "x", what: "x", at: .text(""), advice: "")
      },
    ])
}
