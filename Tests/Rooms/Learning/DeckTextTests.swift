import JSONText
import Learning
import Testing

@Suite("Decks as text")
struct DeckTextTests {
  @Test("the JSON form is read, numbers as IDs too")
  func json() throws {
    let text = """
      {"version": 1, "cards": [
        {"id": 7, "title": "Was ist <b>x</b>?", "content": "1 < 2", "category": "Mathe", "link": "https://example.org/x"},
        {"id": "b", "title": "T", "tags": ["one", "two"], "link": "javascript:alert(1)"}]}
      """
    let deck = try DeckJSON.read(Array(text.utf8), name: "school")
    #expect(
      deck.cards == [
        Card(
          id: "7", title: "Was ist <b>x</b>?", content: "1 &lt; 2", category: "Mathe", link: "https://example.org/x"),
        Card(id: "b", title: "T", content: "", tags: ["one", "two"]),
      ])
    #expect(try DeckJSON.read(DeckJSON.write(deck), name: "school") == deck)
  }

  @Test(
    "damaged JSON is refused with line and column",
    arguments: [
      ("{\"cards\":[\n {\"id\":1,\"title\":\"a\",}]}", 2, 22), ("{\"cards\":[\n {\"id\":\"1\"}]}", 2, 2),
      ("{\"cards\":[{\"id\":1,\"title\":\"a\"},\n{\"id\":1,\"title\":\"b\"}]}", 2, 1), ("{\"cards\":[]}", 1, 1),
      ("{\"cards\":\n 5}", 2, 2), ("{}", 1, 1), ("", 1, 1), ("{\"cards\":[\n\n{\"id\":true,\"title\":\"a\"}]}", 3, 7),
    ])
  func damagedJSON(text: String, line: Int, column: Int) {
    let fault = #expect(throws: DeckError.self) { try DeckJSON.read(Array(text.utf8), name: "x") }
    #expect(fault?.place.line == line)
    #expect(fault?.place.column == column)
  }

  @Test("a table with Anki's header lines is read as Anki reads it")
  func ankiTable() throws {
    let text = """
      #separator:tab
      #html:true
      #guid column:1
      #notetype column:2
      #deck column:3
      #tags column:6
      g1\tBasic\tLanguages::Spanish\thola\t"hello ""there"" <b>x</b>"\ta b
      g2\tBasic\tLanguages::Spanish\tadi\u{F3}s\tbye\t
      """
    let deck = try DeckTable.read(Array(text.utf8), name: "file")
    #expect(deck.name == "file")
    #expect(
      deck.cards == [
        Card(id: "g1", title: "hola", content: "hello \"there\" <b>x</b>", category: "Spanish", tags: ["a", "b"]),
        Card(id: "g2", title: "adi\u{F3}s", content: "bye", category: "Spanish"),
      ])
  }

  @Test("a plain table needs no header: title, content, category, link")
  func plainTable() throws {
    let deck = try DeckTable.read(Array("\u{FEFF}a,\"b\r\nc\",Cat,https://x.org\r\n\r\nd;e,f\r\n".utf8), name: "n")
    #expect(deck.cards.map { $0.title } == ["a", "d;e"])
    #expect(deck.cards[0].content == "b\nc")
    #expect(deck.cards[0].category == "Cat")
    #expect(deck.cards[0].link == "https://x.org")
    let again = try DeckTable.read(Array("d;e,other\na,b".utf8), name: "n")
    #expect(Set(again.cards.map { $0.id }) == Set(deck.cards.map { $0.id }), "the same titles have the same IDs")
    let named = try DeckTable.read(Array("Front;Back;Tags\nq;a;t1 t2\n".utf8), name: "n")
    #expect(named.cards.map { $0.tags } == [["t1", "t2"]])
    let raw = try DeckTable.read(Array("#html:false\n#deck:A::B\n<b>,x\n".utf8), name: "n")
    #expect(raw.name == "A::B")
    #expect(raw.cards[0].title == "&lt;b&gt;")
    #expect(raw.cards[0].category == "B")
  }

  @Test(
    "a damaged table is refused with line and column",
    arguments: [
      ("a,b\nc,\"d", 2, 3), ("a,b\nc,\"d\"x", 2, 6), ("title,content\na,b,c", 2, 5), (",b", 1, 1),
      ("#separator:long\na,b", 1, 1), ("id,title\n1,a\n1,b", 3, 1), ("#columns:id,tags\na,b", 2, 1), ("", 1, 1),
      ("\u{E4},\"x\"y", 1, 6),
    ])
  func damagedTable(text: String, line: Int, column: Int) {
    let fault = #expect(throws: DeckError.self) { try DeckTable.read(Array(text.utf8), name: "x") }
    #expect(fault?.place.line == line)
    #expect(fault?.place.column == column)
  }

  @Test("bytes that are not UTF-8 are named with their place")
  func notText() {
    let fault = #expect(throws: DeckError.self) { try DeckTable.read(Array("a,b\nc,".utf8) + [0xFF], name: "x") }
    #expect(fault == DeckError(.notText, at: JSONPlace(offset: 6, line: 2, column: 3)))
  }

  @Test("what is written as a table is read back the same", arguments: [0x09, 0x2C, 0x3B] as [UInt8])
  func roundTrip(separator: UInt8) throws {
    let deck = Deck(
      name: "n",
      cards: [
        Card(id: "#1", title: "a,b;c\td", content: "say \"x\"<br>y", category: "C", tags: ["t", "u"]),
        Card(id: "2", title: "x\ny", content: "", link: "http://a.b/"),
      ])
    #expect(try DeckTable.read(DeckTable.write(deck, separator: separator), name: "n") == deck)
  }
}
