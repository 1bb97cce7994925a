/// Anki's notation for readings: ` 日本[にほん]` is a word with its reading, which begins at a blank.
enum Furigana {
  /// The field as ruby (`furigana`), as readings alone (`kana`) or as words alone (`kanji`).
  static func text(_ field: String, _ kind: String) -> String {
    var output = ""
    var word = ""
    var reading: String?
    func flush() {
      output += word
      word = ""
    }
    for character in field {
      if let known = reading {
        if character == "]" {
          switch kind {
          case "kana": output += known
          case "kanji": output += word
          default: output += "<ruby>\(word)<rt>\(known)</rt></ruby>"
          }
          (word, reading) = ("", nil)
        } else {
          reading = known + String(character)
        }
      } else if character == "[", !word.isEmpty, !word.hasSuffix(">") {
        reading = ""
      } else if character == " " || character == ">" {
        // The blank in front of a word belongs to the notation.
        if character == ">" { word.append(character) }
        flush()
        if character == " ", !output.isEmpty, !output.hasSuffix("</ruby>") { output += " " }
      } else {
        word.append(character)
      }
    }
    if let reading { word += "[" + reading }
    return output + word
  }
}
