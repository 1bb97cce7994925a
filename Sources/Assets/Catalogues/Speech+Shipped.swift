internal import CCatalogues
package import Languages

extension Speech {
  package static func speaking(_ language: Language) -> Speech {
    guard language != .english else { return .english }
    return Speech(language, Catalogue(language, file: Catalogues.file(of: language, ofContexts: false)))
  }
}

package enum Catalogues {
  /// The texts of a language; for the padded one those of another, whose English ones are padded.
  ///
  /// - Parameter ofContexts: whether those of a context are wanted, too.
  package static func entries(of language: Language, ofContexts: Bool = true) -> [CatalogueEntry] {
    CatalogueEntry.read(file(of: language, ofContexts: ofContexts))
  }

  /// The catalogue as translators keep it; empty for English, which needs none.
  ///
  /// - Parameter ofContexts: whether the texts of a context are wanted, too; they come last.
  package static func file(of language: Language, ofContexts: Bool = true) -> [UInt8] {
    let index =
      switch language {
      case .english: -1
      case .german, .padded: 0
      case .french: 1
      case .spanish: 2
      case .portuguese: 3
      case .japanese: 4
      case .chinese: 5
      }
    guard index >= 0 else { return [] }
    var length = 0
    // The C target's data: it is there for as long as the process is.
    guard let content = unsafe focuskey_catalogue(Int32(index), ofContexts, &length) else { return [] }
    return unsafe Array(UnsafeBufferPointer(start: content, count: length))
  }
}
