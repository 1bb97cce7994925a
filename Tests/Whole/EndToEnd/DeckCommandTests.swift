import JSONText
import LinuxRuntime
import RealParts
import TestSupport
import Testing

/// `deck` and `learn` as people use them, with and without a running service (Contract.md).
@Suite("Decks and learning from the command line", .realParts)
struct DeckCommandTests {
  private let folder = TemporaryFolder()
  private var home: String { folder("home") }

  private func run(_ words: String..., input: String = "") throws -> BuiltProgram.Outcome {
    try BuiltProgram.focuskey.run(words + ["--home", home], input: Array(input.utf8))
  }

  private func objects(_ outcome: BuiltProgram.Outcome) throws -> [JSONNode] {
    try outcome.lines.map { try JSONDocument($0).root }
  }

  private func write(_ name: String, _ text: String) throws -> String {
    try Files.replace(folder(name), with: Array(text.utf8))
    return folder(name)
  }

  private let cards = """
    {"cards":[{"id":1,"title":"one","content":"eins","category":"N"},{"id":"2","title":"two","content":"zwei"}]}
    """

  @Test("the deck that comes along is whole: sixty cards, each with its category and its source")
  func shippedDeck() throws {
    let answer = try objects(try run("deck", "import", "--shipped", "--json"))
    #expect(answer.first?["deck"]?.string == "Well-being and focus" && answer.first?["cards"]?.integer == 60)
    #expect(answer.first?["categories"]?.array?.count == 7)
    let cards = try objects(try run("deck", "show", "Well-being and focus", "--json"))
    #expect(cards.count == 60 && Set(cards.compactMap { $0["title"]?.string }).count == 60)
    for card in cards {
      #expect(card["link"]?.string?.hasPrefix("https://") == true && card["category"]?.string?.isEmpty == false)
      #expect((40...320).contains(card["content"]?.string?.count ?? 0), "\(card["title"]?.string ?? "")")
    }
    let shared = try run("deck", "share", "Well-being and focus", "w01").output
    #expect(shared.contains("\n\nAttention\n\nhttps://doi.org/"))
    #expect(try run("deck", "import", "--shipped", "--name", "Mine").exitCode == 64)
    #expect(try run("deck", "import").exitCode == 64)
  }

  @Test("a deck is imported, listed, shown, exported, imported again and removed")
  func deck() throws {
    let file = try write("numbers.json", cards)
    #expect(try run("deck", "import", file).exitCode == 0)
    let list = try objects(try run("deck", "list", "--json"))
    #expect(list.map { $0["deck"]?.string } == ["numbers"])
    #expect(list.map { $0["cards"]?.integer } == [2])
    let shown = try objects(try run("deck", "show", "numbers", "--json"))
    #expect(shown.map { $0["id"]?.string } == ["1", "2"])
    #expect(shown.map { $0["title"]?.string } == ["one", "two"])
    #expect(shown.map { $0["content"]?.string } == ["eins", "zwei"])
    #expect(shown.map { $0["category"]?.string } == ["N", ""])
    #expect(shown.map { $0["position"]?.string } == ["1 of 2", "2 of 2"])
    let filtered = try objects(try run("deck", "show", "numbers", "--category", "N", "--json"))
    #expect(filtered.map { $0["position"]?.string } == ["1 of 1"])
    for ending in ["json", "csv", "tsv"] {
      #expect(try run("deck", "export", "numbers", folder("again.\(ending)")).exitCode == 0)
      #expect(try run("deck", "import", folder("again.\(ending)")).exitCode == 0)
      #expect(try objects(try run("deck", "show", "again", "--json")).map { $0["id"]?.string } == ["1", "2"])
    }
    #expect(try run("deck", "remove", "again").exitCode == 0)
    #expect(try run("deck", "remove", "again").exitCode == 66)
    #expect(try run("deck", "show", "nosuch").exitCode == 66)
  }

  @Test("a damaged file is refused with line and column, and the old deck stays")
  func damage() throws {
    #expect(try run("deck", "import", try write("d.json", cards)).exitCode == 0)
    for (text, place) in [
      ("{\"cards\":[\n{\"id\":1,]}", "line 2, column 9"), ("{\"cards\":[{}]}", "line 1, column 11"),
    ] {
      let outcome = try run("deck", "import", try write("d.json", text), "--json")
      #expect(outcome.exitCode == 65)
      let error = try objects(outcome)[0]["error"]
      #expect(error?["kind"]?.string == "bad-deck")
      #expect(error?["at"]?.string?.hasSuffix(place) == true)
    }
    #expect(try run("deck", "import", try write("d.csv", "a,\"b")).exitCode == 65)
    #expect(try run("deck", "import", try write("d.apkg", "no zip")).exitCode == 65)
    #expect(try run("deck", "import", folder("nosuch.csv")).exitCode == 66)
    #expect(try objects(try run("deck", "show", "d", "--json")).count == 2)
  }

  @Test("cards are learned without a service, and what was learned survives importing the deck again")
  func learning() throws {
    let file = try write("d.json", cards)
    #expect(try run("deck", "import", file).exitCode == 0)
    #expect(try run("learn", "nothing").exitCode == 64)
    let learned = try objects(try run("learn", "2", "--json", input: "3\nb\n1\n"))
    #expect(learned.map { $0["id"]?.string ?? $0["card"]?.string } == ["1", "1", "2", "2", nil])
    #expect(learned.last?["learned"]?.integer == 2)
    #expect(learned[1]["reps"]?.integer == 1)
    #expect(try run("deck", "import", file).exitCode == 0)
    let list = try objects(try run("deck", "list", "--json"))
    #expect(list[0]["viewed"]?.integer == 2)
    #expect(list[0]["bookmarks"]?.integer == 1)
    // Both are in their steps of minutes: nothing is due.
    #expect(try objects(try run("learn", "--json")).last?["learned"]?.integer == 0)
    #expect(try run("deck", "bookmark", "d", "2", "--off").exitCode == 0)
    #expect(try objects(try run("deck", "list", "--json"))[0]["bookmarks"]?.integer == 0)
  }

