internal import JSONText
package import Languages
internal import LinuxRuntime

extension Home {
  /// The language that the configuration names; `nil` where it leaves that to each terminal and browser. A
  /// configuration with a fault names none: the service says what is wrong with it.
  package var language: Language? {
    guard let octets = try? Files.read(configuration, limit: 1 << 20),
      let document = try? JSONDocument(octets, grammar: .json5)
    else { return nil }
    return document.root["language"]?.string.flatMap { ServiceConfiguration.language(named: $0) }
  }
}

extension ServiceConfiguration {
  /// What `language` may say.
  package static let languages = ["auto"] + Language.allCases.map(\.rawValue)

  /// The language of that name; `nil` for `auto`.
  static func language(named name: String) -> Language? { Language(rawValue: name) }
}
