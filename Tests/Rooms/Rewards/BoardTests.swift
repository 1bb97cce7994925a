import JSONText
import Rewards
import Testing

@Suite("Board of friends")
struct BoardTests {
  private func entry(_ name: String, _ week: String, _ focused: Int64, key: Character = "a") -> BoardEntry {
    BoardEntry(
      name: name, week: week, focused: focused, points: 10, freeStreak: nil, key: String(repeating: key, count: 64),
      signature: String(repeating: "0", count: 128))
  }

  @Test("this week comes first, by focus; earlier weeks behind")
  func order() {
    let board = Board(
      [
        entry("cem", "2026-11-16", 9000), entry("bob", "2026-11-23", 60), entry("ada", "2026-11-23", 3600),
        entry("abe", "2026-11-23", 60),
      ], week: "2026-11-23", known: [:])
    #expect(board.lines.map { $0.entry.name } == ["ada", "abe", "bob", "cem"])
    #expect(board.lines.map { $0.isCurrent } == [true, true, true, false])
  }

  @Test("by points, whoever has most comes first, whichever week it is from")
  func points() {
    var entries = [entry("ada", "2026-11-23", 3600), entry("bob", "2026-11-16", 60), entry("cem", "2026-11-23", 60)]
    entries[1].points = 90
    let board = Board(entries, week: "2026-11-23", known: [:], by: .points)
    #expect(board.lines.map { $0.entry.name } == ["bob", "ada", "cem"])
  }

  @Test("a key that changed is told")
  func keys() {
    let entries = [entry("ada", "2026-11-23", 1), entry("bob", "2026-11-23", 0, key: "b")]
    let known = ["bob": String(repeating: "a", count: 64)]
    #expect(Board(entries, week: "2026-11-23", known: known).lines.map { $0.standing } == [.signed, .newKey])
  }

  @Test("an entry is read as it was written, and nothing else is one")
  func files() throws {
    let one = entry("ada", "2026-11-23", 3600)
    #expect(BoardEntry(try JSONDocument(one.json.text).root) == one)
    for (name, value) in [
      ("name", "\"a b\""), ("name", "\"\""), ("focused_seconds", "-1"), ("focused_seconds", "700000"),
      ("points", "\"10\""), ("key", "\"ab\""), ("signature", "\"\""), ("week", "\"2026\""), ("free_streak", "-3"),
    ] {
      var members = [
        "name": "\"ada\"", "week": "\"2026-11-23\"", "focused_seconds": "1", "points": "1", "free_streak": "1",
        "key": "\"\(one.key)\"", "signature": "\"\(one.signature)\"",
      ]
      func read() throws -> BoardEntry? {
        let text = members.map { "\"\($0)\":\($1)" }.joined(separator: ",")
        return BoardEntry(try JSONDocument("{\(text)}").root)
      }
      #expect(try read() != nil)
      members[name] = value
      #expect(try read() == nil, "\(name) \(value)")
    }
  }
}
