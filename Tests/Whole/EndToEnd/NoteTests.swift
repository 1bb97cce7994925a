import JSONText
import LinuxRuntime
import RealParts
import TestSupport
import Testing

/// What a person writes about a session stays with it: while it runs, after its end, and after the service's.
@Suite(.realParts) struct NoteTests {
  private let folder = TemporaryFolder()

  private func notes(_ service: RunningService) throws -> [String?] {
    let outcome = try BuiltProgram.focuskey.run(["history", "--json", "--home", service.home])
    return try outcome.lines.map { try JSONDocument($0).root["note"]?.string }
  }

  @Test("a note stays with its session through its end and that of the service")
  func aNoteStays() async throws {
    let home = folder("home")
    try Files.makeFolder(home)
    try Files.replace("\(home)/config.json5", with: Array("{port: 0}".utf8))
    var service = try RunningService(home: home)
    let none = try service("note", "too early")
    #expect(none.exitCode == 66)
    #expect(none.errors.contains("there is no such session"))

    #expect(try service("start", "work", "--minutes", "25").exitCode == 0)
    #expect(try service("note", "  the outline\n  first ").output == "Noted.\n")
    #expect(try notes(service) == ["the outline first"])

    service.kill()
    service = try RunningService(home: home)
    #expect(try notes(service) == ["the outline first"])
    let id = try #require(
      try JSONDocument(try service("history", "--json").lines[0]).root["session"]?.string)
    #expect(try service("note", "whole", "--session", id).exitCode == 0)
    #expect(try notes(service) == ["whole"])

    let long = try service("note", String(repeating: "a", count: 901))
    #expect(long.exitCode == 65)
    #expect(long.errors.contains("a note has at most 900 letters"))
    for wrong in ["01KAQ0000000000000000000ZZ", "nonsense"] {
      #expect(try service("note", "x", "--session", wrong).exitCode == 66)
    }
    #expect(try notes(service) == ["whole"])
    let listed = try service("note", "--list")
    #expect(listed.lines.count == 1 && listed.output.hasSuffix("  work  whole\n"))
    let row = try JSONDocument(try service("note", "--list", "--json").lines[0]).root
    #expect(row["session"]?.string == id && row["note"]?.string == "whole" && row["profile"]?.string == "work")
    #expect(try service("note").exitCode == 64)
    #expect(try service("note", "--list", "more").exitCode == 64)
    #expect(try service("note", "").output == "Note removed.\n")
    #expect(try service("note", "--list").output == "")
    #expect(try notes(service) == [nil])
  }
}
