import LinuxRuntime
import RealParts
import TestSupport
import Testing

/// Everybody is answered in the language of their terminal; programs are answered alike in all of them.
@Suite(.realParts) struct SpokenTests {
  private let folder = TemporaryFolder()

  private func service(_ configuration: String = "{port: 0}") throws -> RunningService {
    let home = folder("home")
    try Files.makeFolder(home)
    try Files.replace("\(home)/config.json5", with: Array(configuration.utf8))
    return try RunningService(home: home)
  }

  private func ask(
    _ service: RunningService, _ words: [String], _ locale: [String: String?]
  ) throws -> BuiltProgram.Outcome {
    try BuiltProgram.focuskey.run(words + ["--home", service.home], environment: TrialEnvironment.lines(locale))
  }

  @Test("a terminal is answered in its language, a refusal too")
  func answersInTheLanguageOfTheTerminal() throws {
    let service = try service()
    let refusals = [
      "de_DE.UTF-8": "es läuft keine Sitzung", "fr_FR.UTF-8": "aucune session n’est en cours",
      "es_ES.UTF-8": "no hay ninguna sesión en curso", "pt_BR.UTF-8": "nenhuma sessão está em andamento",
      "ja_JP.UTF-8": "実行中のセッションはありません", "zh_CN.UTF-8": "当前没有正在进行的专注",
      "C": "no session is running", "tlh": "no session is running",
    ]
    for (locale, sentence) in refusals {
      let outcome = try ask(service, ["break"], ["LC_ALL": nil, "LC_MESSAGES": nil, "LANG": locale])
      #expect(outcome.exitCode == 1 && outcome.errors == "focuskey: \(sentence)\n", "\(locale)")
    }
    let plain = try ask(service, ["break"], ["LC_ALL": nil, "LC_MESSAGES": nil, "LANG": "C", "LANGUAGE": "de"])
    #expect(plain.errors == "focuskey: no session is running\n")
    #expect(
      try ask(service, ["status"], ["LC_ALL": nil, "LC_MESSAGES": nil, "LANG": "de_DE.UTF-8"]).output.hasPrefix(
        "Keine Sitzung\n"))
  }

  @Test("nothing that a session says is left in English, and programs hear the same in every language")
  func nothingIsLeftOut() throws {
    let service = try service("{port: 0, language: \"qps\"}")
    let commands = [
      ["status"], ["break"], ["start", "work", "--minutes", "50", "--task", "x"], ["status"], ["break"], ["break"],
      ["status"], ["resume"], ["visit", "x.example"], ["stop"], ["stop"], ["status"], ["keep"], ["keep"],
      ["extend", "5"], ["emergency"], ["note", "x"], ["stats"], ["snooze"], ["bed"], ["type", "x"], ["recovery-code"],
      ["start", "nope"],
    ]
    for words in commands {
      let outcome = try ask(service, words, ["LC_ALL": nil, "LC_MESSAGES": nil, "LANG": "de_DE.UTF-8"])
      for line in (outcome.output + outcome.errors).split(separator: "\n") {
        let said = line.hasPrefix("focuskey: ") ? line.dropFirst("focuskey: ".count) : line
        // What is in no brackets is said by nobody's catalogue.
        #expect(Self.unmarked(said).isEmpty, "\(words): \(line)")
      }
    }
    func heard(_ words: [String], _ locale: String) throws -> BuiltProgram.Outcome {
      try ask(service, words + ["--json"], ["LC_ALL": nil, "LC_MESSAGES": nil, "LANG": locale])
    }
    for words in [["keep"], ["profile", "list"], ["break", "900"], ["emergency"], ["visit", "x.example"]] {
      let (one, other) = (try heard(words, "C"), try heard(words, "ja_JP.UTF-8"))
      #expect(one.exitCode == other.exitCode && one.output == other.output, "\(words)")
    }
  }

  /// The letters that are in no brackets.
  private static func unmarked(_ text: Substring) -> String {
    var depth = 0
    var left = ""
    for letter in text {
      if letter == "\u{27E6}" { depth += 1 }
      if depth == 0, letter.isLetter { left.append(letter) }
      if letter == "\u{27E7}" { depth -= 1 }
    }
    return left
  }

  @Test("an unknown language is a fault of the configuration")
  func refusesAnUnknownLanguage() throws {
    let home = folder("home")
    try Files.makeFolder(home)
    try Files.replace("\(home)/config.json5", with: Array("{port: 0, language: \"klingon\"}".utf8))
    let outcome = try BuiltProgram.focuskey.run(["serve", "--home", home])
    #expect(outcome.exitCode == 65 && outcome.errors.contains("klingon"))
  }
}
