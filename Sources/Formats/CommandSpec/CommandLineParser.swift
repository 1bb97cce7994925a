import Spelling

extension ProgramSpec {
  /// Reads a command line.
  ///
  /// Options may stand before, between and after operands; `--` ends them; `--name=value` and `--name value`, `-nVALUE`
  /// and `-n VALUE` are the same; `-` is an operand. Options of the program may also stand before the command.
  ///
  /// - Parameter arguments: the words after the program's name.
  package func parse(_ arguments: [String]) throws(UsageError) -> ParsedCommandLine {
    var parser = CommandLineParser(program: self, arguments: arguments)
    return try parser.parse()
  }
}

struct CommandLineParser {
  private let program: ProgramSpec
  private let arguments: [String]
  private var position = 0
  private var command: CommandSpec
  private var path: [String] = []
  private var occurrences: [Invocation.Occurrence] = []
  private var words: [(text: String, position: Int)] = []
  private var asksForHelp = false
  private var asksForVersion = false

  init(program: ProgramSpec, arguments: [String]) {
    self.program = program
    self.arguments = arguments
    command = program.root
  }

  mutating func parse() throws(UsageError) -> ParsedCommandLine {
    var optionsEnded = false
    while position < arguments.count {
      let word = arguments[position]
      if optionsEnded || command.handsOn || !isOption(word) {
        try takeWord(word)
      } else if word == "--" {
        optionsEnded = true
      } else if word.hasPrefix("--") {
        try takeLongOption(word.dropFirst(2))
      } else {
        try takeShortOptions(word.dropFirst())
      }
      position += 1
      // Help is shown even if the rest of the line is wrong.
      if asksForHelp { return .help(path) }
      if asksForVersion { return .version }
    }
    if let usual = command.usualSubcommand { enter(usual) }
    if command.isGroup { throw UsageError(.noCommand(known: knownCommands()), command: path) }
    try checkRequiredOptions()
    return .run(Invocation(command: path, occurrences: occurrences, operands: try operands()))
  }

  /// A lone dash is a file, and a negative number is a number where no option has that digit.
  private func isOption(_ word: String) -> Bool {
    guard word.hasPrefix("-"), word != "-" else { return false }
    guard let second = word.dropFirst().first, second.isNumber, !command.isGroup else { return true }
    return availableOptions().contains { option in option.short == second }
  }

  private func isLongOption(_ word: String) -> Bool {
    word.hasPrefix("--") && availableOptions().contains { option in option.name == word.dropFirst(2) }
  }

  private func availableOptions() -> [OptionSpec] {
    program.options(of: command, atRoot: path.isEmpty)
  }

  private func knownCommands() -> [String] {
    command.subcommands.filter { command in !command.isHidden }.map { command in command.name }
  }

  // MARK: Words

  private mutating func takeWord(_ word: String) throws(UsageError) {
    guard command.isGroup else {
      words.append((word, position))
      return
    }
    if let next = command.subcommand(named: word) { return enter(next) }
    if path.isEmpty, word == "help" {
      try takeHelpWords()
      asksForHelp = true
      return
    }
    guard let usual = command.usualSubcommand else { throw unknownCommand(word, at: position) }
    enter(usual)
    words.append((word, position))
  }

  private mutating func enter(_ next: CommandSpec) {
    command = next
    path.append(next.name)
  }

  /// The words after `help`, which name a command.
  private mutating func takeHelpWords() throws(UsageError) {
    for index in arguments.indices.dropFirst(position + 1) where !arguments[index].hasPrefix("-") {
      let word = arguments[index]
      // What follows a whole command is passed over, as with --help.
      guard command.isGroup else { return }
      guard let next = command.subcommand(named: word) else {
        if path.isEmpty, word == "help" { return }
        throw unknownCommand(word, at: index)
      }
      command = next
      path.append(word)
    }
  }

  private func unknownCommand(_ word: String, at index: Int) -> UsageError {
    UsageError(
      .unknownCommand(word, nearest: nearestWord(to: word, among: knownCommands()), known: knownCommands()),
      command: path, word: index)
  }

  // MARK: Options

