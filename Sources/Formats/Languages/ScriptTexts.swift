/// A script's texts in another language: every literal that the catalogue knows, in the place of the English one.
///
/// A template's expressions are holes: a name alone is a hole of that name, other expressions are numbered. So
/// `` `${n} of ${count(all, "task")}` `` is the text `{n} of {1}`, whose expressions stay as they are but for the
/// literals in them.
package struct ScriptTexts {
  private let texts: [[UInt8]: [UInt8]]

  package init(_ language: Language, _ entries: [CatalogueEntry], context: [UInt8]) {
    var texts: [[UInt8]: [UInt8]] = [:]
    for entry in entries where entry.context == context {
      let pairs = [(entry.one, entry.forms.first)] + (entry.many.map { [($0, entry.forms.last)] } ?? [])
      for (english, form) in pairs {
        if let text = language == .padded ? Padding.text(english) : form { texts[english] = text }
      }
    }
    self.texts = texts
  }

  /// The texts in a script as a catalogue writes them, without names of members.
  package static func texts(in script: [UInt8]) -> [[UInt8]] {
    var reader = Reader(script: script, texts: [:])
    _ = reader.code(untilBrace: false)
    return reader.found
  }

  package func translated(_ script: [UInt8]) -> [UInt8] {
    var reader = Reader(script: script, texts: texts)
    return reader.code(untilBrace: false)
  }

  private struct Reader {
    let script: [UInt8]
    let texts: [[UInt8]: [UInt8]]
    var next = 0
    var found: [[UInt8]] = []

    private func sees(_ text: String) -> Bool { script[next...].starts(with: text.utf8) }

    /// Reads code to its end, or past the brace that closes it.
    mutating func code(untilBrace: Bool) -> [UInt8] {
      var said: [UInt8] = []
      while next < script.count {
        let octet = script[next]
        switch octet {
        case UInt8(ascii: "\""): said += literal()
        case UInt8(ascii: "`"): said += template()
        case UInt8(ascii: "{"):
          next += 1
          said += [octet] + code(untilBrace: true) + [UInt8(ascii: "}")]
        case UInt8(ascii: "}") where untilBrace:
          next += 1
          return said
        case UInt8(ascii: "/") where sees("//"):
          let end = script[next...].firstIndex(of: 0x0A) ?? script.count
          said += script[next..<end]
          next = end
        default:
          said.append(octet)
          next += 1
        }
      }
      return said
    }

    private mutating func literal() -> [UInt8] {
      let start = next
      next += 1
      var text: [UInt8] = []
      while next < script.count, script[next] != UInt8(ascii: "\"") { text += character() }
      next = min(next + 1, script.count)
      guard !isName(from: start) else { return Array(script[start..<next]) }
      found.append(text)
      guard let said = texts[text] else { return Array(script[start..<next]) }
      return [UInt8(ascii: "\"")] + Self.escaped(said, UInt8(ascii: "\"")) + [UInt8(ascii: "\"")]
    }

    /// Whether the literal that was just passed names a member.
    private func isName(from start: Int) -> Bool {
      let isBlank = { (octet: UInt8) in octet == 0x20 || octet == 0x0A }
      guard script[next...].first(where: { !isBlank($0) }) == UInt8(ascii: ":") else { return false }
      let before = script[..<start].last { !isBlank($0) }
      return before == UInt8(ascii: "{") || before == UInt8(ascii: ",")
    }

    private mutating func template() -> [UInt8] {
      next += 1
      var english: [UInt8] = []
      var plain: [UInt8] = []
      var holes: [[UInt8]: [UInt8]] = [:]
      var numbered = 0
      while next < script.count, script[next] != UInt8(ascii: "`") {
        guard sees("${") else {
          let start = next
          english += character()
          plain += script[start..<next]
          continue
        }
        let start = next + 2
        next = start
        let expression = code(untilBrace: true)
        let written = script[start..<max(start, next - 1)]
        if !written.allSatisfy(Self.isOfName) { numbered += 1 }
        let name = written.allSatisfy(Self.isOfName) ? Array(written) : Array(String(numbered).utf8)
        holes[name] = expression
        english += [UInt8(ascii: "{")] + name + [UInt8(ascii: "}")]
        plain += Array("${".utf8) + expression + [UInt8(ascii: "}")]
      }
      next = min(next + 1, script.count)
      found.append(english)
      let tick = UInt8(ascii: "`")
      guard let said = texts[english] else { return [tick] + plain + [tick] }
      let parts = Template(said).parts.map { part -> [UInt8] in
        switch part {
        case .words(let words): Self.escaped(words, tick)
        case .hole(let name, _): Array("${".utf8) + (holes[name] ?? []) + [UInt8(ascii: "}")]
        }
      }
      return [tick] + Array(parts.joined()) + [tick]
    }

    /// The next character of a text, read from its escape where it has one.
    private mutating func character() -> [UInt8] {
      guard script[next] == UInt8(ascii: "\\"), next + 1 < script.count else {
        next += 1
        return [script[next - 1]]
      }
      let mark = script[next + 1]
      if mark == UInt8(ascii: "u"), next + 6 <= script.count,
        let code = UInt32(String(decoding: script[(next + 2)..<(next + 6)], as: UTF8.self), radix: 16),
        let scalar = Unicode.Scalar(code)
      {
        next += 6
        return Array(String(Character(scalar)).utf8)
      }
      next += 2
      return [mark == UInt8(ascii: "n") ? 0x0A : mark]
    }

    private static func isOfName(_ octet: UInt8) -> Bool {
      switch octet {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"): true
      default: false
      }
    }

    private static func escaped(_ text: [UInt8], _ quote: UInt8) -> [UInt8] {
      text.flatMap { octet -> [UInt8] in
        if octet == 0x0A { return Array("\\n".utf8) }
        let isMarked = octet == quote || octet == UInt8(ascii: "\\") || octet == UInt8(ascii: "$")
        return isMarked ? [UInt8(ascii: "\\"), octet] : [octet]
      }
    }
  }
}
