import DeckFiles
import Learning
import LinuxRuntime
import RealParts
import TestSupport
import Testing

/// What cards show and play: taken from packages by content, kept beside the decks, and never under a stranger's name.
@Suite(.realParts) struct MediaTests {
  private let folder = TemporaryFolder()

  private func packages() throws {
    let script = try #require(PythonPeer("Tests/Kit/Peers/media_packages.py", needing: "sqlite3"))
    _ = try script([folder.path])
  }

  private func read(_ name: String, shown: MediaNames = MediaNames()) throws -> DeckFile.Content {
    try DeckFile.content(of: .file(folder(name)), file: name, deck: "Pictures", folder: folder.path, shown: shown)
  }

  private var kept: [String] { Folder.names(in: folder("media/\(DeckMedia.folder(of: "Pictures"))")) }

  @Test(arguments: ["old.apkg", "new.apkg"])
  func takesPicturesAndSoundsOfBothLayouts(name: String) throws {
    try packages()
    let content = try read(name)
    let (cards, past) = (content.deck.cards, try #require(content.past))
    #expect(cards.count == 6 && past.occlusions == 0)
    #expect(CardMarkup.text(cards[0].title) == "[picture: cat.png]what?")
    #expect(CardMarkup.text(cards[0].content) == "a cat [sound: meow.wav]")
    #expect(CardMarkup.text(cards[1].title) == "[picture: ../../../../etc/passwd.png]")
    // A drawing with a script, and a page that is called a picture.
    #expect(CardMarkup.text(cards[1].content) == "[picture][picture]")
    #expect(CardMarkup.text(cards[2].title) == "[picture]far" && cards[2].content == "")
    #expect(CardMarkup.text(cards[3].title) == "[picture: kiss_onerror=_window.taken=1.png]kiss")
    #expect(past.lost.pictures == 3 && past.lost.sounds == 2)
    #expect(cards.allSatisfy { CardMarkup.clean($0.title) == $0.title && CardMarkup.clean($0.content) == $0.content })
    #expect(past.terms.retention == 0.85 && past.terms.weights.count == 21)
  }

  @Test func readsAPackageWithoutMedia() throws {
    try packages()
    let content = try read("bare.apkg")
    #expect(content.media == nil && content.deck.cards.count == 4 && content.past?.occlusions == 2)
    #expect(content.past?.lost.pictures == 6)
  }

  @Test func showsWhatAPictureHides() throws {
    try packages()
    let cards = try read("new.apkg").deck.cards
    #expect(CardMarkup.text(cards[4].title) == "The heart\n[picture: heart map.png, partly hidden]")
    #expect(
      cards[4].title.contains(#" mask="?r1000,2000,3000,4000 -e5000,5000,1000,2000 -p1000,1000,2000,1000,2000,3000">"#))
    #expect(cards[4].content.contains(#" mask="!r1000,2000,3000,4000 -e5000"#) && cards[4].content.hasSuffix("extra"))
    #expect(cards[5].title.contains(#" mask="-r1000,2000,3000,4000 ?e5000"#))
  }

  @Test func keepsMediaWithTheirDeck() throws {
    try packages()
    let shelf = try DeckShelf(path: folder("decks.sqlite"))
    let first = try read("old.apkg")
    let came = try shelf.put(first.deck, from: "", media: first.media)
    #expect(came.media == 6 && came.new == 6)
    #expect(kept.count == 6 && kept.allSatisfy { CardMedia.form(of: $0) != nil })
    let again = try read("new.apkg")
    let known = try shelf.put(again.deck, from: "", media: again.media)
    #expect(known.media == 6 && known.new == 0)
    let more = try read("more.apkg")
    let added = try shelf.put(more.deck, from: "", media: more.media)
    #expect(added.media == 7 && added.new == 1 && kept.count == 7)
    let picture = try #require(CardMedia.files(in: first.deck.cards[0].title).first)
    let media = DeckMedia(root: folder("media"))
    let deck = DeckMedia.folder(of: "Pictures")
    #expect(media.content(folder: deck, file: picture)?.type == "image/png")
    #expect(media.content(folder: "..", file: picture) == nil && media.content(folder: deck, file: "../x.png") == nil)
    // Somebody put a page in the place of a picture.
    try Files.replace(folder("media/\(deck)/\(picture)"), with: Array("<script>".utf8))
    #expect(media.content(folder: deck, file: picture) == nil)
    // A deck without them shows them no more.
    try shelf.put(Deck(name: "Pictures", cards: [Card(id: "1", title: "x", content: "")]), from: "")
    #expect(kept.isEmpty)
    try shelf.put(more.deck, from: "", media: try read("more.apkg").media)
    #expect(kept.count == 7)
    let isRemoved = try shelf.remove("Pictures")
    #expect(isRemoved && kept.isEmpty)
  }

  @Test func keepsThePicturesOfADeckWhosePackageComesWithoutThem() throws {
    try packages()
    let shelf = try DeckShelf(path: folder("decks.sqlite"))
    let first = try read("new.apkg")
    try shelf.put(first.deck, from: "", media: first.media)
    let shown = try shelf.shown(by: "Pictures")
    let bare = try read("bare.apkg", shown: shown)
    #expect(bare.media == nil && bare.past?.lost.pictures == 3 && bare.past?.occlusions == 0)
    #expect(bare.deck.cards.map(\.title) == first.deck.cards.map(\.title))
    #expect(bare.deck.cards.map(\.content) == first.deck.cards.map(\.content))
    let known = try shelf.put(bare.deck, from: "", media: bare.media)
    #expect(known.media == 6 && known.new == 0 && kept.count == 6)
  }

  @Test func leavesNothingOfADamagedPackage() throws {
    try packages()
    var octets = try Files.read(folder("old.apkg"))
    octets.removeLast(octets.count / 3)
    try Files.replace(folder("cut.apkg"), with: octets)
    #expect(throws: DeckFileError.self) { try read("cut.apkg") }
    #expect(Folder.names(in: folder.path).allSatisfy { !$0.hasPrefix("incoming") && !$0.hasPrefix("unpacked") })
  }
}
