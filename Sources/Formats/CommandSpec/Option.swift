/// An option with a value, declared once: as part of a command, and as the key under which the value is read.
///
/// ```swift
/// let timeout = Option("timeout", value: .duration(), "how long to wait for a card")
/// let command = CommandSpec("read", "what is on a card") { timeout }
/// let duration = invocation[timeout] ?? .seconds(30)
/// ```
package struct Option<Value: Sendable>: Sendable {
  /// The option as data.
  package let spec: OptionSpec
  let form: ValueForm<Value>

  /// Declares an option.
  ///
  /// - Parameters:
  ///   - name: the long name without dashes.
  ///   - short: the letter of the short form.
  ///   - form: what the value is.
  ///   - help: one line on what it does, without a full stop.
  ///   - mayRepeat: whether it may stand more than once; then all values are kept in their order.
  ///   - isRequired: whether the command cannot do without it.
  ///   - isHidden: whether help, completions and the manual leave it out.
  package init(
    _ name: String, short: Character? = nil, value form: ValueForm<Value>, _ help: String, mayRepeat: Bool = false,
    isRequired: Bool = false, isHidden: Bool = false
  ) {
    self.form = form
    spec = OptionSpec(
      name: name, short: short, value: form.spec, mayRepeat: mayRepeat, isRequired: isRequired, help: help,
      isHidden: isHidden)
  }
}

/// An option without a value.
package struct Flag: Sendable {
  /// The flag as data.
  package let spec: OptionSpec

  /// Declares a flag. A flag that appears twice says the same as once.
  package init(_ name: String, short: Character? = nil, _ help: String, isHidden: Bool = false) {
    spec = OptionSpec(
      name: name, short: short, value: nil, mayRepeat: true, isRequired: false, help: help, isHidden: isHidden)
  }
}

/// An operand, declared once: as part of a command, and as the key under which its words are read.
package struct Operand<Value: Sendable>: Sendable {
  /// The operand as data.
  package let spec: OperandSpec
  let form: ValueForm<Value>

  /// Declares an operand.
  package init(_ form: ValueForm<Value>, _ help: String, count: OperandSpec.Count = .one) {
    self.form = form
    spec = OperandSpec(value: form.spec, count: count, help: help)
  }
}
