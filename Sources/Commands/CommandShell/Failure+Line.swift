package import Languages

extension Failure {
  /// Nobody reads the output any longer (`keytool ... | head`): the program ends without a word.
  package static let outputClosed = Failure(.done, "output-closed", "")

  /// The same failure with the line of a text that it is about.
  package func showing(_ text: [UInt8], at place: JSONPlace) -> Failure {
    var shown = self
    shown.excerpt = SourceText(text).excerpt(at: place)
    return shown
  }

  var isQuiet: Bool { what.isEmpty }

  /// The line `program: what: where: what to do`, without the line end.
  package func line(program: String, _ speech: Speech = .english) -> String {
    let place: String
    switch self.place {
    case .text(let text): place = isAboutMembers ? Self.memberWords(text) : text
    case .offset(let offset): place = "offset \(offset)"
    }
    return [program, speech.say(what), place, speech.say(advice)].filter { part in !part.isEmpty }.map(oneLine).joined(
      separator: ": ")
  }

  /// Whether its place is one in a JSON value (RFC 6901), which programs read and people do not.
  private var isAboutMembers: Bool { kind == "bad-settings" || kind == "not-a-request" }

  /// `/profiles/0/schedules/1/days` as people say it: `profile 1, schedule 2, days`.
  package static func memberWords(_ pointer: String) -> String {
    guard pointer.hasPrefix("/") else { return pointer }
    var words: [String] = []
    for part in pointer.split(separator: "/") {
      guard let index = Int(part), let list = words.popLast() else {
        words.append(String(part))
        continue
      }
      let one = list.hasSuffix("ies") ? list.dropLast(3) + "y" : list.hasSuffix("s") ? list.dropLast() : list[...]
      words.append("\(one) \(index + 1)")
    }
    return words.joined(separator: ", ")
  }
}

/// A text that may come from a stranger, fit for one line of a terminal: no control characters, not endless.
package func oneLine(_ text: String) -> String {
  let longest = 300
  if text.utf8.count <= longest, text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
  var line = ""
  var count = 0
  for scalar in text.unicodeScalars {
    guard count < longest else { return line + "..." }
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069:
      line += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
    default:
      line.unicodeScalars.append(scalar)
    }
    count += 1
  }
  return line
}
