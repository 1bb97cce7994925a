import DeckFiles
import Learning
import LinuxRuntime
import RealParts
import TestSupport
import Testing

@Suite("Packages of Anki", .realParts)
struct PackageTests {
  private func read(_ path: String, in folder: TemporaryFolder) throws -> Deck {
    try DeckFile.read(try Files.read(path, limit: 1 << 30), file: path, deck: nil, folder: folder.path)
  }

  @Test("packages made by hand: good ones are read, each of the others is refused with its reason")
  func oddPackages() throws {
    let made = TemporaryFolder()
    let work = TemporaryFolder()
    let script = try #require(PythonPeer("Tests/Kit/Peers/odd_packages.py", needing: "sqlite3"))
    let names = String(decoding: try script([made.path]).output, as: UTF8.self).split(separator: "\n").map(String.init)
    let good = ["good", "stub-beside", "generated"]
    let reasons = [
      "bomb": "times its size", "zstd-bomb": "times its size", "zstd-damaged": "package is damaged",
      "crc": "package is damaged", "cut": "package is damaged", "empty": "collection in the package is damaged",
      "no-database": "collection in the package is damaged", "no-tables": "collection in the package is damaged",
      "view": "collection in the package is damaged", "many": "more than 200000 notes", "newest": "newer format 9",
      "nothing": "not a package of Anki", "path": "not a package of Anki",
    ]
    #expect(names.count == 17)
    for name in names {
      let path = made("\(name).apkg")
      if name == "script" {
        let card = try read(path, in: work).cards[0]
        #expect(card.title == "<b>q</b>")
        #expect(card.content == "y[2J")
      } else if good.contains(name) {
        let deck = try read(path, in: work)
        #expect(deck.name == name)
        let card = Card(id: "g1", title: "hola", content: "hello", category: "Spanish", tags: ["t1", "t2"])
        #expect(deck.cards == [card])
      } else {
        let fault = #expect(throws: DeckFileError.self, "\(name)") { try read(path, in: work) }
        #expect(fault?.message.contains(reasons[name] ?? "?") == true, "\(name): \(fault?.message ?? "")")
      }
    }
    #expect(Folder.names(in: work.path).isEmpty, "what was unpacked is removed")
  }

  private static let anki = PythonPeer("Tests/Kit/Peers/anki_packages.py", needing: "anki")
  private static let howToInstall: Comment =
    "left out: python3 -m venv .build/peers && .build/peers/bin/pip install anki"

  @Test("what Anki itself writes is read, old and new", .enabled(if: anki != nil, howToInstall))
  func ankiWrites() throws {
    let made = TemporaryFolder()
    let work = TemporaryFolder()
    let outcome = try #require(try Self.anki?([made.path, "6"]))
    #expect(outcome.exitCode == 0)
    var ids: [[String]] = []
    for name in ["new.apkg", "old.apkg", "new.colpkg", "old.colpkg"] {
      let deck = try read(made(name), in: work)
      #expect(deck.name == name.split(separator: ".").first.map(String.init))
      // Per three notes: one card, two cards, one for each of two gaps.
      #expect(deck.cards.count == 10)
      #expect(deck.cards.allSatisfy { $0.category == "Spanish" && $0.tags == ["t1", "t2"] })
      #expect(deck.cards[0].title == "hola 0 &lt;img src=x onerror=alert(1)&gt;")
      #expect(deck.cards[0].content == "hello <b>0</b>")
      #expect(deck.cards[2].title == "hello <b>1</b>")
      #expect(deck.cards[3].title == "[city] is in Spain")
      #expect(deck.cards[4].title == "Madrid 2 is in [...]")
      #expect(deck.cards[4].content == "Madrid 2 is in Spain<br>\nextra")
      ids.append(deck.cards.map { $0.id })
    }
    #expect(Set(ids).count == 1, "a card has the same ID in every form")
  }

  @Test("a collection brings its reviews, its suspended and buried cards along, and says what it cannot bring")
  func past() throws {
    let made = TemporaryFolder()
    let script = try #require(PythonPeer("Tests/Kit/Peers/anki_past.py", needing: "sqlite3"))
    _ = try script([made.path, "10"])
    let path = made("collection-2026-11-20.colpkg")
    let content = try DeckFile.content(of: .file(path), file: path, deck: nil, folder: made.path)
    let deck = content.deck
    let past = try #require(content.past)
    #expect(deck.cards.count == 10 && past.occlusions == 1)
    #expect(past.reviews.count == 21 && past.reviews.allSatisfy { $0.grade == .good && $0.took == 4000 })
    #expect(past.suspended == ["guid1"] && past.buried == ["guid2"])
    #expect(past.lost.pictures == 10 && past.lost.sounds == 10)
    #expect(deck.cards[0].title == "q1[picture]" && deck.cards[0].content == "a1")
    #expect(CardFilter(tag: "cardio").places(in: deck, LearningProgress()).count == 10)
    let shelf = try DeckShelf(path: made("decks.sqlite"))
    try shelf.put(deck, from: path)
    #expect(try shelf.deck(sharing: deck.cards.map { $0.id } + ["new"]) == deck.name)
    #expect(try shelf.deck(sharing: ["guid1", "other"]) == nil)
  }

  @Test("Anki reads our tables back", .enabled(if: anki != nil, howToInstall), arguments: ["csv", "tsv"])
  func ankiReads(ending: String) throws {
    let folder = TemporaryFolder()
    let deck = Deck(
      name: "d",
      cards: [
        Card(id: "one", title: "q <b>1</b>, \"x\"", content: "a;\tb<br>c", category: "C", tags: ["t", "u"]),
        Card(id: "two", title: "# hash", content: "&lt;i&gt;"),
      ])
    let form = try #require(DeckFile.form(named: "x.\(ending)"))
    try Files.replace(folder("d.\(ending)"), with: try #require(DeckFile.write(deck, as: form)))
    let outcome = try #require(try Self.anki?([folder.path, "--read", folder("d.\(ending)")]))
    let lines = String(decoding: outcome.output, as: UTF8.self).split(separator: "\n").map(String.init).sorted()
    #expect(lines == ["one\tq <b>1</b>, \"x\"\ta;\tb<br>c\tt u", "two\t# hash\t&lt;i&gt;\t"])
  }
}
