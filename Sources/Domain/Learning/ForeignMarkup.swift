/// HTML as Anki's fields have it, made into the few tags of cards: what only shapes a page is left out, and nothing of
/// it is ever shown as text.
public enum ForeignMarkup {
  private static let same = ["b", "i", "u", "ul", "ol", "li", "code", "pre", "sub", "sup", "ruby", "rt", "rp"]
  private static let other = ["strong": "b", "em": "i", "tt": "code", "kbd": "code"]
  private static let blocks = [
    "div", "p", "tr", "table", "tbody", "thead", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "hr", "section",
    "header", "dl", "dt", "dd", "center",
  ]
  private static let dropped = [
    "script", "style", "svg", "math", "iframe", "object", "video", "audio", "head", "title",
  ]

  /// What of a field is not here, or is not shown as it was meant.
  public struct Lost: Equatable, Sendable {
    /// Pictures.
    public var pictures = 0
    /// Sounds.
    public var sounds = 0
    /// Formulas of LaTeX.
    public var formulas = 0

    /// Nothing.
    public init() {}
  }

  /// A field in the tags of cards.
  ///
  /// - Parameters:
  ///   - names: the pictures and sounds that are here.
  ///   - mask: what is hidden of the first picture.
  public static func converted(
    _ html: String, with names: MediaNames = MediaNames(), mask: PictureMask? = nil, losing lost: inout Lost
  ) -> String {
    var reader = Reader(octets: Array(html.utf8), names: names, mask: mask)
    reader.read()
    lost.pictures += reader.lost.pictures
    lost.sounds += reader.lost.sounds
    lost.formulas += reader.lost.formulas
    return reader.output
  }

  private struct Reader {
    let octets: [UInt8]
    var at = 0
    var output = ""
    var lost = Lost()
    private var text: [UInt8] = []
    private var wantsBreak = false

    private let names: MediaNames
    private var mask: PictureMask?

    init(octets: [UInt8], names: MediaNames, mask: PictureMask?) {
      self.octets = octets
      self.names = names
      self.mask = mask
    }

    mutating func read() {
      while at < octets.count {
        if octets[at] == UInt8(ascii: "<"), takeTag() { continue }
        if octets[at] == UInt8(ascii: "["), takeBracket() { continue }
        if octets[at] == UInt8(ascii: "\\"), at + 1 < octets.count, "([".utf8.contains(octets[at + 1]) {
          lost.formulas += 1
        }
        if wantsBreak, octets[at] > 0x20 { flushBreak() }
        // A `<` that begins no tag is text.
        // Blanks between two blocks are nothing.
        if wantsBreak, octets[at] <= 0x20 {
          at += 1
          continue
        }
        text += octets[at] == UInt8(ascii: "<") ? Array("&lt;".utf8) : [octets[at]]
        at += 1
      }
      flush()
    }

    private mutating func flush() {
      output += String(decoding: text, as: UTF8.self)
      text = []
    }

    /// Writes one break for all that were wanted, and none at the beginning.
    private mutating func flushBreak() {
      flush()
      wantsBreak = false
      let isAtStart = !output.utf8.contains { $0 > 0x20 }
      let hasBreak = output.hasSuffix("<br>") || output.hasSuffix("</li>") || output.hasSuffix("</ul>")
      if !isAtStart, !hasBreak { output += "<br>" }
    }

    /// Reads a tag; returns whether there is one.
    private mutating func takeTag() -> Bool {
      var index = at + 1
      guard index < octets.count else { return false }
      if octets[index] == UInt8(ascii: "!") {
        let isComment = index + 2 < octets.count && octets[index + 1] == UInt8(ascii: "-")
        at = isComment ? end(of: "-->", from: index) : end(of: ">", from: index)
        return true
      }
      let isClosing = octets[index] == UInt8(ascii: "/")
      if isClosing { index += 1 }
      let start = index
      while index < octets.count, isNamePart(octets[index]), index - start < 20 { index += 1 }
      guard index > start, octets[start] | 0x20 >= UInt8(ascii: "a"), octets[start] | 0x20 <= UInt8(ascii: "z") else {
        return false
      }
      let name = String(decoding: octets[start..<index].map { $0 | 0x20 }, as: UTF8.self)
      let close = endOfTag(from: index)
      defer { at = max(at, close) }
      if name == "img" { takePicture(attributes: octets[index..<close]) } else { take(name, isClosing, start: start) }
      return true
    }

    private mutating func take(_ name: String, _ isClosing: Bool, start: Int) {
      if ForeignMarkup.dropped.contains(name) {
        if name == "audio" || name == "video" { lost.sounds += isClosing ? 0 : 1 }
        if !isClosing { at = end(of: "</" + name, from: start) }
        return
      }
      if name == "br" {
        flush()
        wantsBreak = false
        output += "<br>"
      } else if name == "td" || name == "th" {
        flush()
        // A cell is told from the one before it.
        if isClosing { output += " " } else if !wantsBreak, !output.isEmpty { output += "| " }
      } else if ForeignMarkup.blocks.contains(name) {
        wantsBreak = true
      } else if let kept = ForeignMarkup.other[name] ?? (ForeignMarkup.same.contains(name) ? name : nil) {
        if wantsBreak, !isClosing { flushBreak() }
        flush()
        output += isClosing ? "</\(kept)>" : "<\(kept)>"
      }
    }

