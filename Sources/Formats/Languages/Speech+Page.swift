extension Speech {
  /// A page with its texts in this language: what is between tags, but for what is typed or drawn, and its `lang`. A
  /// text with something to type in it is one text, in which that is between grave accents.
  package func page(_ html: [UInt8]) -> [UInt8] {
    guard self != .english else { return html }
    var said: [UInt8] = []
    var pending: [Piece] = []
    var rest = html[...]
    var silent = 0
    func flush() {
      said += text(pending)
      pending = []
    }
    while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
      pending.append(silent > 0 ? .tag(rest[..<start]) : .words(rest[..<start]))
      let end = rest[start...].firstIndex(of: UInt8(ascii: ">")).map { $0 + 1 } ?? rest.endIndex
      let tag = String(decoding: rest[start..<end], as: UTF8.self)
      rest = rest[end...]
      if tag == "<code>" || tag == "</code>" {
        silent += tag == "<code>" ? 1 : -1
        pending.append(.tag(html[start..<end]))
        continue
      }
      flush()
      for name in Self.silentElements {
        if tag.hasPrefix("<" + name) { silent += 1 }
        if tag.hasPrefix("</" + name) { silent -= 1 }
      }
      said += tag.hasPrefix("<html lang=\"en\"") ? Array("<html lang=\"\(code)\">".utf8) : Array(html[start..<end])
    }
    pending.append(.words(rest))
    flush()
    return said
  }

  /// A part of a page between two tags that are not `code`.
  private enum Piece {
    case words(ArraySlice<UInt8>)
    case tag(ArraySlice<UInt8>)
  }

  /// Words with what is typed among them: as one text if the catalogue has it, else each by itself.
  private func text(_ pieces: [Piece]) -> [UInt8] {
    let whole = pieces.map { piece -> String in
      switch piece {
      case .words(let octets): String(decoding: octets, as: UTF8.self)
      case .tag(let octets):
        octets.first == UInt8(ascii: "<") ? "`" : String(decoding: octets, as: UTF8.self)
      }
    }.joined()
    let plain = Self.unescaped(whole)
    let hasWords = pieces.contains { if case .words(let octets) = $0 { octets.contains { $0 > 0x20 } } else { false } }
    if pieces.count > 1, hasWords, case let said = say(plain), said != plain,
      said.count(of: "`") == plain.count(of: "`")
    {
      let parts = said.split(separator: "`", omittingEmptySubsequences: false)
      return parts.enumerated().flatMap { index, part in
        Array(((index == 0 ? "" : index % 2 == 1 ? "<code>" : "</code>") + Self.escaped(String(part))).utf8)
      }
    }
    return pieces.flatMap { piece in
      switch piece {
      case .words(let octets): text(octets)
      case .tag(let octets): Array(octets)
      }
    }
  }

  private static let silentElements = ["style", "script"]

  /// What browsers call the language.
  private var code: String { language == .padded ? "en" : language.rawValue }

  private func text(_ octets: ArraySlice<UInt8>) -> [UInt8] {
    guard octets.contains(where: { $0 > 0x20 }) else { return Array(octets) }
    let plain = Self.unescaped(String(decoding: octets, as: UTF8.self))
    let said = say(plain)
    guard said != plain else { return Array(octets) }
    return Array(Self.escaped(said).utf8)
  }

  private static let signs = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]

  private static func unescaped(_ text: String) -> String {
    var plain = ""
    var rest = text[...]
    while let mark = rest.firstIndex(of: "&") {
      plain += rest[..<mark]
      rest = rest[mark...]
      let sign = signs.first { rest.hasPrefix($0.0) }
      plain += sign?.1 ?? "&"
      rest = rest.dropFirst(sign?.0.count ?? 1)
    }
    return plain + rest
  }

  private static func escaped(_ text: String) -> String {
    text.map { letter in signs.first { $0.1 == String(letter) }?.0 ?? String(letter) }.joined()
  }
}

extension String {
  fileprivate func count(of letter: Character) -> Int { reduce(0) { $0 + ($1 == letter ? 1 : 0) } }
}
