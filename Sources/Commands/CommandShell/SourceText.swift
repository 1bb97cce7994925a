/// A text by its lines, to show where something is.
package struct SourceText {
  private let octets: [UInt8]
  private let starts: [Int]
  private static let longest = 100
  private static let before = 40

  package init(_ octets: [UInt8]) {
    self.octets = octets
    var starts = [0]
    for index in octets.indices where octets[index] == 0x0A { starts.append(index + 1) }
    self.starts = starts
  }

  /// The line, cut around the place if it is long, and a mark under the place.
  package func excerpt(at place: JSONPlace) -> [String] {
    guard place.line <= starts.count, place.offset <= octets.count else { return [] }
    let start = starts[place.line - 1]
    let end = place.line < starts.count ? starts[place.line] - 1 : octets.count
    guard start <= place.offset, place.offset <= end else { return [] }
    // A character takes up to four bytes.
    var left = max(start, place.offset - 4 * Self.before)
    while left < place.offset, octets[left] & 0xC0 == 0x80 { left += 1 }
    let head = shown(octets[left..<place.offset]).suffix(Self.before)
    let isCut = left > start || head.startIndex > 0
    let tail = shown(octets[place.offset..<min(end, place.offset + 4 * Self.longest)])
    let line = (isCut ? "..." : "") + text(head) + text(tail.prefix(Self.longest - head.count))
    guard !line.allSatisfy({ $0 == " " }) else { return [] }
    return [line, String(repeating: " ", count: head.count + (isCut ? 3 : 0)) + "^"]
  }

  /// Replaces characters that a terminal would obey, or that have no width of their own.
  private func shown(_ octets: ArraySlice<UInt8>) -> [Unicode.Scalar] {
    String(decoding: octets, as: UTF8.self).unicodeScalars.map { scalar in
      switch scalar.value {
      case 0x09: " "
      case 0..<0x20, 0x7F..<0xA0, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF: "\u{FFFD}"
      default: scalar
      }
    }
  }

  private func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }
}
