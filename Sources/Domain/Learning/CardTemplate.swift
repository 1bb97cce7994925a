/// One side of Anki's cards, as a note type describes it: text with `{{Field}}`, `{{cloze:Field}}` and
/// `{{#Field}} … {{/Field}}`.
///
/// Only what is put into it shapes our card: the template's own tags are made for Anki's window and are dropped.
public struct CardTemplate: Sendable {
  private enum Part {
    case text(String)
    case field(String, filters: [String])
    case begin(String, isInverted: Bool)
    case end(String)
  }

  private var parts: [Part] = []

  /// Reads a template. Everything but fields is text.
  public init(_ template: String) {
    let octets = Self.withoutScripts(Array(template.utf8))
    var at = 0
    var text = 0
    while at + 1 < octets.count {
      guard octets[at] == UInt8(ascii: "{"), octets[at + 1] == UInt8(ascii: "{"),
        let end = Self.end(of: octets, from: at + 2)
      else {
        at += 1
        continue
      }
      addText(octets[text..<at])
      addTag(CardMarkup.trimmed(String(decoding: octets[(at + 2)..<end], as: UTF8.self)))
      at = end + 2
      text = at
    }
    addText(octets[text...])
  }

  /// The side with these fields in it; `number` is the gap that a card of a cloze note asks for.
  ///
  /// - Parameter isAnswer: whether gaps are filled in. What comes before `<hr id=answer>` is left out then: it is the
  ///   question again.
  public func filled(_ fields: [String: String], gap number: Int, isAnswer: Bool) -> String {
    var output = ""
    /// For each open section, whether it is shown.
    var shown: [Bool] = []
    for part in parts {
      switch part {
      case .begin(let name, let isInverted): shown.append(isFull(fields, name, number) != isInverted)
      case .end: _ = shown.popLast()
      case .text(let text) where !shown.contains(false):
        if isAnswer, text == Self.answerMark { output = "" } else { output += text == Self.answerMark ? "" : text }
      case .field(let name, let filters) where !shown.contains(false):
        output += value(fields[name] ?? "", filters, number, isAnswer)
      case .text, .field: continue
      }
    }
    return output
  }

  // MARK: Reading

  /// Stands for `<hr id=answer>`.
  private static let answerMark = "<hr>"

  private static func end(of octets: [UInt8], from start: Int) -> Int? {
    let longest = 400
    var index = start
    while index + 1 < min(octets.count, start + longest) {
      if octets[index] == UInt8(ascii: "}"), octets[index + 1] == UInt8(ascii: "}") { return index }
      if octets[index] == UInt8(ascii: "{") { return nil }
      index += 1
    }
    return nil
  }

  /// Removes styles and scripts with everything between their tags, whatever it looks like.
  private static func withoutScripts(_ octets: [UInt8]) -> [UInt8] {
    var kept: [UInt8] = []
    var at = 0
    while at < octets.count {
      let name = ["script", "style"].first { begins("<" + $0, octets, at) }
      if let name {
        while at < octets.count, !begins("</" + name, octets, at) { at += 1 }
        while at < octets.count, octets[at] != UInt8(ascii: ">") { at += 1 }
        at += 1
      } else if begins("<!--", octets, at) {
        while at < octets.count, !begins("-->", octets, at) { at += 1 }
        at += 3
      } else {
        kept.append(octets[at])
        at += 1
      }
    }
    return kept
  }

  private static func begins(_ word: String, _ octets: [UInt8], _ at: Int) -> Bool {
    guard octets[at] == UInt8(ascii: "<") || word == "-->" else { return false }
    var index = at
    for octet in word.utf8 {
      guard index < octets.count, lowered(octets[index]) == octet else { return false }
      index += 1
    }
    return true
  }

  private mutating func addTag(_ tag: String) {
    guard let first = tag.utf8.first else { return }
    let rest = CardMarkup.trimmed(String(decoding: tag.utf8.dropFirst(), as: UTF8.self))
    switch first {
    case UInt8(ascii: "#"): parts.append(.begin(rest, isInverted: false))
    case UInt8(ascii: "^"): parts.append(.begin(rest, isInverted: true))
    case UInt8(ascii: "/"): parts.append(.end(rest))
    case UInt8(ascii: "!"): break
    default:
      let words = tag.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map {
        CardMarkup.trimmed(String(decoding: $0, as: UTF8.self))
      }
      parts.append(.field(words.last ?? "", filters: Array(words.dropLast())))
    }
  }

  /// Adds text without its tags; breaks stay, and the contents of styles and scripts go.
  private mutating func addText(_ octets: ArraySlice<UInt8>) {
    var text: [UInt8] = []
    var at = octets.startIndex
    func flush() {
      if !text.isEmpty { parts.append(.text(String(decoding: text, as: UTF8.self))) }
      text = []
    }
    while at < octets.endIndex {
      guard octets[at] == UInt8(ascii: "<"), let end = octets[at...].firstIndex(of: UInt8(ascii: ">")) else {
        text.append(octets[at])
        at += 1
        continue
      }
      let tag = String(decoding: octets[(at + 1)..<end].map(lowered), as: UTF8.self)
      at = end + 1
      if tag.hasPrefix("hr"), tag.utf8.count > 2 {
        flush()
        parts.append(.text(Self.answerMark))
      } else if tag.hasPrefix("br") {
        text += Array("<br>".utf8)
      } else if ["div", "/div", "p", "/p", "/tr", "/li"].contains(String(tag.prefix { $0 != " " })) {
        // A block begins on a line of its own; the cleaner makes one break of many.
        text += Array("<div>".utf8)
      }
    }
    flush()
  }

  // MARK: Filling in

  private func isFull(_ fields: [String: String], _ name: String, _ number: Int) -> Bool {
    if let value = fields[name] { return value.utf8.contains { !CardMarkup.isBlank($0) } }
    return name == "c\(number)"
  }

  private func value(_ field: String, _ filters: [String], _ number: Int, _ isAnswer: Bool) -> String {
    // A text to type in is asked for on the question's side, and nothing is shown.
    if filters.contains("type"), !isAnswer, !filters.contains("cloze") { return "" }
    if filters.contains(where: { $0.hasPrefix("tts") }) { return "" }
    // Only who asks for a hint sees it, and the answer has it.
    if filters.contains("hint"), !isAnswer { return "" }
    if let kind = filters.first(where: { ["furigana", "kana", "kanji"].contains($0) }) {
      return Furigana.text(field, kind)
    }
    guard filters.contains("cloze") else { return field }
    let cloze = Cloze(field)
    return isAnswer ? cloze.filled : cloze.question(number)
  }
}
