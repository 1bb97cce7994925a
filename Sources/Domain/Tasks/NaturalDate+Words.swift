internal import FocusSession

extension NaturalDate {
  static func number(_ text: Substring) -> Int? {
    guard !text.isEmpty, text.utf8.count <= 5, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(text)
  }

  static func weekday(_ word: Substring) -> Weekday? {
    let names = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
    guard let index = beginning(word, of: names) else { return nil }
    return Weekday.allCases[index]
  }

  static func month(_ word: Substring) -> Int? {
    let names = [
      "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
      "december",
    ]
    return beginning(word, of: names).map { $0 + 1 }
  }

  /// The index of the name that a word of at least three letters begins.
  private static func beginning(_ word: Substring, of names: [String]) -> Int? {
    guard word.utf8.count >= 3 else { return nil }
    return names.firstIndex { $0.hasPrefix(word) }
  }

  /// The time of day at the beginning or the end of some words, as a minute, and the other words.
  static func timeOfDay(_ words: [Substring]) -> (minute: Int, rest: [Substring])? {
    guard let first = words.first, let last = words.last else { return nil }
    if let minute = minuteOfDay(last) { return (minute, Array(words.dropLast())) }
    if let minute = minuteOfDay(first) { return (minute, Array(words.dropFirst())) }
    return nil
  }

  /// `15:00`, `3pm`, `3:30pm`, `noon`.
  private static func minuteOfDay(_ word: Substring) -> Int? {
    if word == "noon" { return 12 * 60 }
    var digits = word
    var addsHours: Int?
    if word.hasSuffix("am") || word.hasSuffix("pm") {
      addsHours = word.hasSuffix("pm") ? 12 : 0
      digits = word.dropLast(2)
    }
    let parts = digits.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2 || (parts.count == 1 && addsHours != nil), var hour = number(parts[0]) else { return nil }
    var minute = 0
    if parts.count == 2 {
      guard parts[1].utf8.count == 2, let read = number(parts[1]), read < 60 else { return nil }
      minute = read
    }
    if let addsHours {
      guard (1...12).contains(hour) else { return nil }
      hour = hour % 12 + addsHours
    }
    return hour < 24 ? hour * 60 + minute : nil
  }
}
