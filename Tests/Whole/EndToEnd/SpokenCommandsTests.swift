import LinuxRuntime
import RealParts
import TestSupport
import Testing

/// Everyday commands in each language: nothing is left in English, and programs hear the same in all of them.
@Suite(.longRealParts, .serialized) struct SpokenCommandsTests {
  private static let folder = TemporaryFolder()
  private static let cards = folder("cards.csv")
  private static let board = folder("board")
  private static let english = Result { try transcript("en") }
  private static let padded = Result { try transcript("qps") }

  /// What a person says in an hour or two, one after the other. Their own words are digits and Greek letters, so that
  /// Latin letters outside of the brackets of the padded language are texts of ours that nobody translated.
  static let commands: [[String]] = [
    ["status"], ["stats"], ["history"], ["break"], ["resume"], ["keep"], ["confirm"], ["extend", "5"], ["emergency"],
    ["note", "λόγια"], ["stop"], ["type", "λόγια"], ["snooze"], ["hush"], ["excuse"], ["bed"], ["visit", "1.2"],
    ["visit", "--end"], ["start", "9"], ["start", "1", "--minutes", "0"], ["start", "1", "--minutes", "α"], ["9"],
    ["status", "9"], ["status", "--9"], ["profile"], ["profile", "add", "1"], ["profile", "add", "1"],
    ["profile", "list"], ["profile", "show", "9"], ["profile", "add", "2"], ["profile", "edit", "2", "--end", "timer"],
    ["profile", "remove", "2"], ["key", "list"], ["key", "show", "9"], ["key", "add", "1"], ["key", "list"],
    ["key", "remove", "1"], ["schedule", "add", "1", "1", "--days", "weekdays", "--start", "09:00", "--end", "09:30"],
    ["schedule", "list"], ["schedule", "remove", "1", "1"], ["allowance", "list"], ["allowance", "show", "9"],
    ["category", "list"], ["category", "show", "9"], ["promise", "show"], ["promise", "edit", "Φτάνει."],
    ["task", "add", "Βιβλίο", "--due", "2031-01-02 15:00"], ["task", "list"], ["task", "next"], ["task", "show", "99"],
    ["task", "edit", "1", "--priority", "H"], ["task", "done", "1"], ["task", "undo"], ["task", "remove", "1"],
    ["task", "next"], ["rewards"], ["board", "show"], ["signals"], ["phone", "list"], ["sync", "status"],
    ["deck", "import", cards, "--name", "1"], ["deck", "list"], ["deck", "limit", "1", "--new", "3"], ["deck", "undo"],
    ["deck", "remove", "1"], ["allowance", "add", "1", "--minutes", "30", "--category", "games"],
    ["allowance", "list"], ["allowance", "remove", "1"], ["board", "join", board, "--name", "7"], ["board", "show"],
    ["board", "leave"], ["link-handler", "remove"], ["shield", "limits"], ["learn"], ["challenge"], ["rules", "show"],
    ["screen-time"],
    ["screen-time", "on"], ["screen-time", "show"], ["phone", "revoke", "9"],
    ["doctor", "--root", "/nonexistent"], ["sync", "now"], ["sync", "invite"],
    ["sync", "join", "9"], ["sync", "leave"], ["sync", "revoke", "9"], ["sync", "rename", "9"], ["sync", "recovery"],
    ["sync", "init", "folder:/nonexistent/9"], ["sync", "move", "folder:/9"], ["sync", "forget", "--all", "--yes"],
    ["night", "bedtime"], ["night", "bedtime", "23:00", "07:00"], ["coach", "nudges", "on"], ["home", "show"],
    ["start", "1", "--minutes", "50", "--task", "Βιβλίο"], ["status"], ["break", "5"], ["resume"], ["stop"], ["stop"],
    ["status"], ["keep"], ["extend", "5"], ["recovery-code"], ["visit", "1.2"], ["profile", "remove", "1"], ["stats"],
    ["history"], ["down"],
  ]

  private struct Said: Sendable {
    let code: Int32
    let lines: [String]
  }

  private static func service(_ name: String) throws -> RunningService {
    let home = folder(name)
    try Files.makeFolder(home)
    try Files.makeFolder(board)
    try Files.replace(cards, with: Array("Question,Answer\nα,β\nγ,δ\n".utf8))
    try Files.replace("\(home)/config.json5", with: Array("{port: 0}".utf8))
    return try RunningService(home: home)
  }

