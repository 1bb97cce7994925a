import Catalogues
import Languages
import LinuxRuntime
import TestSupport
import Testing

@Suite struct ShippedCatalogueTests {
  static let languages: [Language] = [.german, .french, .spanish, .portuguese, .japanese, .chinese]

  @Test(arguments: languages)
  func nothingIsLeftOut(language: Language) {
    let german = Catalogues.entries(of: .german)
    let entries = Catalogues.entries(of: language)
    #expect(entries.map(\.one) == german.map(\.one) && entries.map(\.many) == german.map(\.many))
    let missing = entries.filter { $0.forms.isEmpty }
    #expect(missing.map { String(decoding: $0.one, as: UTF8.self) } == [])
  }

  /// The texts of a page's files, and those of the catalogue that are meant for them: neither has one that the other
  /// lacks. What is typed in a terminal is the same in every language.
  @Test(arguments: [
    ("page", ["Dashboard/strings.js", "Dashboard/answers.js"]), ("extension", ["BrowserExtension/words.js"]),
  ])
  func pagesAreInTheCatalogueAndNothingElse(context: String, files: [String]) throws {
    var texts: Set<String> = []
    for name in files {
      let script = try Files.read(Repository.path("Sources/Assets/\(name)"))
      texts.formUnion(ScriptTexts.texts(in: script).map { String(decoding: $0, as: UTF8.self) })
    }
    texts = texts.filter { text in
      let isTyped = text.hasPrefix("focuskey ") || text.hasPrefix("sudo focuskey ")
      return !isTyped && Self.hasLetters(text) && !["en", "one"].contains(text)
    }
    let entries = Catalogues.entries(of: .german).filter { $0.context == Array(context.utf8) }
    let known = entries.flatMap { [$0.one] + ($0.many.map { [$0] } ?? []) }.map { String(decoding: $0, as: UTF8.self) }
    #expect(texts.subtracting(known).sorted() == [], "not in the catalogue")
    #expect(Set(known.filter(Self.hasLetters)).subtracting(texts).sorted() == [], "no longer on the page")
  }

  /// Letters outside of holes.
  private static func hasLetters(_ text: String) -> Bool {
    var isInHole = false
    for letter in text {
      if letter == "{" { isInHole = true }
      if !isInHole, letter.isLetter { return true }
      if letter == "}" { isInHole = false }
    }
    return false
  }

  /// A terminal reads no further than the first of a context.
  @Test(arguments: languages)
  func textsOfAContextComeLast(language: Language) {
    let plain = Catalogues.entries(of: language, ofContexts: false)
    #expect(plain.count > 500 && plain == Catalogues.entries(of: language).filter { $0.context == nil })
  }

  @Test(arguments: languages)
  func holesAreTheSameInEveryForm(language: Language) {
    for entry in Catalogues.entries(of: language) {
      for form in entry.forms {
        #expect(holes(form) == holes(entry.one), "\(String(decoding: form, as: UTF8.self))")
      }
    }
  }

  @Test(arguments: zip(languages, ["„“", "«»", "«»", "“”", "「」", "“”"]))
  func quotationMarksAreThoseOfTheLanguage(language: Language, own: String) {
    let marks = Array(own)
    for entry in Catalogues.entries(of: language) {
      for form in entry.forms.map({ String(decoding: $0, as: UTF8.self) }) {
        let quoted = entry.one.filter { $0 == UInt8(ascii: "\"") }.count
        #expect(form.filter { $0 == "\"" }.count == quoted, "\(form)")
        #expect(!form.contains { "„“”«»「」".contains($0) && !marks.contains($0) }, "\(form)")
        #expect(form.filter { $0 == marks[0] }.count == form.filter { $0 == marks[1] }.count, "\(form)")
      }
    }
  }

  private func holes(_ text: [UInt8]) -> Set<String> {
    var holes: Set<String> = []
    var rest = text[...]
    while let start = rest.firstIndex(of: UInt8(ascii: "{")), let end = rest[start...].firstIndex(of: UInt8(ascii: "}"))
    {
      holes.insert(String(decoding: rest[start...end], as: UTF8.self))
      rest = rest[(end + 1)...]
    }
    return holes
  }

  @Test(arguments: [
    (Language.german, "Fokus auf Work: 12 Min., noch 38 Min."),
    (.french, "Concentration sur Work : 12 min, reste 38 min"),
    (.japanese, "Workに集中中: 12分、残り38分"),
  ])
  func saysTheStatus(language: Language, said: String) {
    #expect(Speech.speaking(language).say("Focusing on Work: 12 min, 38 min left") == said)
  }

  @Test func saysReadersOtherDevicesAndWhatWasReached() {
    let german = Speech.speaking(.german)
    #expect(german.say("Reader: Simulated reader ready") == "Leser: Simulated reader bereit")
    #expect(german.say("Reader: ACR122U with a card") == "Leser: ACR122U mit Karte")
    #expect(german.say("Reader: ACR122U lost") == "Leser: ACR122U abgezogen")
    #expect(german.say("On desk: Work until 15:30.") == "Auf desk: Work bis 15:30.")
    #expect(german.say("Achievement: The first session, 5 points.") == "Erfolg: Die erste Sitzung, 5 Punkte.")
    #expect(german.say("5 different cards, 10 points\nand 2 more") == "5 verschiedene Karten, 10 Punkte\nund 2 weitere")
    #expect(
      german.say("The session is over. 30 min of focus. The schedule is left out this once; it begins again on Friday.")
        .hasSuffix("Der Zeitplan entfällt dieses eine Mal; er beginnt wieder am Freitag."))
  }
}
