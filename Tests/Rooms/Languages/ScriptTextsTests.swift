import Languages
import Testing

@Suite struct ScriptTextsTests {
  static let file = #"""
    msgctxt "page"
    msgid "Now"
    msgstr "Jetzt \"da\""

    msgctxt "page"
    msgid "{n} of {1}"
    msgstr "{1}: {n}"

    msgctxt "page"
    msgid "card"
    msgid_plural "cards"
    msgstr[0] "Karte"
    msgstr[1] "Karten"

    msgid "Later"
    msgstr "Später"
    """#

  private func translated(_ script: String) -> String {
    let texts = ScriptTexts(.german, CatalogueEntry.read(Array(Self.file.utf8)), context: Array("page".utf8))
    return String(decoding: texts.translated(Array(script.utf8)), as: UTF8.self)
  }

  @Test(arguments: [
    (#"a: "Now","#, #"a: "Jetzt \"da\"","#), (#"a: "\u004eow""#, #"a: "Jetzt \"da\"""#),
    (#"a: "Later""#, #"a: "Later""#),
    ("(n) => `${n} of ${count(all, \"card\", \"cards\")}`", "(n) => `${count(all, \"Karte\", \"Karten\")}: ${n}`"),
    ("`${a ? `x ${\"Now\"}` : \"\"}`", "`${a ? `x ${\"Jetzt \\\"da\\\"\"}` : \"\"}`"), ("// \"Now\"\n", "// \"Now\"\n"),
    ("{ \"Now\": a, \"Now\" : 1 }", "{ \"Now\": a, \"Now\" : 1 }"),
  ])
  func putsTheLanguageInThePlaceOfEnglish(script: String, said: String) {
    #expect(translated(script) == said)
  }

  @Test func findsEveryTextButNamesOfMembers() {
    let script = "a = { \"name\": b ? \"One\" : `two ${n} and ${f(\"three\")}` } // \"four\""
    let texts = ScriptTexts.texts(in: Array(script.utf8)).map { String(decoding: $0, as: UTF8.self) }
    #expect(Set(texts) == ["One", "two {n} and {1}", "three"])
  }

  @Test(arguments: ["\"", "`", "`${", "`${`", "{", "}", "\"\\", "\"\\u00", "`\\", "//", "`${\"}`"])
  func brokenScriptsEndIt(script: String) {
    #expect(translated(script).utf8.count >= script.utf8.count - 1)
  }
}