  private static func ask(_ service: RunningService, _ words: [String], _ locale: String = "C") throws
    -> BuiltProgram.Outcome
  {
    try BuiltProgram.focuskey.run(
      words + ["--home", service.home],
      environment: TrialEnvironment.lines(["LC_ALL": nil, "LC_MESSAGES": nil, "LANG": locale, "TZ": "UTC"]))
  }

  /// What comes of all of them, in a home of their own.
  private static func transcript(_ language: String) throws -> [Said] {
    let service = try service(language)
    return try commands.map { words in
      let outcome = try ask(service, words, language)
      let lines = (outcome.output + outcome.errors).split(separator: "\n", omittingEmptySubsequences: false)
      return Said(code: outcome.exitCode, lines: lines.map(String.init))
    }
  }

  @Test("no everyday command is left in English") func nothingIsLeftInEnglish() throws {
    #expect(Self.commands.count >= 60)
    for (words, said) in try zip(Self.commands, Self.padded.get()) {
      for line in said.lines {
        #expect(Self.unspoken(line) == [], "\(words.joined(separator: " ")): \(line)")
      }
    }
  }

  @Test(
    "every language says every line, and ends with the same exit codes",
    arguments: ["de", "fr", "es", "pt-BR", "ja", "zh-Hans"])
  func everyLineIsSaid(language: String) throws {
    let (english, other, padded) = (try Self.english.get(), try Self.transcript(language), try Self.padded.get())
    for (index, words) in Self.commands.enumerated() {
      let (one, two, three) = (english[index], other[index], padded[index])
      let name = Comment(rawValue: words.joined(separator: " "))
      #expect(one.code == two.code && one.lines.count == two.lines.count, name)
      for (line, (said, mark)) in zip(one.lines, zip(two.lines, three.lines)) where mark.contains("\u{27E6}") {
        #expect(!said.contains("{") && !said.contains("}"), name)
        // Some words are the same in two languages: what has several is a sentence.
        if line.split(separator: " ").count > 3 { #expect(said != line, name) }
      }
    }
  }

  @Test("programs hear the same octets in every language") func programsHearTheSame() throws {
    let service = try Self.service("home")
    for words in [["profile", "add", "1"], ["task", "add", "Βιβλίο"], ["promise", "edit", "Φτάνει."]] {
      #expect(try Self.ask(service, words).exitCode == 0)
    }
    let questions = [
      ["keep"], ["break"], ["break", "900"], ["visit", "1.2"], ["emergency"], ["start", "9"], ["9"], ["status", "--9"],
      ["profile", "list"], ["profile", "show", "9"], ["key", "list"], ["schedule", "list"], ["allowance", "list"],
      ["category", "list"], ["task", "list"], ["task", "show", "99"], ["promise", "show"], ["rewards"],
      ["board", "show"],
      ["signals"], ["phone", "list"], ["sync", "status"], ["deck", "list"], ["history"], ["stats"],
      ["shield", "status"],
    ]
    for locale in ["de_DE.UTF-8", "ja_JP.UTF-8"] {
      for words in questions {
        let (one, other) = (
          try Self.ask(service, words + ["--json"]), try Self.ask(service, words + ["--json"], locale)
        )
        #expect(one.exitCode == other.exitCode && one.output == other.output, "\(words)")
      }
    }
  }

  /// The words in Latin letters that are in no brackets, but for what is typed in a terminal and names of lists.
  private static func unspoken(_ line: String) -> [String] {
    // What is typed in a terminal.
    if line.hasPrefix("  sudo ") { return [] }
    var depth = 0
    var left = ""
    for letter in line {
      if letter == "\u{27E6}" { depth += 1 }
      if depth == 0 { left.append(letter) }
      if letter == "\u{27E7}" { depth -= 1 }
    }
    let names = [
      "work", "study", "sleep", "org.gnome.clocks", "profile:", "LINK:", "H", "adult", "dating", "diversions", "forums",
      "gambling", "games", "messaging", "music", "news", "shopping",
      "social",
      "sports", "video",
    ]
    return left.split(separator: " ").map(String.init).filter { word in
      let isTyped = word.contains("/") || word.hasPrefix("-") || word.hasPrefix("focuskey")
      return !isTyped && !names.contains(word) && word.contains { $0.isASCII && $0.isLetter }
    }
  }
}