    private mutating func takePicture(attributes: ArraySlice<UInt8>) {
      if wantsBreak { flushBreak() }
      flush()
      if let name = Self.value(of: "src", in: attributes),
        let picture = names.media(named: name, isPicture: true, mask: mask)
      {
        output += picture.markup
        mask = nil
      } else {
        lost.pictures += 1
        output += "[picture]"
      }
    }

    private static func value(of wanted: String, in attributes: ArraySlice<UInt8>) -> String? {
      var rest = attributes
      func isBlank(_ octet: UInt8) -> Bool { octet <= 0x20 || octet == UInt8(ascii: "/") }
      while true {
        rest = rest.drop(while: isBlank)
        guard let first = rest.first, first != UInt8(ascii: ">") else { return nil }
        let name = rest.prefix { !isBlank($0) && $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ">") }
        rest = rest.dropFirst(max(1, name.count)).drop(while: { $0 <= 0x20 })
        guard rest.first == UInt8(ascii: "=") else { continue }
        rest = rest.dropFirst().drop(while: { $0 <= 0x20 })
        let value: ArraySlice<UInt8>
        if let mark = rest.first, mark == UInt8(ascii: "\"") || mark == UInt8(ascii: "'") {
          value = rest.dropFirst().prefix { $0 != mark }
          rest = rest.dropFirst(value.count + 2)
        } else {
          value = rest.prefix { $0 > 0x20 && $0 != UInt8(ascii: ">") }
          rest = rest.dropFirst(value.count)
        }
        if name.map(lowered).elementsEqual(wanted.utf8) { return decoded(value) }
      }
    }

    private static func decoded(_ octets: ArraySlice<UInt8>) -> String {
      let all = Array(octets)
      guard all.contains(UInt8(ascii: "&")) else { return String(decoding: all, as: UTF8.self) }
      var text: [UInt8] = []
      var at = 0
      while at < all.count {
        if all[at] == UInt8(ascii: "&"), let (scalar, length) = CardMarkup.entity(at: at, of: all) {
          text += Array(String(Character(scalar)).utf8)
          at += length
        } else {
          text.append(all[at])
          at += 1
        }
      }
      return String(decoding: text, as: UTF8.self)
    }

    /// Reads `[sound:...]` and `[latex]`, which are Anki's own.
    private mutating func takeBracket() -> Bool {
      let rest = octets[at...].prefix(9)
      let word = String(decoding: rest.map { $0 | 0x20 }, as: UTF8.self)
      if word.hasPrefix("[sound:") || word.hasPrefix("{sound:") {
        let start = at + 7
        at = end(of: "]", from: at)
        let written = octets[min(start, at)..<max(start, at - 1)]
        if let sound = names.media(named: Self.decoded(written), isPicture: false) {
          if wantsBreak { flushBreak() }
          flush()
          output += sound.markup
        } else {
          lost.sounds += 1
        }
        return true
      }
      let marks = ["[latex]", "[$]", "[$$]"]
      let written = String(decoding: rest, as: UTF8.self).lowercased()
      if marks.contains(where: { written.hasPrefix($0) }) { lost.formulas += 1 }
      return false
    }

    private func isNamePart(_ octet: UInt8) -> Bool {
      (0x30...0x39).contains(octet) || (0x61...0x7A).contains(octet | 0x20) || octet == UInt8(ascii: "-")
    }

    /// The index after a tag's end: the first `>` that is not in the value of an attribute.
    private func endOfTag(from start: Int) -> Int {
      var mark: UInt8?
      for index in start..<octets.count {
        let octet = octets[index]
        if let quote = mark {
          if octet == quote { mark = nil }
        } else if octet == UInt8(ascii: ">") {
          return index + 1
        } else if octet == UInt8(ascii: "\"") || octet == UInt8(ascii: "'") {
          mark = octet
        }
      }
      return octets.count
    }

    /// The index after the word (for a closing tag, after its `>`), or the end of everything.
    private func end(of word: String, from start: Int) -> Int {
      let wanted = Array(word.utf8)
      var index = start
      while index + wanted.count <= octets.count {
        let isHere = wanted.indices.allSatisfy {
          octets[index + $0] == wanted[$0] || octets[index + $0] | 0x20 == wanted[$0]
        }
        if isHere {
          return word.hasPrefix("</") ? endOfTag(from: index + wanted.count) : index + wanted.count
        }
        index += 1
      }
      return octets.count
    }
  }
}
