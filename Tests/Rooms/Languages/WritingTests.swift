import Languages
import Testing

/// How each language writes what is in the holes of a text (CLDR 45).
@Suite struct WritingTests {
  private static let file = #"""
    msgid "{n} card"
    msgid_plural "{n} cards"
    msgstr[0] "{n} one"
    msgstr[1] "{n} many"

    msgid "on {date}: {length}, {n} of {n2}, {list}"
    msgstr "{date} · {length} · {n} · {list}"

    msgid "one"
    msgstr "A"

    """#

  @Test(arguments: [
    (Language.german, ["0 many", "1 one", "2 many"], "26.11.2026 · 1 Std. 20 Min. · 1,5 · A, B und C"),
    (.french, ["0 one", "1 one", "2 many"], "26/11/2026 · 1 h 20 min · 1,5 · A, B et C"),
    (.spanish, ["0 many", "1 one", "2 many"], "26/11/2026 · 1 h 20 min · 1,5 · A, B y C"),
    (.portuguese, ["0 one", "1 one", "2 many"], "26/11/2026 · 1 h 20 min · 1,5 · A, B e C"),
    (.japanese, ["0 one", "1 one", "2 one"], "2026年11月26日 · 1時間20分 · 1.5 · A、B、C"),
    (.chinese, ["0 one", "1 one", "2 one"], "2026年11月26日 · 1小时20分钟 · 1.5 · A、B和C"),
  ])
  func holesAreWrittenAsTheLanguageDoes(language: Language, counted: [String], said: String) {
    let catalogue = Catalogue(language, file: Array(Self.file.utf8))
    #expect(["0 cards", "1 card", "2 cards"].map(catalogue.say) == counted)
    #expect(catalogue.say("on 2026-11-26: 1 h 20 min, 1.5 of 2, one, B and C") == said)
  }

  @Test(arguments: [
    (Language.german, "; "), (.french, " ; "), (.spanish, "; "), (.portuguese, "; "), (.japanese, "。"), (.chinese, "；"),
  ])
  func clausesAreDividedAsTheLanguageDoes(language: Language, mark: String) {
    #expect(Catalogue(language, file: Array(Self.file.utf8)).say("one; two") == "A\(mark)two")
  }
}
