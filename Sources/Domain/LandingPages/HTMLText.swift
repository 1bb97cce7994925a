/// HTML that is put together from texts, so that none of them can be taken for markup.
struct HTMLText {
  private(set) var text = ""

  /// Adds markup of our own, as it is.
  mutating func markup(_ markup: StaticString) {
    text += markup.description
  }

  /// Adds markup that only shapes text and was cleaned of everything else, as a card's sides are.
  mutating func shaped(_ clean: String) { text += clean }

  /// Adds an aside, with what could be typed at its end.
  mutating func note(_ words: String, command: String? = nil) {
    markup("<p class=\"note\">")
    plain(words)
    if let command {
      markup("<code>")
      plain(command)
      markup("</code>.")
    }
    markup("</p>\n")
  }

  mutating func style(_ sheet: WebPage) {
    text += String(decoding: sheet.body, as: UTF8.self)
  }

  mutating func paragraph(_ words: String) {
    markup("<p>")
    coded(words)
    markup("</p>\n")
  }

  /// Adds numbered steps. What is between grave accents in one is to be typed or pressed. Each has
  /// its picture below it, where there are pictures.
  mutating func steps(_ steps: [String], _ pictures: [ActionPicture] = []) {
    markup("<ol class=\"steps\">\n")
    for (number, step) in steps.enumerated() {
      markup("<li>")
      coded(step)
      if pictures.indices.contains(number) { pictures[number].draw(in: &self) }
      markup("</li>\n")
    }
    markup("</ol>\n")
  }

  mutating func link(_ words: String, to place: StaticString) {
    markup("<p><a href=\"")
    markup(place)
    markup("\">")
    plain(words)
    markup("</a></p>\n")
  }

  /// Adds words of ours; what is between grave accents becomes code.
  private mutating func coded(_ words: String) {
    for (index, part) in words.split(separator: "`", omittingEmptySubsequences: false).enumerated() {
      if index % 2 == 1 { markup("<code>") }
      plain(String(part))
      if index % 2 == 1 { markup("</code>") }
    }
  }

  /// Adds text as plain text, no matter who wrote it.
  mutating func plain(_ plain: String) {
    for letter in plain.unicodeScalars {
      switch letter {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "'": text += "&#39;"
      // What would turn the rest of the line around, or means nothing in HTML.
      case "\u{0}"..."\u{8}", "\u{B}", "\u{C}", "\u{E}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{202A}"..."\u{202E}",
        "\u{2066}"..."\u{2069}":
        text += "\u{FFFD}"
      default: text.unicodeScalars.append(letter)
      }
    }
  }
}
