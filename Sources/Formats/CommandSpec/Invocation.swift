/// A command line that was understood: the command and what was said to it.
package struct Invocation: Sendable {
  /// One time that an option or a flag stood on the command line.
  package struct Occurrence: Sendable {
    /// The long name of the option.
    package let name: String
    /// The value; `nil` for a flag.
    package let value: ArgumentValue?
    /// Which word of the command line it is, counted from 0 after the program's name.
    package let word: Int

    /// The value, if this is an occurrence of the option.
    package subscript<Value>(option: Option<Value>) -> Value? {
      guard name == option.spec.name, let value else { return nil }
      return option.form.typed(value)
    }

    /// Whether this is an occurrence of the flag.
    package subscript(flag: Flag) -> Bool { name == flag.spec.name }
  }

  /// The words of the command without the program's name, for example `["link", "check"]`.
  package let command: [String]
  /// All options and flags in the order in which they stood.
  package let occurrences: [Occurrence]
  /// The operands by name, in order.
  let operands: [(name: String, value: ArgumentValue)]

  /// The value of an option, or `nil` if it was not given; the last one if it may repeat.
  package subscript<Value>(option: Option<Value>) -> Value? {
    for occurrence in occurrences.reversed() {
      if let value = occurrence[option] { return value }
    }
    return nil
  }

  /// Whether a flag was given.
  package subscript(flag: Flag) -> Bool {
    occurrences.contains { occurrence in occurrence[flag] }
  }

  /// The word of an operand, or `nil` if it was left out; the first one if it takes several.
  package subscript<Value>(operand: Operand<Value>) -> Value? {
    all(operand).first
  }

  /// All values of an option, in order.
  package func all<Value>(_ option: Option<Value>) -> [Value] {
    occurrences.compactMap { occurrence in occurrence[option] }
  }

  /// All words of an operand, in order.
  package func all<Value>(_ operand: Operand<Value>) -> [Value] {
    var values: [Value] = []
    for (name, value) in operands where name == operand.spec.name {
      if let value = operand.form.typed(value) { values.append(value) }
    }
    return values
  }

  /// The value of an option without which the command, called this way, makes no sense.
  package func require<Value>(_ option: Option<Value>) throws(UsageError) -> Value {
    if let value = self[option] { return value }
    throw UsageError(
      .missingOption("--" + option.spec.name, placeholder: option.form.spec.placeholder), command: command)
  }

  /// The word of an operand without which the command, called this way, makes no sense.
  package func require<Value>(_ operand: Operand<Value>) throws(UsageError) -> Value {
    if let value = self[operand] { return value }
    throw UsageError(.missingOperand(operand.spec.name), command: command)
  }

  /// An error about two arguments that exclude each other.
  package func conflict(_ first: String, _ second: String) -> UsageError {
    UsageError(.conflict(first, second), command: command)
  }
}

/// What a command line asks for.
package enum ParsedCommandLine: Sendable {
  /// Run a command.
  case run(Invocation)
  /// Show the help of the command with these words; empty for the program.
  case help([String])
  /// Show the version.
  case version
}
