/// One pass over a stranger's HTML.
struct MarkupCleaner {
  private let octets: [UInt8]
  private var at = 0
  private var output: [UInt8] = []
  /// The names of the tags that are open.
  private var open: [String] = []
  /// Tags that are nested deeper than this are shown as they are written.
  private static let deepest = 32

  init(_ html: String) {
    octets = Array(html.utf8)
    output.reserveCapacity(octets.count)
  }

  mutating func cleaned() -> String {
    while at < octets.count {
      switch octets[at] {
      case UInt8(ascii: "<"): if !takeTag() { takeText() }
      case UInt8(ascii: "&"): takeEntity()
      default: takeText()
      }
    }
    while let tag = open.popLast() { close(tag) }
    return CardMarkup.withoutControls(output)
  }

  private mutating func takeText() {
    CardMarkup.append(octets[at], to: &output)
    at += 1
  }

  private mutating func takeEntity() {
    guard let (scalar, length) = CardMarkup.entity(at: at, of: octets) else { return takeText() }
    for octet in String(Character(scalar)).utf8 { CardMarkup.append(octet, to: &output) }
    at += length
  }

  /// Reads an allowed tag, whatever its attributes are; returns whether there is one.
  private mutating func takeTag() -> Bool {
    if takeMedia() { return true }
    var index = at + 1
    let isClosing = index < octets.count && octets[index] == UInt8(ascii: "/")
    if isClosing { index += 1 }
    let start = index
    while index < octets.count, index - start < 8, isLetter(octets[index]) { index += 1 }
    let name = String(decoding: octets[start..<index].map { $0 | 0x20 }, as: UTF8.self)
    guard index < octets.count, CardMarkup.allowed.contains(name),
      CardMarkup.isBlank(octets[index]) || octets[index] == UInt8(ascii: ">") || octets[index] == UInt8(ascii: "/"),
      let end = endOfTag(from: index)
    else { return false }
    if name == "br" {
      output += Array("<br>".utf8)
    } else if isClosing {
      // What closes nothing is dropped: it would show nothing in a browser either.
      guard let depth = open.lastIndex(of: name) else {
        at = end + 1
        return true
      }
      while open.count > depth { close(open.removeLast()) }
    } else {
      guard open.count < Self.deepest else { return false }
      open.append(name)
      output += Array("<\(name)>".utf8)
    }
    at = end + 1
    return true
  }

  /// Reads a picture or sound in exactly the form in which we write them, if there is one.
  private mutating func takeMedia() -> Bool {
    guard at + 1 < octets.count, octets[at + 1] == UInt8(ascii: "i") || octets[at + 1] == UInt8(ascii: "s"),
      CardMedia.begins(octets[at...]),
      let end = octets[at...].prefix(CardMedia.longestTag).firstIndex(of: UInt8(ascii: ">")),
      let media = CardMedia(tag: octets[at...end])
    else { return false }
    output += Array(media.markup.utf8)
    at = end + 1
    return true
  }

  /// The end of a tag: the first `>` that is not in the value of an attribute.
  private func endOfTag(from start: Int) -> Int? {
    var mark: UInt8?
    for index in start..<min(octets.count, start + 4096) {
      let octet = octets[index]
      if let quote = mark {
        if octet == quote { mark = nil }
      } else if octet == UInt8(ascii: ">") {
        return index
      } else if octet == UInt8(ascii: "<") {
        return nil
      } else if octet == UInt8(ascii: "\"") || octet == UInt8(ascii: "'") {
        mark = octet
      }
    }
    return nil
  }

  private mutating func close(_ tag: String) {
    output += Array("</\(tag)>".utf8)
  }

  private func isLetter(_ octet: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(octet | 0x20)
  }
}
