extension Speech {
  /// A page with its texts in this language: what is between tags, but for what is typed or drawn, and its `lang`.
  package func page(_ html: [UInt8]) -> [UInt8] {
    guard self != .english else { return html }
    var said: [UInt8] = []
    var rest = html[...]
    var silent = 0
    while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
      said += silent > 0 ? Array(rest[..<start]) : text(rest[..<start])
      let end = rest[start...].firstIndex(of: UInt8(ascii: ">")).map { $0 + 1 } ?? rest.endIndex
      let tag = String(decoding: rest[start..<end], as: UTF8.self)
      for name in Self.silentElements {
        if tag.hasPrefix("<" + name) { silent += 1 }
        if tag.hasPrefix("</" + name) { silent -= 1 }
      }
      said += tag.hasPrefix("<html lang=\"en\"") ? Array("<html lang=\"\(code)\">".utf8) : Array(rest[start..<end])
      rest = rest[end...]
    }
    return said + text(rest)
  }

  private static let silentElements = ["style", "script", "code"]

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