  @Test("with a service running, reviews go through it into the same log")
  func service() throws {
    try Files.makeFolder(home)
    try Files.replace("\(home)/config.json5", with: Array("{port: 0}".utf8))
    #expect(try run("deck", "import", try write("d.json", cards)).exitCode == 0)
    do {
      let service = try RunningService(home: home)
      #expect(try run("learn", "1", "--json", input: "4\n").exitCode == 0)
      #expect(try objects(try run("deck", "list", "--json"))[0]["viewed"]?.integer == 1)
      _ = service
    }
    #expect(try run("learn", "1", "--json", input: "2\n").exitCode == 0)
    #expect(try objects(try run("deck", "list", "--json"))[0]["viewed"]?.integer == 2)
    let facts = try run("export", "-").lines.filter { $0.contains("card-reviewed") }
    #expect(facts.count == 2)
  }

  @Test("a card is shared as text, without markup and without what was learned")
  func share() throws {
    let card =
      #"{"cards":[{"id":"7","title":"<b>casa</b>","content":"house<br>home","link":"https://a.example/casa"}]}"#
    #expect(try run("deck", "import", try write("d.json", card)).exitCode == 0)
    let text = "casa\n\nhouse\nhome\n\nhttps://a.example/casa"
    #expect(try run("deck", "share", "d", "7").output == text + "\n")
    #expect(try objects(try run("deck", "share", "d", "7", "--json"))[0]["text"]?.string == text)
    #expect(try run("deck", "share", "d", "8").exitCode == 66)
    #expect(try run("deck", "share", "d").exitCode == 64)
  }

  @Test("a deck from an address is fetched again when asked; what is wrong there leaves the old one")
  func refresh() throws {
    let site = try PlainSite(page: cards)
    #expect(try run("deck", "import", "http://127.0.0.1:\(site.port)/numbers.json").exitCode == 0)
    #expect(try run("learn", "1", "--json", input: "3\n").exitCode == 0)
    #expect(try run("deck", "refresh").output == "numbers has not changed.\n")
    site.show(
      #"{"cards":[{"id":1,"title":"one","content":"eins"},{"id":2,"title":"two","content":"zwo"},{"id":3,"title":"three","content":"drei"}]}"#
    )
    #expect(try run("deck", "refresh", "numbers").exitCode == 0)
    func contents() throws -> [String?] {
      try objects(try run("deck", "show", "numbers", "--json")).map { $0["content"]?.string }
    }
    #expect(try contents() == ["eins", "zwo", "drei"])
    #expect(try objects(try run("deck", "list", "--json"))[0]["viewed"]?.integer == 1)
    site.show("{\"cards\":[")
    #expect(try run("deck", "refresh").exitCode == 65)
    #expect(try contents() == ["eins", "zwo", "drei"])
    #expect(try run("deck", "import", try write("file.json", cards)).exitCode == 0)
    #expect(try run("deck", "refresh", "file").exitCode == 1)
    #expect(try run("deck", "refresh", "nosuch").exitCode == 66)
  }

  @Test("a terminal or a pipe that ends early keeps what was answered")
  func endsEarly() throws {
    #expect(try run("deck", "import", try write("d.json", cards)).exitCode == 0)
    let learned = try objects(try run("learn", "--json", input: "3\nb\nq\n"))
    #expect(learned.last?["learned"]?.integer == 1)
    #expect(try run("learn").exitCode == 0)
    #expect(try run("learn", "--deck", "nosuch").exitCode == 66)
  }

  @Test func cardsAreWrittenChangedAndRemoved() throws {
    #expect(try run("deck", "add", "Verbs", "madrugar", "get up\nearly", "--category", "Spanish").exitCode == 0)
    let again = try run("deck", "add", "Verbs", "madrugar", "x")
    #expect(again.exitCode == 1 && again.errors.contains("Verbs has a card with this question already"))
    let card = try objects(try run("deck", "show", "Verbs", "--json"))[0]
    #expect(card["content"]?.string == "get up<br>early" && card["category"]?.string == "Spanish")
    let id = try #require(card["id"]?.string)
    #expect(try run("learn", "1", "--json", input: "3\n").exitCode == 0)
    #expect(try run("deck", "edit", "Verbs", id, "--answer", "<b>rise</b> <script>x</script>").exitCode == 0)
    let changed = try objects(try run("deck", "show", "Verbs", "--json"))[0]
    #expect(changed["title"]?.string == "madrugar" && changed["category"]?.string == "Spanish")
    #expect(changed["content"]?.string == "<b>rise</b> &lt;script&gt;x&lt;/script&gt;")
    // What was learned of it stays.
    #expect(changed["viewed"]?.bool == true)
    for (words, code) in [
      (["edit", "Verbs", id], 64), (["edit", "Verbs", "nosuch", "--answer", "x"], 66), (["add", "Verbs", "", "x"], 65),
      (["add", "", "a", "b"], 65), (["drop", "Verbs", id], 0), (["drop", "Verbs", id], 66),
    ] as [([String], Int32)] {
      let outcome = try BuiltProgram.focuskey.run(["deck"] + words + ["--home", home])
      #expect(outcome.exitCode == code, "\(words) \(outcome.errors)")
    }
  }
}
