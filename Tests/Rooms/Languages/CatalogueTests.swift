import Languages
import Testing

@Suite struct CatalogueTests {
  static let file = #"""
    msgid ""
    msgstr "Language: de\n"

    msgid "Idle"
    msgstr "Nichts läuft"

    #, python-brace-format
    msgid "Focusing on {name}: {length}"
    msgstr "Fokus auf {name}: {length}"

    #, python-brace-format
    msgid "{n} break left."
    msgid_plural "{n} breaks left."
    msgstr[0] "Noch {n} Pause."
    msgstr[1] "Noch {n} Pausen."

    msgid "you are on a break"
    msgstr "du machst gerade Pause"

    #, python-brace-format
    msgid "{text}; possible from {time}"
    msgstr "{text}; möglich ab {time}"

    #, python-brace-format
    msgid "before a break: {list}"
    msgstr "vor einer Pause: {list}"

    #, python-brace-format
    msgid "learn {n} card"
    msgid_plural "learn {n} cards"
    msgstr[0] "lerne {n} Karte"
    msgstr[1] "lerne "
    "{n} Karten"

    msgid "say \"no\" to {name}"
    msgstr "zu {name} \"nein\" sagen"

    msgid ""
    "in two "
    "lines"
    msgstr "in zwei Zeilen"

    msgid "Partly: {parts}. To block all of it: {command}"
    msgstr "Teils: {parts}. Um alles zu blockieren: {command}"

    msgid "Partly: {parts}."
    msgstr "Teils: {parts}."

    msgid "make it; it works without"
    msgstr "lege es an; es geht ohne"

    #, fuzzy
    msgid "Unsure"
    msgstr "Unsicher"

    msgid "Open"
    msgstr ""

    msgctxt "page"
    msgid "Now"
    msgstr "Jetzt"
    """#

  let german = Catalogue(.german, file: Array(Self.file.utf8))

  @Test(arguments: [
    ("Idle", "Nichts läuft"), ("  Idle", "  Nichts läuft"),
    ("Focusing on Idle: 1 h 20 min", "Fokus auf Idle: 1 Std. 20 Min."),
    ("1 break left.", "Noch 1 Pause."), ("3 breaks left.", "Noch 3 Pausen."),
    ("You are on a break.", "Du machst gerade Pause."),
    ("you are on a break; possible from 14:05", "du machst gerade Pause; möglich ab 14:05"),
    (
      "before a break: learn 1 card, learn 5 cards and tap it",
      "vor einer Pause: lerne 1 Karte, lerne 5 Karten und tap it"
    ),
    ("say \"no\" to Ann", "zu Ann \"nein\" sagen"), ("in two lines", "in zwei Zeilen"),
    ("3 breaks left.; unknown; you are on a break", "Noch 3 Pausen.; unknown; du machst gerade Pause"),
    ("Idle\n3 breaks left. Idle", "Nichts läuft\nNoch 3 Pausen. Nichts läuft"),
    // Several sentences may be one text, wherever they are.
    (
      "3 breaks left. Partly: Idle. To block all of it: x 1.2. y",
      "Noch 3 Pausen. Teils: Nichts läuft. Um alles zu blockieren: x 1.2. y"
    ),
    ("Partly: Idle. Idle", "Teils: Nichts läuft. Nichts läuft"),
    ("you are on a break; make it; it works without", "du machst gerade Pause; lege es an; es geht ohne"),
  ])
  func saysASentenceInTheLanguage(english: String, said: String) {
    #expect(german.say(english) == said)
  }

  @Test(arguments: ["Unsure", "Open", "Now", "what nobody knows", "", " ", "{n} break left.", "x breaks left."])
  func leavesWhatItDoesNotKnowInEnglish(english: String) {
    #expect(german.say(english) == english)
  }

  @Test func thePaddedLanguageIsTwoFifthsLongerInBrackets() {
    let padded = Catalogue(.padded, file: Array(Self.file.utf8))
    #expect(padded.say("Idle") == "\u{27E6}Idle ~\u{27E7}")
    #expect(padded.say("  Idle") == "  \u{27E6}Idle ~\u{27E7}")
    #expect(padded.say("2 breaks left.").hasPrefix("\u{27E6}2 breaks left. ~~~~~"))
  }

  @Test func numbersLengthsAndDaysAreWrittenAsTheLanguageDoes() {
    let file = #"""
      msgid "{n} of {length} on {date}"
      msgstr "{date}: {n} / {length}"
      """#
    let said = [Language.german, .french, .japanese, .chinese].map {
      Catalogue($0, file: Array(file.utf8)).say("1.5 of 2 h 5 min on 2026-11-06")
    }
    #expect(
      said == [
        "06.11.2026: 1,5 / 2 Std. 5 Min.", "06/11/2026: 1,5 / 2 h 5 min", "2026年11月6日: 1.5 / 2時間5分",
        "2026年11月6日: 1.5 / 2小时5分钟",
      ])
  }

  @Test func longAndOddInputIsNotLookedAtForLong() {
    let hostile = String(repeating: "a. ", count: 100_000)
    #expect(german.say(hostile) == hostile)
    let deep = String(repeating: "Idle. ", count: 300)
    #expect(german.say(deep).count >= deep.count)
  }
}

@Suite struct PageTests {
  static let speech = Speech(
    .german,
    Catalogue(
      .german,
      file: Array(
        ("msgid \"Not now\"\nmsgstr \"Nicht <jetzt>\"\n\nmsgid \"{what} & Co\"\nmsgstr \"Firma {what}\"\n"
          + "\nmsgid \"Run `a b`.\"\nmsgstr \"`a b` starten\"\n").utf8)))

  @Test(arguments: [
    ("<html lang=\"en\"><p>Not now</p>", "<html lang=\"de\"><p>Nicht &lt;jetzt&gt;</p>"),
    ("<p>\nNot now</p>", "<p>\nNicht &lt;jetzt&gt;</p>"), ("<code>Not now</code>", "<code>Not now</code>"),
    ("<p>A&lt;b&gt; &amp; Co</p>", "<p>Firma A&lt;b&gt;</p>"), ("<p>so &amp; so</p><", "<p>so &amp; so</p><"),
    ("<style>Not now</style>Not now ", "<style>Not now</style>Nicht &lt;jetzt&gt; "),
    ("<li>Run <code>a b</code>.<svg></svg></li>", "<li><code>a b</code> starten<svg></svg></li>"),
    ("<p>Not now<code>x</code></p>", "<p>Nicht &lt;jetzt&gt;<code>x</code></p>"),
  ])
  func speaksBetweenTags(html: String, said: String) {
    #expect(String(decoding: Self.speech.page(Array(html.utf8)), as: UTF8.self) == said)
  }
}
