package enum Language: String, CaseIterable, Sendable {
  case english = "en"
  case german = "de"
  case french = "fr"
  case spanish = "es"
  case portuguese = "pt-BR"
  case japanese = "ja"
  case chinese = "zh-Hans"
  /// English in brackets and two fifths longer, for tests of layouts and of texts that were forgotten.
  case padded = "qps"

  /// The language that a tag or a locale names: `de`, `de_AT.UTF-8`, `pt-PT`, `zh-Hans-CN`; `nil` for one that is not
  /// spoken here. Who writes traditional characters is not given simplified ones.
  package init?(tag: some StringProtocol) {
    let parts = tag.lowercased().prefix { $0 != "." && $0 != "@" }.split { $0 == "-" || $0 == "_" }
    guard let first = parts.first else { return nil }
    switch first {
    case "en": self = .english
    case "de": self = .german
    case "fr": self = .french
    case "es": self = .spanish
    case "pt": self = .portuguese
    case "ja": self = .japanese
    case "zh":
      let isTraditional = parts.contains { ["hant", "tw", "hk", "mo"].contains($0) }
      if isTraditional { return nil }
      self = .chinese
    case "qps": self = .padded
    default: return nil
    }
  }

  var isWrittenWithoutSpaces: Bool { self == .japanese || self == .chinese }

  var comma: String {
    switch self {
    case .japanese: "\u{3001}"
    case .chinese: "\u{FF0C}"
    default: ", "
    }
  }

  var semicolon: String {
    switch self {
    case .french: " ; "
    case .japanese: "\u{3002}"
    case .chinese: "\u{FF1B}"
    default: "; "
    }
  }

  var fullStop: String { isWrittenWithoutSpaces ? "\u{3002}" : "." }

  /// Which of a text's plural forms a number takes (CLDR 45, supplemental/plurals; the form `many` of French, Spanish
  /// and Portuguese is for millions, which nothing here reaches).
  package func pluralForm(of number: Int64) -> Int {
    switch self {
    case .japanese, .chinese: 0
    case .french, .portuguese: number.magnitude < 2 ? 0 : 1
    case .english, .german, .spanish, .padded: number.magnitude == 1 ? 0 : 1
    }
  }

  /// The words for yes, in small letters.
  package var affirmations: [String] {
    switch self {
    case .english, .padded: ["y", "yes"]
    case .german: ["y", "yes", "j", "ja"]
    case .french: ["y", "yes", "o", "oui"]
    case .spanish: ["y", "yes", "s", "s\u{ED}", "si"]
    case .portuguese: ["y", "yes", "s", "sim"]
    case .japanese: ["y", "yes", "\u{306F}\u{3044}"]
    case .chinese: ["y", "yes", "\u{662F}"]
    }
  }
}

extension Language {
  /// The language that an environment asks for: the first known one of LANGUAGE, then LC_ALL, LC_MESSAGES or LANG.
  ///
  /// As everywhere (gettext, 2.3), the locale C is English whatever LANGUAGE says.
  package static func asked(by variable: (String) -> String?) -> Language {
    let locale = variable("LC_ALL") ?? variable("LC_MESSAGES") ?? variable("LANG")
    if let name = locale?.prefix(while: { $0 != "." && $0 != "@" }), name == "C" || name == "POSIX" { return .english }
    for wish in variable("LANGUAGE")?.split(separator: ":") ?? [] {
      if let language = Language(tag: wish) { return language }
    }
    return locale.flatMap { Language(tag: $0) } ?? .english
  }

  /// The language that a browser likes best of those that are spoken here (RFC 9110, 12.5.4).
  package static func accepted(_ header: String?) -> Language {
    var best: (language: Language, weight: Int) = (.english, 0)
    for wish in (header ?? "").prefix(1000).split(separator: ",") {
      let parts = wish.split(separator: ";").map { $0.filter { $0 != " " } }
      guard let tag = parts.first, let language = Language(tag: tag), language != .padded else { continue }
      let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.map { thousandths($0.dropFirst(2)) } ?? 1000
      if weight > best.weight { best = (language, weight) }
    }
    return best.language
  }

  /// `0.8` as 800.
  private static func thousandths(_ text: Substring) -> Int {
    let parts = text.split(separator: ".")
    guard let whole = parts.first.flatMap({ Int($0) }), whole <= 1 else { return 0 }
    let rest = parts.count > 1 ? String(parts[1].prefix(3)) : ""
    return whole * 1000 + (Int(rest + String(repeating: "0", count: 3 - rest.count)) ?? 0)
  }
}
