import JSONText
import LinuxRuntime
import RealParts
import TestSupport
import Testing

/// A collection of Anki, taken in from outside: what came along, what is asked, what is undone.
@Suite(.realParts) struct DeckPastTests {
  private let home = TemporaryFolder()

  private func run(_ arguments: String..., input: String = "") throws -> BuiltProgram.Outcome {
    try BuiltProgram.focuskey.run(
      arguments + ["--home", home("home")], input: Array(input.utf8),
      environment: TrialEnvironment.lines(["TZ": "UTC", "HOME": home.path]))
  }

  private func json(_ arguments: String...) throws -> [JSONNode] {
    let outcome = try BuiltProgram.focuskey.run(
      arguments + ["--home", home("home"), "--json"], environment: TrialEnvironment.lines(["TZ": "UTC"]))
    try #require(outcome.exitCode == 0, "\(arguments): \(outcome.errors)\(outcome.output)")
    return try outcome.lines.map { try JSONDocument($0).root }
  }

  @Test func aCollectionBringsItsPastAlongOnce() throws {
    let script = try #require(PythonPeer("Tests/Kit/Peers/anki_past.py", needing: "sqlite3"))
    _ = try script([home.path, "12"])
    let first = try json("deck", "import", home("collection-2026-11-20.colpkg"))[0]
    #expect(first["reviews"]?.integer == 27 && first["suspended"]?.integer == 1 && first["buried"]?.integer == 1)
    #expect(first["pictures_left_out"]?.integer == 12 && first["occlusions_left_out"]?.integer == 1)
    // What a day holds comes along as well; 9999 is how Anki says that there is no limit.
    let held = try json("deck", "limit", "collection-2026-11-20")[0]
    #expect(held["new"]?.integer == 5 && held["reviews"]?.isNull == true)
    #expect(try json("deck", "limit", "collection-2026-11-20", "--new", "7")[0]["new"]?.integer == 7)
    let said = try run("deck", "import", home("collection-2026-11-27.colpkg"))
    #expect(try json("deck", "limit", "collection-2026-11-20")[0]["new"]?.integer == 7, "the person's own stays")
    #expect(said.exitCode == 0 && said.output.contains("9 reviews came along, 27 were known already"), "\(said.output)")
    #expect(said.errors.contains("these cards already"))
    let decks = try json("deck", "list")
    #expect(decks.count == 1 && decks[0]["cards"]?.integer == 12 && decks[0]["viewed"]?.integer == 9)
    // Twelve cards, of which nine are due; one of the new ones is left out, one waits until tomorrow.
    #expect(decks[0]["due"]?.integer == 9, "\(decks[0].value.text)")
    #expect(try json("rewards")[0]["unique_cards"]?.integer == 0, "points are for what was learned here")
    let name = decks[0]["deck"]?.string ?? ""
    #expect(try json("deck", "limit", name, "--reviews", "2", "--new", "0")[0]["reviews"]?.integer == 2)
    let learned = try run("learn", "1", "--deck", name, "--json", input: "3\n")
    #expect(learned.exitCode == 0 && learned.output.contains("\"learned\":1"), "\(learned.output)\(learned.errors)")
    #expect(try run("learn", "5", "--deck", name, input: "q\n").output.contains("1 of 1"))
    #expect(try run("deck", "undo").exitCode == 0)
    #expect(try run("deck", "undo").exitCode == 1)
    #expect(try run("deck", "suspend", name, "guid5").exitCode == 0)
    #expect(try json("deck", "list")[0]["due"]?.integer == 8)
    #expect(try run("deck", "suspend", name, "guid5", "--off").exitCode == 0)
    #expect(try json("deck", "list")[0]["due"]?.integer == 9)
    #expect(try run("deck", "suspend", name, "nobody").exitCode == 66)
  }
}
