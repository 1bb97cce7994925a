public import FocusSession

/// A task as somebody types it in one line: words, then a date as people say it, with `+project` and `@tag` anywhere.
///
/// `Write the report fri 15:00 +thesis` is due on Friday at three and belongs to the thesis.
public struct QuickTask: Equatable, Sendable {
  /// What is to be done.
  public var summary: String
  /// When it has to be done.
  public var due: TaskTime?
  /// What it belongs to.
  public var project: String?
  /// Words to find it by.
  public var tags: [String] = []

  /// The longest date has five words: `on 24 dec 2026 15:00` without its `on`.
  private static let mostWords = 6

  /// Reads a line; `nil` where no words are left for the task itself.
  public init?(_ line: String, now: Timestamp, in zone: CivilZone) {
    var words: [Substring] = []
    for word in line.split(whereSeparator: { $0.isWhitespace }) {
      if word.utf8.count > 1, word.utf8.first == UInt8(ascii: "+"), Self.isName(word) {
        project = String(word.dropFirst())
      } else if word.utf8.count > 1, word.utf8.first == UInt8(ascii: "@"), Self.isName(word) {
        let tag = String(word.dropFirst())
        if !tags.contains(tag) { tags.append(tag) }
      } else {
        words.append(word)
      }
    }
    let dates = NaturalDate(now: now, in: zone)
    // The longest end that is a date, as long as something is left to do.
    for count in stride(from: min(Self.mostWords, words.count - 1), through: 1, by: -1) {
      let end = words.suffix(count)
      // "due" and "by" belong to the date, wherever one follows.
      let said = end.first.map { ["due", "by"].contains($0.lowercased()) } == true ? end.dropFirst() : end
      guard !said.isEmpty, let time = dates.time(said.joined(separator: " ")) else { continue }
      due = time
      words.removeLast(count)
      break
    }
    guard !words.isEmpty else { return nil }
    summary = words.joined(separator: " ")
  }

  /// `+2w` is a date and `+1` a number; a project's name begins with a letter.
  private static func isName(_ word: Substring) -> Bool { word.dropFirst().first?.isLetter == true }
}
