/// The texts of one language, found by the English ones.
///
/// What FocusKey says is English wherever programs hear it, too. Each mouth that speaks to people (a terminal, a
/// notification, a page) says it in their language: it looks for the text that the sentence was made from, and puts
/// what was in its holes into the same text of the language. What it does not know stays English.
package final class Catalogue: Sendable {
  package let language: Language
  private let index: CatalogueIndex

  /// Nobody says more in one line.
  private static let longestLine = 2000
  private static let deepest = 5
  private static let mostSentences = 8

  /// - Parameter file: the catalogue as translators keep it (GNU gettext, PO files). Texts of a context do not count.
  package init(_ language: Language, file: [UInt8]) {
    self.language = language
    index = CatalogueIndex(file)
  }

  /// Translates an English text line by line; a line that is not known stays as it is.
  package func say(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let octets = Array(line.utf8)
      let margin = octets.prefix { $0 == 0x20 }
      let end = octets.lastIndex { $0 != 0x20 }.map { $0 + 1 } ?? margin.count
      guard margin.count < end, octets.count <= Self.longestLine,
        let said = translation(of: octets[margin.count..<end], depth: 0)
      else { return String(line) }
      return String(decoding: margin, as: UTF8.self) + said + String(decoding: octets[end...], as: UTF8.self)
    }.joined(separator: "\n")
  }

  private func translation(of text: ArraySlice<UInt8>, depth: Int) -> String? {
    guard depth <= Self.deepest else { return nil }
    return sentence(text, depth) ?? inSentences(text, depth) ?? inClauses(text, depth)
  }

  private func sentence(_ text: ArraySlice<UInt8>, _ depth: Int) -> String? {
    whole(text) ?? filled(text, depth) ?? asSentence(text, depth)
  }

  private func whole(_ text: ArraySlice<UInt8>) -> String? {
    guard let entry = index.entry(of: text), let said = forms(of: text, entry).first else { return nil }
    return String(decoding: said, as: UTF8.self)
  }

  /// A text's plural forms in the language; empty where it is not translated yet.
  private func forms(of english: some Collection<UInt8>, _ entry: CatalogueEntry) -> [[UInt8]] {
    language == .padded ? [Padding.text(Array(english))] : entry.forms
  }

  private func filled(_ text: ArraySlice<UInt8>, _ depth: Int) -> String? {
    for candidate in index.candidates(for: text) {
      let (english, entry) = index.entry(of: candidate)
      let forms = forms(of: english, entry)
      guard !forms.isEmpty, let fillings = Template(english).fillings(of: text) else { continue }
      var said: [[UInt8]: String] = [:]
      var number: Int64?
      for (name, kind, filling) in fillings {
        if case .number = kind, number == nil { number = Int64(String(decoding: filling, as: UTF8.self)) ?? 2 }
        said[name] = word(filling, kind, depth)
      }
      return put(said, into: forms[min(forms.count - 1, language.pluralForm(of: number ?? 1))])
    }
    return nil
  }

  private func put(_ said: [[UInt8]: String], into form: [UInt8]) -> String {
    Template(form).parts.reduce(into: "") { text, part in
      switch part {
      case .words(let words):
        // "Min." ends a sentence as well.
        let isEnded = text.hasSuffix(".") && words.first == UInt8(ascii: ".")
        text += String(decoding: isEnded ? words.dropFirst() : words[...], as: UTF8.self)
      case .hole(let name, _): text += said[name] ?? ""
      }
    }
  }

  private func word(_ text: ArraySlice<UInt8>, _ kind: Template.Kind, _ depth: Int) -> String {
    let plain = String(decoding: text, as: UTF8.self)
    return switch kind {
    case .name, .time: plain
    case .number: language.number(plain)
    case .date: language.date(plain)
    case .length: LengthText(text)?.text(in: language) ?? plain
    case .text: translation(of: text, depth: depth + 1) ?? plain
    case .list: language.list(items(of: text, marks: [", ", " and "], depth))
    case .parts: items(of: text, marks: [", "], depth).joined(separator: language.comma)
    }
  }

  private static func text(_ octets: ArraySlice<UInt8>) -> String { String(decoding: octets, as: UTF8.self) }

  /// Translates each item: `A, B and C` are three.
  private func items(of text: ArraySlice<UInt8>, marks: [String], _ depth: Int) -> [String] {
    pieces(of: text, marks: marks).map { translation(of: $0, depth: depth + 1) ?? Self.text($0) }
  }

  private func pieces(of text: ArraySlice<UInt8>, marks: [String]) -> [ArraySlice<UInt8>] {
    var items: [ArraySlice<UInt8>] = []
    var rest = text
    var index = rest.startIndex
    while index < rest.endIndex {
      if let mark = marks.first(where: { rest[index...].starts(with: $0.utf8) }) {
        items.append(rest[..<index])
        rest = rest[(index + mark.utf8.count)...]
        index = rest.startIndex
      } else {
        index += 1
      }
    }
    return items + [rest]
  }

  /// `You are on a break.` where the catalogue has `you are on a break`.
  private func asSentence(_ text: ArraySlice<UInt8>, _ depth: Int) -> String? {
    guard text.count > 2, text.last == UInt8(ascii: "."), let first = text.first else { return nil }
    var inner = Array(text.dropLast())
    if (0x41...0x5A).contains(first) { inner[0] = first | 0x20 }
    guard let said = whole(inner[...]) ?? filled(inner[...], depth) else { return nil }
    return said.prefix(1).uppercased() + String(said.dropFirst()) + language.fullStop
  }

  /// Clauses with semicolons between them, of which at least one is known.
  private func inClauses(_ text: ArraySlice<UInt8>, _ depth: Int) -> String? {
    let clauses = pieces(of: text, marks: ["; "])
    guard clauses.count > 1 else { return nil }
    var said: [String] = []
    var isKnown = false
    var next = 0
    while next < clauses.count {
      // Several clauses may be one text of the catalogue.
      let ends = (next...min(next + 2, clauses.count - 1)).reversed()
      let longest = ends.lazy.compactMap { end in
        self.sentence(text[clauses[next].startIndex..<clauses[end].endIndex], depth + 1).map { (end, $0) }
      }.first
      said.append(longest?.1 ?? Self.text(clauses[next]))
      isKnown = isKnown || longest != nil
      next = (longest?.0 ?? next) + 1
    }
    return isKnown ? said.joined(separator: language.semicolon) : nil
  }

  /// Sentences one after the other, of which at least the first is known.
  private func inSentences(_ text: ArraySlice<UInt8>, _ depth: Int) -> String? {
    var seen: [Int: Sentences?] = [:]
    return sentences(text, depth, &seen)?.text
  }

  private struct Sentences {
    var text: String
    var isWhole: Bool
  }

  /// Splits so that nothing stays English if possible, else early; a text may be several sentences.
  private func sentences(
    _ text: ArraySlice<UInt8>, _ depth: Int, count: Int = 1, _ seen: inout [Int: Sentences?]
  ) -> Sentences? {
    if let said = seen[text.startIndex] { return said }
    var said: Sentences?
    let ends = text.indices.dropLast(2).lazy.filter { text[$0 + 1] == 0x20 && ".?!".utf8.contains(text[$0]) }
    for end in ends.prefix(3) where count < Self.mostSentences {
      guard let words = sentence(text[...end], depth + 1) else { continue }
      let rest = text[(end + 2)...]
      let others = sentences(rest, depth, count: count + 1, &seen)
      let gap = language.isWrittenWithoutSpaces ? "" : " "
      let all = Sentences(text: words + gap + (others?.text ?? Self.text(rest)), isWhole: others?.isWhole ?? false)
      if said == nil || all.isWhole { said = all }
      if all.isWhole { break }
    }
    if said?.isWhole != true, count > 1, let words = sentence(text, depth + 1) {
      said = Sentences(text: words, isWhole: true)
    }
    seen[text.startIndex] = .some(said)
    return said
  }
}

/// The language in which a terminal, a notification or a page speaks.
package struct Speech: Sendable, Equatable {
  package let language: Language
  private let catalogue: Catalogue?

  package static let english = Speech(.english, nil)

  /// A language with its texts; `nil` for English.
  package init(_ language: Language, _ catalogue: Catalogue?) {
    self.language = language
    self.catalogue = catalogue
  }

  package func say(_ text: String) -> String { catalogue?.say(text) ?? text }

  package static func == (one: Speech, other: Speech) -> Bool { one.language == other.language }
}
