/// A text with holes as it is kept: what it is made of is looked at only where it may be the text that is wanted, since
/// most of a catalogue is not said at a time.
struct OpenText: Sendable {
  /// The English text.
  let english: [UInt8]
  /// The text in the other language, by plural form.
  let forms: [[UInt8]]
  /// How many octets are not in holes: of two texts that fit, the one that says more of it is meant.
  let wordCount: Int
  /// The words before the first hole; those behind it where the text begins with one.
  private let words: Range<Int>

  /// `nil` for a text without a hole.
  init?(_ english: [UInt8], _ forms: [[UInt8]]) {
    guard let start = english.firstIndex(of: UInt8(ascii: "{")),
      let end = english[start...].firstIndex(of: UInt8(ascii: "}"))
    else { return nil }
    self.english = english
    self.forms = forms
    let next = english[end...].firstIndex(of: UInt8(ascii: "{")) ?? english.endIndex
    words = start > 0 ? 0..<start : (end + 1)..<next
    wordCount = Template.wordCount(of: english)
  }

  /// Its first octet; 0 where it begins with a hole.
  var key: UInt8 { words.lowerBound == 0 ? english[0] : 0 }

  /// Whether a text has its first words.
  func mayBe(_ text: ArraySlice<UInt8>) -> Bool {
    let wanted = english[words]
    if words.lowerBound == 0 { return text.starts(with: wanted) }
    guard let first = wanted.first else { return true }
    return text.indices.contains { text[$0] == first && text[$0...].starts(with: wanted) }
  }
}