  private mutating func takeLongOption(_ text: Substring) throws(UsageError) {
    let at = position
    var name = text
    var value: String?
    if let equals = text.firstIndex(of: "=") {
      name = text[..<equals]
      value = String(text[text.index(after: equals)...])
    }
    guard let option = availableOptions().first(where: { option in option.name == name }) else {
      throw unknownOption("--" + name)
    }
    guard let form = option.value else {
      if let value { throw UsageError(.unexpectedValue(flag: "--" + name, value: value), command: path, word: at) }
      return try take(option, nil, at: at)
    }
    if value == nil {
      value = try nextWord(for: "--" + name, form)
    }
    try take(option, (form, value ?? ""), at: at)
  }

  private mutating func takeShortOptions(_ letters: Substring) throws(UsageError) {
    let at = position
    var rest = letters
    while let letter = rest.popFirst() {
      guard let option = availableOptions().first(where: { option in option.short == letter }) else {
        throw unknownOption("-" + String(letter))
      }
      guard let form = option.value else {
        try take(option, nil, at: at)
        continue
      }
      if rest.first == "=" { rest = rest.dropFirst() }
      let value = rest.isEmpty ? try nextWord(for: "-" + String(letter), form) : String(rest)
      return try take(option, (form, value), at: at)
    }
  }

  private mutating func nextWord(for name: String, _ form: ValueSpec) throws(UsageError) -> String {
    // A value that is itself one of the options is a value that was forgotten; `--name=--value` says otherwise.
    guard position + 1 < arguments.count, !isLongOption(arguments[position + 1]) else {
      throw UsageError(.missingValue(option: name, placeholder: form.placeholder), command: path, word: position)
    }
    position += 1
    return arguments[position]
  }

  private mutating func take(
    _ option: OptionSpec, _ given: (form: ValueSpec, text: String)?, at: Int
  ) throws(UsageError) {
    if option.name == ProgramSpec.help.spec.name { asksForHelp = true }
    if path.isEmpty, option.name == ProgramSpec.version.spec.name { asksForVersion = true }
    if !option.mayRepeat, occurrences.contains(where: { occurrence in occurrence.name == option.name }) {
      throw UsageError(.repeatedOption("--" + option.name), command: path, word: at)
    }
    guard let given else {
      return occurrences.append(Invocation.Occurrence(name: option.name, value: nil, word: at))
    }
    for text in option.texts(of: given.text) {
      let value = try read(text, as: given.form, for: "--" + option.name, at: position)
      occurrences.append(Invocation.Occurrence(name: option.name, value: value, word: at))
    }
  }

  private func read(
    _ text: String, as form: ValueSpec, for argument: String, at: Int
  ) throws(UsageError) -> ArgumentValue {
    do throws(ValueError) {
      return try form.value(of: text)
    } catch {
      throw UsageError(.badValue(argument: argument, value: text, error), command: path, word: at)
    }
  }

  private func unknownOption(_ written: String) -> UsageError {
    let known = availableOptions().filter { option in !option.isHidden }.map { option in "--" + option.name }
    return UsageError(
      .unknownOption(written, nearest: nearestWord(to: written, among: known)), command: path, word: position)
  }

  private func checkRequiredOptions() throws(UsageError) {
    for option in command.options where option.isRequired {
      if occurrences.contains(where: { occurrence in occurrence.name == option.name }) { continue }
      throw UsageError(.missingOption("--" + option.name, placeholder: option.value?.placeholder ?? ""), command: path)
    }
  }

  // MARK: Operands

  /// Deals the words to the operands: each in its turn takes what it must, an optional one only what the later ones can
  /// spare.
  private func operands() throws(UsageError) -> [(name: String, value: ArgumentValue)] {
    var dealt: [(name: String, value: ArgumentValue)] = []
    var next = 0
    let takers = command.operands
    for (index, operand) in takers.enumerated() {
      let neededLater = takers[(index + 1)...].reduce(0) { sum, later in sum + later.count.least }
      let spare = words.count - next - neededLater
      let taken: Int
      switch operand.count {
      case .one: taken = 1
      case .optional: taken = min(1, max(0, spare))
      case .any: taken = max(0, spare)
      case .some: taken = max(1, spare)
      }
      guard next + taken <= words.count else {
        throw UsageError(.missingOperand(operand.name), command: path)
      }
      for word in words[next..<next + taken] {
        dealt.append((operand.name, try read(word.text, as: operand.value, for: operand.name, at: word.position)))
      }
      next += taken
    }
    if next < words.count {
      throw UsageError(.unexpectedOperand(words[next].text), command: path, word: words[next].position)
    }
    return dealt
  }
}

extension OperandSpec.Count {
  var least: Int {
    switch self {
    case .one, .some: 1
    case .optional, .any: 0
    }
  }
}
