extension UsageError {
  func failure(in program: ProgramSpec) -> Failure {
    let command = ([program.name] + command).joined(separator: " ")
    let help = "see " + ([program.name, "help"] + self.command).joined(separator: " ")
    switch cause {
    case .noCommand(let known):
      return usage("no-command", "no command given", command, among(known, program))
    case .unknownCommand(let word, let nearest, let known):
      // A word that is a command elsewhere is told apart from a slip of the fingers.
      if self.command.isEmpty, let way = program.slips[word.lowercased()] {
        return usage("unknown-command", "unknown command", word, way)
      }
      return usage(
        "unknown-command", "unknown command", word, didYouMean(nearest) ?? among(known, program), suggestion: nearest)
    case .unknownOption(let name, let nearest):
      return usage("unknown-option", "unknown option", name, didYouMean(nearest) ?? help, suggestion: nearest)
    case .missingValue(let option, let placeholder):
      return usage("missing-value", "the value is missing", option, "write \(option) \(placeholder)")
    case .unexpectedValue(let flag, let value):
      return usage("unexpected-value", "this option takes no value", "\(flag)=\(value)", "write \(flag)")
    case .badValue(let argument, let value, let fault):
      return fault.failure(argument: argument, value: value)
    case .repeatedOption(let name):
      return usage("repeated-option", "option given twice", name, "give it once")
    case .missingOption(let name, let placeholder):
      return usage("missing-option", "option missing", name, "add \(name) \(placeholder); \(help)")
    case .missingOperand(let name):
      return usage("missing-operand", "argument missing", name, help)
    case .unexpectedOperand(let word):
      let option = Int(word) == nil ? nil : program.firstNumber(of: self.command)
      return usage(
        "unexpected-operand", "unexpected argument", word, option.map { "did you mean --\($0) \(word)?" } ?? help)
    case .conflict(let first, let second):
      return usage("conflict", "these options exclude each other", "\(first) and \(second)", "give one of them")
    }
  }
}

private let mostNamed = 12

extension ValueError {
  fileprivate func failure(argument: String, value: String) -> Failure {
    let place = "\(argument) \(value)"
    switch self {
    case .notANumber(let range):
      // What a number may be at least and at most says little where that is anything.
      let isOpen = range.lowerBound == 0 && range.upperBound == Int.max
      return usage(
        "not-a-number", "not a whole number", place,
        isOpen ? "write one, such as 25" : "use a number \(words(for: range))")
    case .outOfRange(let range):
      return usage("out-of-range", "the number is out of range", place, "use a number \(words(for: range))")
    case .notADuration:
      return usage("not-a-duration", "not a time", place, "write it like 500ms, 90 (seconds), 5m, 2h or 3d")
    case .durationTooLong:
      return usage(
        "duration-too-long", "the time is too long", place, "write it like 500ms, 90 (seconds), 5m, 2h or 3d")
    case .notAChoice(let allowed, let nearest):
      let among = "use one of " + allowed.joined(separator: ", ")
      return usage("unknown-choice", "unknown word", place, didYouMean(nearest) ?? among, suggestion: nearest)
    }
  }

  private func words(for range: ClosedRange<Int>) -> String {
    range.upperBound == Int.max ? "from \(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)"
  }
}

private func among(_ known: [String], _ program: ProgramSpec) -> String {
  known.count > mostNamed ? "see \(program.name) --help" : "use one of " + known.joined(separator: ", ")
}

private func didYouMean(_ word: String?) -> String? {
  word.map { word in "did you mean \(word)?" }
}

private func usage(
  _ kind: String, _ what: String, _ place: String, _ advice: String, suggestion: String? = nil
) -> Failure {
  Failure(
    .usage, kind: kind, what: what, at: .text(place), advice: advice,
    details: suggestion.map { word in [("suggestion", .string(word))] } ?? [])
}
