internal import JSONText
internal import Languages
internal import Spelling

/// The state in one line, in the form that a status bar reads.
enum StatusLine {
  enum Format: String, CaseIterable {
    case plain, polybar, waybar, i3blocks
  }

  static func text(_ status: JSONNode, as format: Format, _ speech: Speech) -> String {
    var words = words(for: status)
    words.text = speech.say(words.text)
    switch format {
    case .plain, .polybar: return words.text
    case .waybar:
      // waybar-custom(5): text, alt, tooltip, class and percentage.
      return JSONValue.members([
        "text": .string(escaped(words.text)), "alt": .string(words.state), "class": classes(of: words),
        "tooltip": .string(escaped(speech.say(StatusAnswer(status: status).text))),
        "percentage": words.percentage.map(JSONValue.integer),
      ]).text
    case .i3blocks:
      // i3blocks(1), format=json: the members of the i3bar protocol.
      return JSONValue.members([
        "full_text": .string(words.text), "short_text": .string(words.time ?? words.text),
        "color": words.color.map(JSONValue.string),
      ]).text
    }
  }

  /// The state, and what blocking lacks, as classes for a style sheet.
  private static func classes(of words: Words) -> JSONValue {
    words.lack.map { [.string(words.state), .string($0)] } ?? .string(words.state)
  }

  /// Escapes a text for Pango's markup, which waybar reads.
  private static func escaped(_ text: String) -> String {
    var markup = ""
    for character in text {
      switch character {
      case "&": markup += "&amp;"
      case "<": markup += "&lt;"
      case ">": markup += "&gt;"
      default: markup.append(character)
      }
    }
    return markup
  }

  private struct Words {
    var state: String
    var text: String
    var time: String?
    var percentage: Int64?
    var color: String?
    /// What a session's blocking lacks, as a class of a style sheet.
    var lack: String?
  }

  private static func words(for status: JSONNode) -> Words {
    let state = status["state"]?.string ?? "idle"
    let profile = status["profile"]?.string ?? ""
    let asks = status["question"]?.isNull == false
    let color = asks ? "#E5A50A" : state == "break" ? "#57A773" : "#3584E4"
    switch state {
    case "focusing":
      let focused = status["focused_seconds"]?.integer ?? 0
      let left = status["remaining_seconds"]?.integer
      let time = left.map { shortDuration(seconds: $0, .left) } ?? shortDuration(seconds: focused)
      let percentage = left.map { left in focused + left > 0 ? focused * 100 / (focused + left) : 0 }
      // "Blocked" is never meant where nothing is: a bar shows a session, and that it holds nothing.
      let blocking = status["blocking"]?["state"]?.string
      let lack = blocking == "none" ? "not-blocked" : blocking == "partly" ? "partly-blocked" : nil
      var text = "\(profile) \(time)"
      if blocking == "none" { text += ", not blocked" }
      return Words(
        state: asks ? "question" : state, text: asks ? "\(text) ?" : text, time: time, percentage: percentage,
        color: blocking == "none" ? "#E01B24" : color, lack: lack)
    case "break":
      let time = shortDuration(seconds: status["break"]?["remaining_seconds"]?.integer ?? 0, .left)
      return Words(
        state: asks ? "question" : state, text: asks ? "break \(time) ?" : "break \(time)", time: time,
        percentage: nil, color: color)
    default: return Words(state: state, text: "idle", time: nil, percentage: nil, color: nil)
    }
  }
}
