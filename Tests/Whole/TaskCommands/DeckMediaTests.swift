import DeckFiles
import JSONText
import LinuxRuntime
import RealParts
import TestSupport
import Testing

/// Pictures, sounds and terms of a deck, from outside.
@Suite(.realParts) struct DeckMediaTests {
  private let home = TemporaryFolder()

  private func run(_ arguments: String..., input: String = "") throws -> BuiltProgram.Outcome {
    try BuiltProgram.focuskey.run(
      arguments + ["--home", home("home")], input: Array(input.utf8),
      environment: TrialEnvironment.lines(["TZ": "UTC", "HOME": home.path]))
  }

  private var kept: Int { Folder.names(in: home("home/media/\(DeckMedia.folder(of: "P"))")).count }

  private func packages() throws {
    let script = try #require(PythonPeer("Tests/Kit/Peers/media_packages.py", needing: "sqlite3"))
    _ = try script([home.path])
  }

  @Test func namesAddsRemovesAndBacksUpMedia() throws {
    try packages()
    let first = try JSONDocument(try run("deck", "import", home("old.apkg"), "--name", "P", "--json").lines[0]).root
    #expect(
      first["media"]?.integer == 6 && first["media_new"]?.integer == 6 && first["pictures_left_out"]?.integer == 3)
    #expect(first["occlusions_left_out"]?.integer == 0 && kept == 6)
    let again = try run("deck", "import", home("more.apkg"), "--name", "P").output
    #expect(again.contains("1 picture or sound came along, 6 were here already.") && kept == 7, "\(again)")
    let bare = try JSONDocument(try run("deck", "import", home("bare.apkg"), "--name", "P", "--json").lines[0]).root
    #expect(bare["media"]?.integer == 6 && bare["pictures_left_out"]?.integer == 3 && kept == 6, "\(bare)")
    #expect(try run("deck", "import", home("more.apkg"), "--name", "P").exitCode == 0 && kept == 7)
    #expect(try run("learn", "1", "--deck", "P", input: "\n3\n").output.contains("[picture: cat.png]what?"))
    #expect(try run("deck", "show", "P").output.contains("a cat [sound: meow.wav]"))
    #expect(try run("backup", home("all.tar.gz")).exitCode == 0)
    #expect(try run("deck", "remove", "P").exitCode == 0 && kept == 0)
    #expect(try run("restore", home("all.tar.gz"), "--yes").exitCode == 0)
    #expect(kept == 7)
    #expect(try run("deck", "show", "P").output.contains("[picture: cat.png]"))
    #expect(try run("forget", "--yes").exitCode == 0)
    #expect(!Files.exists(home("home/media")))
  }

  @Test func aDeckHasItsOwnRetention() throws {
    try packages()
    let said = try run("deck", "import", home("old.apkg"), "--name", "P").output
    #expect(said.contains("Retention as in Anki: 0.85, with the weights that Anki fitted to your reviews."), "\(said)")
    func limit(_ words: String...) throws -> JSONNode {
      let outcome = try BuiltProgram.focuskey.run(
        ["deck", "limit", "P", "--home", home("home"), "--json"] + words,
        environment: TrialEnvironment.lines(["TZ": "UTC", "HOME": home.path]))
      return try JSONDocument(outcome.lines[0]).root
    }
    #expect(try limit()["retention"]?.number == 0.85 && limit()["fitted"]?.bool == true)
    let own = try limit("--retention", "95 %", "--spread", "off")
    #expect(own["retention"]?.number == 0.95 && own["spread"]?.bool == false && own["new"]?.isNull == true)
    // What the person said stays; the weights come again.
    _ = try run("deck", "import", home("old.apkg"), "--name", "P")
    #expect(try limit()["retention"]?.number == 0.95 && limit()["fitted"]?.bool == true)
    for wish in ["0.5", "100", "much", ""] {
      let outcome = try run("deck", "limit", "P", "--retention", wish)
      #expect(outcome.exitCode == 64 && outcome.errors.contains("0.7 to 0.99"), "\(outcome.errors)")
    }
  }
}
