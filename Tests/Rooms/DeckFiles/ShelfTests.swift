import DeckFiles
import Learning
import LinuxRuntime
import RealParts
import TestSupport
import Testing

@Suite("The shelf of decks", .realParts)
struct ShelfTests {
  private let folder = TemporaryFolder()
  private let deck = Deck(
    name: "d",
    cards: [
      Card(id: "1", title: "a", content: "<b>b</b>", category: "C", tags: ["x", "y"], link: "https://a.b/"),
      Card(id: "2", title: "c", content: ""),
    ])

  @Test("a deck comes back as it was put there, and again in the place of its older self")
  func roundTrip() throws {
    do {
      let shelf = try DeckShelf(path: folder("decks.sqlite"))
      try shelf.put(deck, from: "d.json")
      try shelf.put(Deck(name: "b", cards: [Card(id: "1", title: "z", content: "")]), from: "b.csv")
      #expect(try shelf.deck(named: "d") == deck)
    }
    let shelf = try DeckShelf(path: folder("decks.sqlite"))
    var changed = deck
    changed.cards.removeLast()
    changed.cards[0].title = "A"
    try shelf.put(changed, from: "https://x.org/d.json", version: "\"1\"")
    #expect(try shelf.deck(named: "d") == changed)
    #expect(
      try shelf.decks() == [
        ShelvedDeck(name: "b", cards: 1, source: "b.csv", version: ""),
        ShelvedDeck(name: "d", cards: 1, source: "https://x.org/d.json", version: "\"1\""),
      ])
    #expect(try shelf.ids().map { "\($0.deck) \($0.card)" } == ["b 1", "d 1"])
    #expect(try shelf.card(CardID(deck: "d", card: "1"))?.title == "A")
    #expect(try shelf.card(CardID(deck: "d", card: "2")) == nil)
    #expect(try shelf.remove("d"))
    #expect(try !shelf.remove("d"))
    #expect(try shelf.deck(named: "d") == nil)
    #expect(try shelf.ids(of: "d").isEmpty)
  }

  @Test("cards that cannot be put there leave the old deck as it was")
  func allOrNothing() throws {
    let shelf = try DeckShelf(path: folder("decks.sqlite"))
    try shelf.put(deck, from: "d.json")
    var twice = deck
    twice.cards.append(twice.cards[0])
    #expect(throws: DeckFileError.self) { try shelf.put(twice, from: "other") }
    #expect(try shelf.deck(named: "d") == deck)
    #expect(try shelf.decks().map { $0.source } == ["d.json"])
  }

  @Test("a file of something else is refused and stays as it is")
  func strangers() throws {
    let rubbish = Array("this is not a database, but long enough to look at it as if it could be one".utf8)
    try Files.replace(folder("decks.sqlite"), with: rubbish)
    #expect(throws: DeckFileError.self) { _ = try DeckShelf(path: folder("decks.sqlite")) }
    #expect(try Files.read(folder("decks.sqlite")) == rubbish)
  }

  @Test func writtenCardsStayWhenTheDeckComesAgain() throws {
    let shelf = try DeckShelf(path: folder("decks.sqlite"))
    try shelf.put(deck, from: "d.json")
    let (changed, own) = (Card(id: "2", title: "c", content: "mine"), Card(id: "9", title: "new", content: ""))
    try shelf.put(changed, in: "d")
    try shelf.put(own, in: "d")
    try shelf.put(own, in: "made")
    try shelf.put(deck, from: "d.json")
    #expect(try shelf.deck(named: "d")?.cards == [deck.cards[0], changed, own])
    #expect(try shelf.deck(named: "made")?.cards == [own])
    #expect(try shelf.remove(CardID(deck: "d", card: "2")))
    #expect(try !shelf.remove(CardID(deck: "d", card: "2")))
    try shelf.put(deck, from: "d.json")
    #expect(try shelf.deck(named: "d")?.cards == deck.cards + [own])
    #expect(try shelf.remove("d"))
    try shelf.put(deck, from: "d.json")
    #expect(try shelf.deck(named: "d") == deck)
  }
}
