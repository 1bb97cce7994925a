import FocusLinks
import TestSupport
import Testing

/// The grammar once more, as plainly as can be: splits texts, never looks at octets in place.
enum Model {
  static func parse(_ text: String) -> FocusLink? {
    var rest = text
    for beginning in ["https://focuskey.app/", "focuskey:///", "focuskey://"] where rest.hasPrefix(beginning) {
      rest.removeFirst(beginning.count)
      break
    }
    let halves = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let segments = halves[0].split(separator: "/").compactMap { segment in decode(String(segment)) }
    var items: [String: String] = [:]
    for pair in halves.count > 1 ? halves[1].split(separator: "&") : [] {
      let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2, let name = decode(parts[0]), let value = decode(parts[1]) else { return nil }
      items[name] = value
    }
    switch (segments.first, segments.count) {
    case ("start", 1):
      return .start(profile: items["profile"], minutes: items["minutes"].flatMap { Int($0) }, task: items["task"])
    case ("stop", 1): return .stop
    case ("break", 1): return .break(minutes: items["minutes"].flatMap { Int($0) })
    case ("resume", 1): return .resume
    case ("focus", 2): return .focus(profile: segments[1], task: items["task"])
    case ("task", 1): return .task(items["do"] == "done" ? .done : .next)
    case ("learn", 1): return .learn
    case ("bed", 1): return .bed
    case ("up", 1): return .up
    case ("excuse", 1): return .excuse
    case ("status", 1): return .status
    default: return nil
    }
  }

  static func decode(_ text: String) -> String? {
    var octets: [UInt8] = []
    let letters = Array(text.utf8)
    var index = 0
    while index < letters.count {
      if letters[index] == 0x25 {
        guard index + 2 < letters.count,
          let octet = UInt8(String(decoding: letters[index + 1...index + 2], as: UTF8.self), radix: 16)
        else { return nil }
        octets.append(octet)
        index += 3
      } else {
        octets.append(letters[index])
        index += 1
      }
    }
    return String(validating: octets, as: UTF8.self)
  }
}

@Suite struct RoundTripTests {
  static let table = RouteTable()
  static let letters = Array("abzAZ019-._~ %/&=+?#\"'<>\\^`{|}:@!$*,;()[]äöüßéñ文字🧘🏽‍♀️👩‍💻\u{301}\u{200F}")

  static func name(_ dice: inout Dice) -> String {
    while true {
      let count = Int.random(in: 1...12, using: &dice)
      let name = String((0..<count).map { _ in letters.randomElement(using: &dice) ?? "a" })
      if name != ".", name != ".." { return name }
    }
  }

  static func link(_ dice: inout Dice) -> FocusLink {
    switch Int.random(in: 0..<11, using: &dice) {
    case 0:
      .start(
        profile: Bool.random(using: &dice) ? name(&dice) : nil,
        minutes: Bool.random(using: &dice) ? Int.random(in: 1...1440, using: &dice) : nil,
        task: Bool.random(using: &dice) ? name(&dice) : nil)
    case 1: .stop
    case 2: .break(minutes: Bool.random(using: &dice) ? Int.random(in: 1...1440, using: &dice) : nil)
    case 3: .resume
    case 4: .focus(profile: name(&dice), task: Bool.random(using: &dice) ? name(&dice) : nil)
    case 5: .task(Bool.random(using: &dice) ? .next : .done)
    case 6: .learn
    case 7: .bed
    case 8: .up
    case 9: .excuse
    default: .status
    }
  }

  @Test func whatIsPrintedIsReadBack() throws {
    var dice = Dice(seed: 1)
    for _ in 0..<3000 {
      let link = Self.link(&dice)
      for form in [LinkForm.web, .scheme] {
        let text = try Self.table.print(link, as: form)
        #expect(try Self.table.parse(text) == link)
        #expect(Model.parse(text) == link)
        #expect(text.utf8.allSatisfy { octet in octet > 0x20 && octet < 0x7F })
      }
    }
  }

  /// Changes the spelling and not the meaning: escapes, order, scheme, slash at the end.
  static func respelled(_ text: String, _ dice: inout Dice) -> String {
    let start = "https://focuskey.app/"
    var halves = text.dropFirst(start.count).split(separator: "?", maxSplits: 1).map(String.init)
    halves = halves.map { half in
      half.unicodeScalars.map { letter in
        let isWord = letter.properties.isAlphabetic && letter.isASCII
        guard isWord, Int.random(in: 0..<8, using: &dice) == 0, !half.contains("=") else { return String(letter) }
        return "%" + String(letter.value, radix: 16, uppercase: Bool.random(using: &dice))
      }.joined()
    }
    // Escapes that were there must not be escaped twice.
    guard Model.parse(start + halves.joined(separator: "?")) == Model.parse(text) else { return text }
    if halves.count > 1 { halves[1] = halves[1].split(separator: "&").shuffled(using: &dice).joined(separator: "&") }
    if Bool.random(using: &dice) { halves[0] += "/" }
    let beginning = ["https://focuskey.app/", "HTTPS://FOCUSKEY.APP/", "focuskey://", "focuskey:///", "FocusKey://"]
    return (beginning.randomElement(using: &dice) ?? start) + halves.joined(separator: "?")
  }

  @Test func whatIsReadIsPrintedInItsCanonicalForm() throws {
    var dice = Dice(seed: 2)
    for _ in 0..<3000 {
      let canonical = try Self.table.print(Self.link(&dice))
      let text = Self.respelled(canonical, &dice)
      #expect(try Self.table.print(Self.table.parse(text)) == canonical)
    }
  }

  @Test func spellings() throws {
    let table = Self.table
    #expect(
      try table.print(.start(profile: "work", minutes: 50, task: "a+b & c=d"))
        == "https://focuskey.app/start?profile=work"
        + "&minutes=50&task=a%2Bb%20%26%20c%3Dd")
    #expect(try table.print(.focus(profile: "Büro/1"), as: .scheme) == "focuskey://focus/B%C3%BCro%2F1")
    #expect(try table.print(.break(minutes: 5), as: .scheme) == "focuskey://break?minutes=5")
  }

  @Test func whatNoLinkCanSay() {
    let table = Self.table
    #expect(throws: PrintError.empty(parameter: "profile")) { try table.print(.focus(profile: "")) }
    #expect(throws: PrintError.dots(parameter: "profile")) { try table.print(.focus(profile: "..")) }
    #expect(throws: PrintError.controlCharacter(parameter: "task")) {
      try table.print(.start(profile: nil, minutes: nil, task: "a\u{85}"))
    }
    #expect(throws: PrintError.empty(parameter: "task")) {
      try table.print(.start(profile: nil, minutes: nil, task: ""))
    }
    #expect(throws: PrintError.numberOutOfRange(parameter: "minutes", allowed: 1...1440)) {
      try table.print(.break(minutes: 0))
    }
    #expect(throws: PrintError.unknownRoute("lights")) { try table.print(.own(OwnLink(route: "lights"))) }
    #expect(throws: PrintError.unknownRoute("stop")) { try table.print(.own(OwnLink(route: "stop"))) }
    let task = String(repeating: "ä", count: 400)
    #expect(throws: PrintError.tooLong(octets: 2432)) {
      try table.print(.start(profile: nil, minutes: nil, task: task))
    }
  }
}
