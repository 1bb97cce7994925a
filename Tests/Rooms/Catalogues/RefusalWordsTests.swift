import Catalogues
import Languages
import LinuxRuntime
import TestSupport
import Testing

/// What refuses a person, as the sources have it: each is said in every language, advice included. What only programs
/// and their authors hear stays English.
@Suite struct RefusalWordsTests {
  private static let folders = [
    "Commands/CommandShell", "Commands/FocusKeyCommands", "Contract", "Features", "Service",
  ]
  private static let ofProgrammers = [
    "FocusKeyCommands/Simulate/", "FocusKeyCommands/Coaching/Coach", "FocusKeyCommands/Learning/DeckReplay",
    "Sets/Pose", "ServiceAPI/ControlAPI", "ServiceAPI/HTTPAPI", "ServiceContract/ServiceConfiguration",
    "Requests/Parameter",
  ]

  private static func sources(in folder: String) -> [String] {
    Folder.names(in: Repository.path("Sources/\(folder)")).sorted().flatMap { name in
      let path = "\(folder)/\(name)"
      return name.hasSuffix(".swift") ? [path] : name.contains(".") ? [] : sources(in: path)
    }
  }

  @Test func everyRefusalIsInTheCatalogue() throws {
    let speech = Speech.speaking(.german)
    var count = 0
    for path in Self.folders.flatMap(Self.sources) where !Self.ofProgrammers.contains(where: { path.contains($0) }) {
      let source = String(decoding: try Files.read(Repository.path("Sources/\(path)")), as: UTF8.self)
      for text in Self.refusals(in: source) {
        count += 1
        let isSaid = Self.fillings.contains { filling in
          let said = text.map { $0 ?? filling }.joined()
          return speech.say(said) != said
        }
        #expect(isSaid, "\(path): \(text.map { $0 ?? "{}" }.joined())")
      }
    }
    #expect(count > 400)
  }

  /// What may be in a hole.
  private static let fillings = [
    "7", "reddit.com", "50 min", "12:30", "2026-11-26", "1 card", "completed", "day", "a key", "install",
    "/dev/ttyUSB0",
    " (process 7)",
  ]

  /// The texts of each failure, but not where it is; `nil` is a hole. One of a single word, or that only has commands,
  /// is none.
  private static func refusals(in source: String) -> [[String?]] {
    let lines = source.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }
    let code = lines.joined(separator: "\n")
    var texts: [[String?]] = []
    for begin in ["Failure(", "what: ", "advice: "] {
      var rest = code[...]
      while let start = rest.firstRange(of: begin) {
        rest = rest[start.upperBound...]
        if begin == "Failure(" {
          texts += literals(rest)
        } else if rest.popFirst() == "\"" {
          texts.append(text(&rest))
        }
      }
    }
    return texts.filter { text in
      var words = text.compactMap { $0 }.joined()[...]
      words = words.drop { $0 == " " }
      while words.last == " " { words.removeLast() }
      let isTyped = words.hasPrefix("sudo ") || words.hasPrefix("focuskey ")
      return words.contains(" ") && !isTyped && words != "standard output" && words.contains { $0.isLowercase }
    }
  }

  /// The literals as far as the parenthesis that closes what is open.
  private static func literals(_ code: Substring) -> [[String?]] {
    var rest = code
    var texts: [[String?]] = []
    var depth = 1
    var before = ""
    while depth > 0, let letter = rest.popFirst() {
      switch letter {
      case "(": depth += 1
      case ")": depth -= 1
      case "\"":
        let isPlace = before.hasSuffix("at: ") || before.hasSuffix("at: .text(")
        let text = text(&rest)
        if !isPlace { texts.append(text) }
      default: break
      }
      before = String((before + String(letter)).suffix(10))
    }
    return texts
  }

  /// A literal as far as its closing quotation mark; `nil` is a hole.
  private static func text(_ rest: inout Substring) -> [String?] {
    var parts: [String?] = []
    var words = ""
    while let letter = rest.popFirst(), letter != "\"" {
      guard letter == "\\", let escaped = rest.popFirst() else {
        words.append(letter)
        continue
      }
      if escaped == "u" {
        let digits = rest.dropFirst().prefix { $0 != "}" }
        rest = rest[digits.endIndex...].dropFirst()
        words.unicodeScalars.append(UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) ?? "?")
        continue
      }
      guard escaped == "(" else {
        words.append(escaped)
        continue
      }
      var depth = 1
      while depth > 0, let next = rest.popFirst() {
        if next == "(" { depth += 1 }
        if next == ")" { depth -= 1 }
        if next == "\"" { _ = Self.text(&rest) }
      }
      parts += words.isEmpty ? [nil] : [words, nil]
      words = ""
    }
    return words.isEmpty ? parts : parts + [words]
  }
}
