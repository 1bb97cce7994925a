/// The parts of a picture that a card hides or asks for, as Anki's image occlusion has them.
///
/// As text it is one word for each part: what becomes of it (`?` asked for, `-` hidden with it, `!` shown as the
/// answer), its shape (`r` rectangle, `e` ellipse, `p` polygon) and its numbers, in ten thousandths of the picture.
public struct PictureMask: Equatable, Sendable {
  private enum Use: Character {
    case asked = "?"
    case hidden = "-"
    case answer = "!"
  }

  private struct Part: Equatable {
    var use: Use
    var shape: Character
    var numbers: [Int]
  }

  private let parts: [Part]

  private static let mostParts = 200
  private static let mostNumbers = 200
  private static let reach = -20_000...20_000

  var hides: Bool { parts.contains { $0.use != .answer } }

  /// The mask as text.
  public var text: String {
    parts.map { part in
      "\(part.use.rawValue)\(part.shape)\(part.numbers.map { String($0) }.joined(separator: ","))"
    }.joined(separator: " ")
  }

  /// `nil` for anything that ``text`` does not write.
  init?(_ text: String) {
    var parts: [Part] = []
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      guard let first = word.first, let use = Use(rawValue: first), let shape = word.dropFirst().first else {
        return nil
      }
      var numbers: [Int] = []
      for number in word.dropFirst(2).split(separator: ",", omittingEmptySubsequences: false) {
        guard let value = Int(number), Self.reach.contains(value), String(value) == number else { return nil }
        numbers.append(value)
      }
      guard let part = Self.part(use, shape, numbers) else { return nil }
      parts.append(part)
    }
    guard !parts.isEmpty, parts.count <= Self.mostParts else { return nil }
    self.parts = parts
  }

  private static func part(_ use: Use, _ shape: Character, _ numbers: [Int]) -> Part? {
    switch shape {
    case "r", "e": guard numbers.count == 4 else { return nil }
    case "p": guard numbers.count >= 6, numbers.count % 2 == 0, numbers.count <= mostNumbers else { return nil }
    default: return nil
    }
    return Part(use: use, shape: shape, numbers: numbers)
  }

  /// The mask of a card of such a note: `{{c1::image-occlusion:rect:left=.1:top=.2:width=.3:height=.4:oi=1}}`.
  ///
  /// - Parameters:
  ///   - field: the field with the shapes.
  ///   - number: the gap that the card asks for.
  /// - Returns: `nil` where the field has no shape for that gap, or one that is not known.
  public init?(occlusion field: String, gap number: Int, isAnswer: Bool) {
    var parts: [Part] = []
    var isAsked = false
    for (gap, words) in Cloze(field).answers {
      let members = words.split(separator: ":", omittingEmptySubsequences: false)
      guard members.count > 2, members[0] == "image-occlusion" else { return nil }
      var values: [Substring: Substring] = [:]
      for member in members.dropFirst(2) {
        guard let sign = member.firstIndex(of: "=") else { continue }
        values[member[..<sign]] = member[member.index(after: sign)...]
      }
      // Words beside a shape hide nothing.
      if members[1] == "text" { continue }
      guard let (shape, numbers) = Self.shape(members[1], values) else { return nil }
      if gap == number {
        isAsked = true
        parts.append(Part(use: isAnswer ? .answer : .asked, shape: shape, numbers: numbers))
      } else if values["oi"] == "1" {
        parts.append(Part(use: .hidden, shape: shape, numbers: numbers))
      }
    }
    guard isAsked, parts.count <= Self.mostParts else { return nil }
    self.parts = parts
  }

  private static func shape(_ kind: Substring, _ values: [Substring: Substring]) -> (Character, [Int])? {
    var numbers: [Int] = []
    var shape: Character = "r"
    switch kind {
    case "rect": numbers = ["left", "top", "width", "height"].compactMap { number(values[$0]) }
    case "ellipse":
      shape = "e"
      numbers = ["left", "top", "rx", "ry"].compactMap { number(values[$0]) }
    case "polygon":
      shape = "p"
      let points = (values["points"] ?? "").split { $0 == " " || $0 == "," }
      numbers = points.compactMap { number($0) }
      guard numbers.count == points.count else { return nil }
    default: return nil
    }
    return part(.asked, shape, numbers).map { ($0.shape, $0.numbers) }
  }

  private static func number(_ text: Substring?) -> Int? {
    guard let text, let value = Double(text), value.isFinite, abs(value) <= 2 else { return nil }
    return Int((value * 10_000).rounded())
  }
}
