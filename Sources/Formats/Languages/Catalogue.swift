/// The texts of one language, found by the English ones.
///
/// What FocusKey says is English wherever programs hear it, too. Each mouth that speaks to people (a terminal, a
/// notification, a page) says it in their language: it looks for the text that the sentence was made from, and puts
/// what was in its holes into the same text of the language. What it does not know stays English.
public final class Catalogue: Sendable {
  /// The language.
  public let language: Language
  private let whole: [[UInt8]: [UInt8]]
  /// Texts with holes by their first octet; those that begin with a hole come at 0. The most exact comes first.
  private let open: [UInt8: [OpenText]]

  /// Nobody says more in one line.
  private static let longestLine = 2000
  private static let deepest = 5
  private static let mostSentences = 8

  /// - Parameters:
  ///   - entries: the texts; those of another context do not count.
  ///   - context: whose texts these are; `nil` for those that are used everywhere.
  public init(_ language: Language, _ entries: [CatalogueEntry], context: [UInt8]? = nil) {
    var whole: [[UInt8]: [UInt8]] = [:]
    var open: [UInt8: [OpenText]] = [:]
    for entry in entries where entry.context == context {
      for english in [entry.one, entry.many].compactMap({ $0 }) {
        let forms = language == .padded ? [Padding.text(english)] : entry.forms
        guard let first = forms.first else { continue }
        guard let text = OpenText(english, forms) else {
          whole[english] = first
          continue
        }
        open[text.key, default: []].append(text)
      }
    }
    self.language = language
    self.whole = whole
    self.open = open.mapValues { $0.sorted { $0.wordCount > $1.wordCount } }
  }

  /// What an English text is in the language, line by line; a line that is not known stays as it is.
  public func say(_ text: String) -> String {
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
    return sentence(text, depth) ?? inSentences(text, depth)
  }

  private func sentence(_ text: ArraySlice<UInt8>, _ depth: Int) -> String? {
    if let said = whole[Array(text)] { return String(decoding: said, as: UTF8.self) }
    return filled(text, depth) ?? asSentence(text, depth)
  }

  private func filled(_ text: ArraySlice<UInt8>, _ depth: Int) -> String? {
    for key in [text[text.startIndex], 0] {
      for known in open[key] ?? [] where known.mayBe(text) {
        guard let fillings = Template(known.english).fillings(of: text) else { continue }
        var said: [[UInt8]: String] = [:]
        var number: Int64?
        for (name, kind, filling) in fillings {
          if case .number = kind, number == nil { number = Int64(String(decoding: filling, as: UTF8.self)) ?? 2 }
          said[name] = word(filling, kind, depth)
        }
        let form = known.forms[min(known.forms.count - 1, language.pluralForm(of: number ?? 1))]
        return Template(form).parts.reduce(into: "") { text, part in
          switch part {
          case .words(let words):
            // "Min." ends a sentence as well.
            let isEnded = text.hasSuffix(".") && words.first == UInt8(ascii: ".")
            text += String(decoding: isEnded ? words.dropFirst() : words[...], as: UTF8.self)
          case .hole(let name, _): text += said[name] ?? ""
          }
        }
      }
    }
    return nil
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

  /// `A, B and C` as three, each in the language.
  private func items(of text: ArraySlice<UInt8>, marks: [String], _ depth: Int) -> [String] {
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
    return (items + [rest]).map { translation(of: $0, depth: depth + 1) ?? Self.text($0) }
  }

  /// `You are on a break.` where the catalogue has `you are on a break`.
  private func asSentence(_ text: ArraySlice<UInt8>, _ depth: Int) -> String? {
    guard text.count > 2, text.last == UInt8(ascii: "."), let first = text.first else { return nil }
    var inner = Array(text.dropLast())
    if (0x41...0x5A).contains(first) { inner[0] = first | 0x20 }
    guard let said = whole[inner].map({ Self.text($0[...]) }) ?? filled(inner[...], depth) else { return nil }
    return said.prefix(1).uppercased() + said.dropFirst() + language.fullStop
  }

  /// Sentences one after the other, of which at least the first is known.
  private func inSentences(_ text: ArraySlice<UInt8>, _ depth: Int) -> String? {
    var said = ""
    var rest = text
    for _ in 0..<Self.mostSentences {
      let ends = rest.indices.dropLast(2).filter { rest[$0 + 1] == 0x20 && ".?!".utf8.contains(rest[$0]) }
      let first = ends.prefix(3).lazy.compactMap { end in
        self.sentence(rest[...end], depth + 1).map { (end, $0) }
      }.first
      guard let (end, words) = first else { break }
      rest = rest[(end + 2)...]
      said += words + (language.isWrittenWithoutSpaces ? "" : " ")
    }
    return said.isEmpty ? nil : said + (sentence(rest, depth + 1) ?? Self.text(rest))
  }
}

/// What a mouth speaks.
public struct Speech: Sendable, Equatable {
  /// The language.
  public let language: Language
  private let catalogue: Catalogue?

  /// English, as everything is written.
  public static let english = Speech(.english, nil)

  /// A language with its texts; `nil` for English.
  public init(_ language: Language, _ catalogue: Catalogue?) {
    self.language = language
    self.catalogue = catalogue
  }

  /// An English text in this language.
  public func say(_ text: String) -> String { catalogue?.say(text) ?? text }

  /// Whether both speak the same language.
  public static func == (one: Speech, other: Speech) -> Bool { one.language == other.language }
}
