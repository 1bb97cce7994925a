package struct Invocation: Sendable {
  /// One appearance of an option or a flag on the command line.
  package struct Occurrence: Sendable {
    package let name: String
    /// The value; `nil` for a flag.
    package let value: ArgumentValue?
    /// Which word of the command line it is, counted from 0 after the program's name.
    package let word: Int

    package subscript<Value>(option: Option<Value>) -> Value? {
      guard name == option.spec.name, let value else { return nil }
      return option.form.typed(value)
    }

    package subscript(flag: Flag) -> Bool { name == flag.spec.name }
  }

  /// The words of the command without the program's name, for example `["link", "check"]`.
  package let command: [String]
  /// All options and flags in the order in which they were given.
  package let occurrences: [Occurrence]
  let operands: [(name: String, value: ArgumentValue)]

  /// The value of an option, or `nil` if it was not given; the last one if it may repeat.
  package subscript<Value>(option: Option<Value>) -> Value? {
    for occurrence in occurrences.reversed() {
      if let value = occurrence[option] { return value }
    }
    return nil
  }

  package subscript(flag: Flag) -> Bool {
    occurrences.contains { occurrence in occurrence[flag] }
  }

  /// The word of an operand, or `nil` if it was left out; the first one if it takes several.
  package subscript<Value>(operand: Operand<Value>) -> Value? {
    all(operand).first
  }

  package func all<Value>(_ option: Option<Value>) -> [Value] {
    occurrences.compactMap { occurrence in occurrence[option] }
  }

  package func all<Value>(_ operand: Operand<Value>) -> [Value] {
    var values: [Value] = []
    for (name, value) in operands where name == operand.spec.name {
      if let value = operand.form.typed(value) { values.append(value) }
    }
    return values
  }

  /// The value of an option that the command needs when it is called this way.
  package func require<Value>(_ option: Option<Value>) throws(UsageError) -> Value {
    if let value = self[option] { return value }
    throw UsageError(
      .missingOption("--" + option.spec.name, placeholder: option.form.spec.placeholder), command: command)
  }

  /// The word of an operand that the command needs when it is called this way.
  package func require<Value>(_ operand: Operand<Value>) throws(UsageError) -> Value {
    if let value = self[operand] { return value }
    throw UsageError(.missingOperand(operand.spec.name), command: command)
  }

  package func conflict(_ first: String, _ second: String) -> UsageError {
    UsageError(.conflict(first, second), command: command)
  }
}

package enum ParsedCommandLine: Sendable {
  case run(Invocation)
  /// Show the help of the command with these words; empty for the program.
  case help([String])
  case version
}
