import Allowance
import FocusSession
import JSONText
import LinuxRuntime
import RealParts
import SQLiteLog
import TestSupport
import Testing

/// `board`: two people's homes, and the folder that they share.
@Suite(.realParts) struct BoardTests {
  private let folder = TemporaryFolder()

  private func run(_ words: String..., home: String) throws -> BuiltProgram.Outcome {
    try BuiltProgram.focuskey.run(words + ["--home", folder(home)])
  }

  private func lines(_ home: String) throws -> [JSONNode] {
    let root = try JSONDocument(try run("board", "--json", home: home).output).root
    return root["lines"]?.array ?? []
  }

  private func join() throws {
    try Files.makeFolder(folder("shared"))
    #expect(try run("board", "join", folder("shared"), "--name", "ada", home: "ada").exitCode == 0)
    #expect(try run("board", "join", folder("shared"), "--name", "bob", home: "bob").exitCode == 0)
  }

  @Test func friendsSeeEachOthersWeek() async throws {
    try join()
    let service = try RunningService(home: folder("ada"))
    #expect(try service("start", "work").exitCode == 0)
    try await Task.sleep(for: .milliseconds(1200))
    #expect(try service("stop").exitCode == 0)
    #expect(await eventually { (try? service("confirm").exitCode) == 0 })
    // The service writes its file at the end of a session; nobody has to ask for it.
    #expect(
      await eventually {
        (try? lines("bob").first { $0["name"]?.string == "ada" }?["focused_seconds"]?.integer ?? 0) ?? 0 > 0
      })
    let first = try #require(try lines("bob").first)
    #expect(first["name"]?.string == "ada" && first["me"]?.bool == false && first["standing"]?.string == "signed")
    // The first session is worth five points. Nothing else of it is in the file.
    #expect(first["points"]?.integer == 5)
    let text = String(decoding: try Files.read(folder("shared/ada.json")), as: UTF8.self)
    #expect(!text.contains("work"))
    #expect(service.stop() == 0)
  }

  @Test func onlyWhatIsSignedCounts() throws {
    try join()
    #expect(try lines("ada").count == 2)
    let path = folder("shared/bob.json")
    let text = String(decoding: try Files.read(path), as: UTF8.self)
    for (from, to) in [("\"points\":0", "\"points\":900"), ("\"name\":\"bob\"", "\"name\":\"eve\"")] {
      let forged = text.split(separator: from, omittingEmptySubsequences: false).joined(separator: to)
      #expect(forged != text)
      try Files.replace(path, with: Array(forged.utf8))
      #expect(try lines("ada").map { $0["name"]?.string } == ["ada"])
    }
    // Another key under a known name is told.
    try Files.remove(path)
    #expect(try run("board", "join", folder("shared"), "--name", "bob", home: "eve").exitCode == 0)
    #expect(try lines("ada").last?["standing"]?.string == "new-key")
    #expect(try run("board", home: "ada").output.contains("bob: 0 s, 0 points, signed with another key than before"))
  }

  @Test func sleepIsNotOnTheBoard() async throws {
    try join()
    let service = try RunningService(home: folder("ada"))
    #expect(try service("start", "sleep").exitCode == 0)
    try await Task.sleep(for: .milliseconds(1200))
    #expect(try service("stop").exitCode == 0)
    #expect(await eventually { (try? service("confirm").exitCode) == 0 })
    #expect(service.stop() == 0)
    #expect(try lines("ada").allSatisfy { $0["focused_seconds"]?.integer == 0 && $0["points"]?.integer == 0 })
  }

  @Test func pointsComeFirstWhereThatIsWanted() async throws {
    try join()
    let service = try RunningService(home: folder("bob"))
    #expect(try service("start", "work").exitCode == 0)
    #expect(try service("stop").exitCode == 0)
    #expect(await eventually { (try? service("confirm").exitCode) == 0 })
    #expect(service.stop() == 0)
    // Ada has nothing, bob a first session: he is first in all points.
    let shown = try run("board", "show", "--by", "points", home: "ada")
    #expect(shown.output.hasPrefix("All points, on trust:\n  ") && shown.output.contains("You are number 2 of 2."))
    let answer = try JSONDocument(try run("board", "show", "--by", "points", "--json", home: "bob").output).root
    #expect(answer["by"]?.string == "points" && answer["place"]?.integer == 1)
    #expect(try run("board", "show", "--by", "luck", home: "ada").exitCode == 64)
  }

  @Test func leavingTakesTheFileAlongAndCanBeForGood() throws {
    try join()
    #expect(try run("board", "join", folder("shared"), "--name", "ada", home: "bob").exitCode == 77)
    #expect(try run("board", "leave", home: "ada").exitCode == 0)
    #expect(Folder.names(in: folder("shared")) == ["bob.json"])
    #expect(try run("board", home: "ada").exitCode == 66)
    #expect(try run("board", "leave", home: "ada").exitCode == 66)
    #expect(try run("board", "leave", "--for-good", home: "ada").exitCode == 0)
    #expect(try run("board", "join", folder("shared"), "--name", "ada", home: "ada").exitCode == 77)
  }

  /// What got ada to move is tried sooner with bob, once both share it, and no longer when she leaves.
  @Test func whatHelpedFriendsIsKnownWhereItIsShared() async throws {
    try join()
    let answers = (0..<6).map { message in
      #"{"at":\#(message + 1),"boot":"b","steady":\#(message + 1),"tick":\#(message + 1),"v":4,"fact":"nudge-answered","message":2,"moved":\#(message > 0)}"#
    }
    let lines =
      [#"{"export":"focuskey","v":1}"#, #"{"at":1,"settings":{}}"#] + answers
      + [#"{"end":{"facts":6,"settings":1}}"#]
    try Files.replace(folder("log.jsonl"), with: Array(lines.joined(separator: "\n").utf8) + [0x0A])
    #expect(try run("import", "--replace", folder("log.jsonl"), home: "ada").exitCode == 0)
    #expect(try run("board", "messages", "on", home: "ada").exitCode == 0)
    let service = try RunningService(home: folder("bob"))
    func heard() throws -> [Fact.Body] {
      try LogReader(path: folder("bob/focuskey.sqlite")).facts(of: ["nudges-heard"]).map(\.body)
    }
    #expect(try heard() == [])
    #expect(try run("board", "messages", "on", home: "bob").exitCode == 0)
    let friends = try JSONDocument(try run("board", "--json", home: "bob").output).root["messages"]
    #expect(friends?["shared"]?.bool == true && friends?["friends"]?.integer == 1)
    #expect(try service("start", "work").exitCode == 0)
    #expect(try service("stop").exitCode == 0)
    #expect(await eventually { (try? service("confirm").exitCode) == 0 })
    var others = Array(repeating: NudgeLedger.Outcome(), count: Nudge.messages)
    others[2] = NudgeLedger.Outcome(moved: 5, stayed: 1)
    #expect(await eventually { (try? heard()) == [.move(.nudge(.heard(others)))] })
    // A number that somebody changed is believed no more.
    let text = String(decoding: try Files.read(folder("shared/ada.messages")), as: UTF8.self)
    let forged = text.split(separator: "[5,1]", omittingEmptySubsequences: false).joined(separator: "[50,1]")
    #expect(forged != text)
    try Files.replace(folder("shared/ada.messages"), with: Array(forged.utf8))
    #expect(
      try JSONDocument(try run("board", "--json", home: "bob").output).root["messages"]?["friends"]?.integer == 0)
    #expect(try run("board", "messages", "off", home: "bob").exitCode == 0)
    #expect(Folder.names(in: folder("shared")).sorted() == ["ada.json", "ada.messages", "bob.json"])
    #expect(try run("board", "leave", home: "ada").exitCode == 0)
    #expect(Folder.names(in: folder("shared")) == ["bob.json"])
    #expect(try run("board", "messages", "on", home: "ada").exitCode == 66)
    #expect(try run("board", "messages", "perhaps", home: "bob").exitCode == 64)
    #expect(service.stop() == 0)
  }

  @Test func badInputIsOneClearLine() throws {
    #expect(try run("board", "join", folder("nowhere"), "--name", "ada", home: "ada").exitCode == 66)
    try Files.makeFolder(folder("shared"))
    for name in ["", "a b", "../ada", "-ada", String(repeating: "a", count: 25), "ädä"] {
      #expect(try run("board", "join", folder("shared"), "--name", name, home: "ada").exitCode == 64, "\(name)")
    }
    #expect(Folder.names(in: folder("shared")) == [])
    // What others leave there is passed over.
    #expect(try run("board", "join", folder("shared"), "--name", "ada", home: "ada").exitCode == 0)
    for (name, content) in [
      ("x.json", "{"), ("y.json", "[]"), (".hidden.json", "{}"), ("big.json", String(repeating: " ", count: 9000)),
    ] {
      try Files.replace(folder("shared/\(name)"), with: Array(content.utf8))
    }
    #expect(try lines("ada").count == 1)
  }
}
