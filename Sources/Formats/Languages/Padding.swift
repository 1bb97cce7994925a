/// The language of tests: a text in brackets, two fifths longer, its blanks at both ends outside.
enum Padding {
  static func text(_ english: [UInt8]) -> [UInt8] {
    let margin = english.prefix { $0 == 0x20 }
    let inner = english.dropFirst(margin.count)
    let end: Int = inner.lastIndex { $0 != 0x20 }.map { $0 + 1 } ?? inner.startIndex
    let words = Array(inner[..<end])
    // Holes are filled with what has a length of its own.
    let letters = Template.wordCount(of: words)
    var padding = ""
    for place in 0..<((letters * 2 + 4) / 5) { padding += place % 6 == 0 ? " " : "~" }
    return Array(margin) + Array("\u{27E6}".utf8) + words + Array(padding.utf8) + Array("\u{27E7}".utf8)
      + Array(inner[end...])
  }
}
