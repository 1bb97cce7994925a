/// A description of a value together with the type that a command reads it as.
///
/// A form is made with one of the functions below, where the option or the operand is declared:
/// `Option("reader", value: .text("NAME"), "the reader to use")`.
package struct ValueForm<Value: Sendable>: Sendable {
  package let spec: ValueSpec
  /// The value as the type of this form. Words were checked by `spec` before, so `nil` means a form that contradicts
  /// itself.
  let typed: @Sendable (ArgumentValue) -> Value?

  init(_ spec: ValueSpec, typed: @escaping @Sendable (ArgumentValue) -> Value?) {
    self.spec = spec
    self.typed = typed
  }
}

extension ValueForm where Value == String {
  /// Any text. Where the program knows the words that make sense, `wordList` names the list that completion asks for.
  package static func text(_ placeholder: String, wordList: String? = nil) -> ValueForm {
    ValueForm(ValueSpec(placeholder, .text, wordList: wordList), typed: asText)
  }

  package static func file(_ placeholder: String = "FILE") -> ValueForm {
    ValueForm(ValueSpec(placeholder, .file), typed: asText)
  }

  package static func folder(_ placeholder: String = "DIR") -> ValueForm {
    ValueForm(ValueSpec(placeholder, .folder), typed: asText)
  }

  /// One of a few words, read as text; for words with a type of their own see ``ChoiceWord``.
  package static func choice(_ placeholder: String, of words: [String]) -> ValueForm {
    ValueForm(ValueSpec(placeholder, .choice(words.map { word in ValueSpec.Choice(word) })), typed: asText)
  }

  @Sendable private static func asText(_ value: ArgumentValue) -> String? {
    guard case .text(let text) = value else { return nil }
    return text
  }
}

extension ValueForm where Value == Int {
  package static func number(_ placeholder: String = "N", in range: ClosedRange<Int> = 0...Int.max) -> ValueForm {
    ValueForm(ValueSpec(placeholder, .number(range))) { value in
      guard case .number(let number) = value else { return nil }
      return number
    }
  }
}

extension ValueForm where Value == Duration {
  /// A time such as `500ms`, `90s`, `5m`, `2h`, `3d`; a bare number is seconds.
  package static func duration(_ placeholder: String = "TIME") -> ValueForm {
    ValueForm(ValueSpec(placeholder, .duration)) { value in
      guard case .duration(let duration) = value else { return nil }
      return duration
    }
  }
}

package protocol ChoiceWord: CaseIterable, Sendable {
  var word: String { get }
  /// A few words on what it means, for completions; may be empty.
  var help: String { get }
}

extension ChoiceWord {
  package var help: String { "" }
}

extension ValueForm where Value: ChoiceWord {
  package static func choice(_ placeholder: String) -> ValueForm {
    let choices = Value.allCases.map { choice in ValueSpec.Choice(choice.word, choice.help) }
    return ValueForm(ValueSpec(placeholder, .choice(choices))) { value in
      guard case .text(let text) = value else { return nil }
      return Value.allCases.first { choice in choice.word == text }
    }
  }
}
