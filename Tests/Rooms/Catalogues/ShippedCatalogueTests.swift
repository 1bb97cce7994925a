import Catalogues
import Languages
import LinuxRuntime
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
}
