package struct CatalogueEntry: Sendable, Equatable {
  /// Where the text is used, if not everywhere (`msgctxt`).
  package var context: [UInt8]?
  package var one: [UInt8]
  /// The English text for any number but one.
  package var many: [UInt8]?
  /// The text in the other language, by plural form; empty where nobody translated it yet.
  package var forms: [[UInt8]]

  /// The texts of a catalogue as translators keep it (GNU gettext, PO files); the header is not one. What is marked as
  /// uncertain counts as not translated.
  package static func read(_ file: [UInt8]) -> [CatalogueEntry] {
    var reader = CatalogueReader()
    var rest = file[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      reader.take(rest[..<end])
      rest = rest[(end + 1)...]
    }
    reader.take(rest)
    reader.finish()
    return reader.entries
  }
}

private struct CatalogueReader {
  private enum Member {
    case none, context, one, many
    case form(Int)
  }

  var entries: [CatalogueEntry] = []
  private var entry = CatalogueEntry(context: nil, one: [], many: nil, forms: [])
  private var member = Member.none
  private var isUncertain = false

  mutating func take(_ line: ArraySlice<UInt8>) {
    switch line.first {
    case nil: finish()
    case UInt8(ascii: "#"):
      if line.starts(with: "#,".utf8), String(decoding: line, as: UTF8.self).split(separator: " ").contains("fuzzy") {
        isUncertain = true
      }
    case UInt8(ascii: "\""): add(line)
    default:
      guard let space = line.firstIndex(of: UInt8(ascii: " ")) else { return }
      begin(line[..<space])
      add(line[(space + 1)...])
    }
  }

  private mutating func begin(_ keyword: ArraySlice<UInt8>) {
    switch String(decoding: keyword, as: UTF8.self) {
    case "msgctxt": (member, entry.context) = (.context, [])
    case "msgid": member = .one
    case "msgid_plural": (member, entry.many) = (.many, [])
    default:
      entry.forms.append([])
      member = .form(entry.forms.count - 1)
    }
  }

  private mutating func add(_ quoted: ArraySlice<UInt8>) {
    let text = Self.unquoted(quoted)
    switch member {
    case .none: break
    case .context: entry.context? += text
    case .one: entry.one += text
    case .many: entry.many? += text
    case .form(let index): entry.forms[index] += text
    }
  }

  private static func unquoted(_ quoted: ArraySlice<UInt8>) -> [UInt8] {
    guard quoted.count >= 2 else { return [] }
    let inner = quoted.dropFirst().dropLast()
    guard inner.contains(UInt8(ascii: "\\")) else { return Array(inner) }
    var text: [UInt8] = []
    var isEscaped = false
    for octet in inner {
      if isEscaped {
        text.append(octet == UInt8(ascii: "n") ? 0x0A : octet == UInt8(ascii: "t") ? 0x09 : octet)
        isEscaped = false
      } else if octet == UInt8(ascii: "\\") {
        isEscaped = true
      } else {
        text.append(octet)
      }
    }
    return text
  }

  mutating func finish() {
    if !entry.one.isEmpty {
      if isUncertain || entry.forms.contains([]) { entry.forms = [] }
      entries.append(entry)
    }
    entry = CatalogueEntry(context: nil, one: [], many: nil, forms: [])
    member = .none
    isUncertain = false
  }
}
