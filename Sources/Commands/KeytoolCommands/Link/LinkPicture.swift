internal import CommandShell
internal import FocusLinks

/// A link with a mark under the part that is wrong.
enum LinkPicture {
  private static let longest = 200

  /// The link and the mark; empty for an endless link or one with characters that a terminal obeys.
  static func lines(of text: String, _ error: LinkError) -> String {
    let octets = Array(text.utf8)
    guard octets.count <= longest, oneLine(text) == text, !text.isEmpty else { return "" }
    // A terminal counts characters, the error octets.
    let before = String(decoding: octets[..<error.range.lowerBound], as: UTF8.self).count
    let marked = String(decoding: octets[error.range], as: UTF8.self).count
    let mark = "^" + String(repeating: "~", count: max(0, marked - 1))
    return text + "\n" + String(repeating: " ", count: before) + mark + "\n"
  }
}
