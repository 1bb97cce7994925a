/// An option with a value, declared once: as part of a command, and as the key under which the value is read.
///
/// ```swift
/// let timeout = Option("timeout", value: .duration(), "how long to wait for a card")
/// let command = CommandSpec("read", "what is on a card", takes: [timeout])
/// let duration = invocation[timeout] ?? .seconds(30)
/// ```
package struct Option<Value: Sendable>: Argument {
  package let spec: OptionSpec
  let form: ValueForm<Value>

  /// Declares an option; if it may repeat, all its values are kept in their order.
  package init(
    _ name: String, short: Character? = nil, value form: ValueForm<Value>, _ help: String, mayRepeat: Bool = false,
    isRequired: Bool = false, isHidden: Bool = false
  ) {
    self.form = form
    spec = OptionSpec(
      name: name, short: short, value: form.spec, mayRepeat: mayRepeat, isRequired: isRequired, help: help,
      isHidden: isHidden)
  }

  package var arguments: [ArgumentSpec] { [.option(spec)] }
}

package struct Flag: Argument {
  package let spec: OptionSpec

  /// Declares a flag. A flag that appears twice says the same as once.
  package init(_ name: String, short: Character? = nil, _ help: String, isHidden: Bool = false) {
    spec = OptionSpec(
      name: name, short: short, value: nil, mayRepeat: true, isRequired: false, help: help, isHidden: isHidden)
  }

  package var arguments: [ArgumentSpec] { [.option(spec)] }
}

/// An operand, declared once: as part of a command, and as the key under which its words are read.
package struct Operand<Value: Sendable>: Argument {
  package let spec: OperandSpec
  let form: ValueForm<Value>

  package init(_ form: ValueForm<Value>, _ help: String, count: OperandSpec.Count = .one) {
    self.form = form
    spec = OperandSpec(value: form.spec, count: count, help: help)
  }

  package var arguments: [ArgumentSpec] { [.operand(spec)] }
}
