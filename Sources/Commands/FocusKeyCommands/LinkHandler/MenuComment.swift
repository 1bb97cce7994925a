internal import Catalogues
internal import Languages

/// The comment of a menu entry, in every language that is spoken here (Desktop Entry Specification, 1.5).
enum MenuComment {
  /// The lines, the English one first.
  static func lines(_ english: String) -> [String] {
    ["Comment=\(english)"]
      + Language.allCases.compactMap { language in
        locale(of: language).map { "Comment[\($0)]=\(Speech.speaking(language).say(english))" }
      }
  }

  private static func locale(of language: Language) -> String? {
    switch language {
    case .english, .padded: nil
    case .portuguese: "pt_BR"
    case .chinese: "zh_CN"
    case .german, .french, .spanish, .japanese: language.rawValue
    }
  }
}
