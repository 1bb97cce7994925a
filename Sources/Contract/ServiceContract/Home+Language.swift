package import Languages

extension Home {
  /// The configured language; `nil` if the configuration leaves it open or has a fault.
  package var language: Language? {
    guard let octets = try? Files.read(configuration, limit: 1 << 20),
      let document = try? JSONDocument(octets, grammar: .json5)
    else { return nil }
    return document.root["language"]?.string.flatMap { ServiceConfiguration.language(named: $0) }
  }
}

extension ServiceConfiguration {
  package static let languages = ["auto"] + Language.allCases.map(\.rawValue)

  /// The language of that name; `nil` for `auto`.
  static func language(named name: String) -> Language? { Language(rawValue: name) }
}
