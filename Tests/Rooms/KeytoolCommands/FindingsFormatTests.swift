import CommandShell
import KeytoolCommands
import RealParts
import TestSupport
import Testing

/// The forms in which findings are put out: for people, for programs, for workflows on GitHub.
@Suite(.realParts) struct FindingsFormatTests {
  let keytool = Rehearsal(Keytool.program)

  private func write(_ text: String, _ name: String = "file") throws -> String {
    try Files.replace(keytool.folder(name), with: Array(text.utf8))
    return name
  }

  private let faulty = #"""
    {"applinks": {"details": [
      {"appIDs": ["ABCDE12345.com.example.app"], "components": [{"/": "/fo cus/*"}, {"/": 5}]}
    ]}}
    """#

  @Test func gitHubGetsACommandForEachFinding() async throws {
    let name = try write(faulty, "a,b%:c")
    let outcome = try await keytool("aasa", "validate", "--format", "github", name)
    #expect(outcome.exitCode == .no)
    #expect(!outcome.lines.isEmpty)
    #expect(
      outcome.lines.allSatisfy { line in
        line.hasPrefix("::error file=a%2Cb%25%3Ac,line=") || line.hasPrefix("::warning file=a%2Cb%25%3Ac,line=")
          || line.hasPrefix("::notice file=a%2Cb%25%3Ac,line=")
      }, "\(outcome.output)")
    let plain = try await keytool("aasa", "validate", "--json", name)
    let findings = try JSONDocument(plain.lines[0]).root["findings"]?.array ?? []
    #expect(findings.count == outcome.lines.count)
    // The fix is a second line of the message.
    let placeholder = try #require(outcome.lines.first { $0.contains("title=app-id.placeholder") })
    #expect(placeholder.hasPrefix("::warning file=a%2Cb%25%3Ac,line=2,col=15,title=app-id.placeholder::"))
    #expect(placeholder.contains("%0A"))
    #expect(outcome.errors.isEmpty)
  }

  @Test func percentSignsOfAMessageAreNotTakenForCodes() async throws {
    let outcome = try await keytool("aasa", "validate", "--format", "github", write("{\"a%0Ab\": 1, \"applinks\": {}}"))
    let line = try #require(outcome.lines.first { $0.contains("root.unknown-key") })
    #expect(line.contains("a%250Ab"))
  }

  @Test func aSoundFileHasNothingToSayToGitHub() async throws {
    let outcome = try await keytool("aasa", "validate", "--format", "github", write(AssociationCommandTests.file))
    #expect(outcome.exitCode == .done)
    #expect(outcome.lines.allSatisfy { $0.hasPrefix("::notice ") || $0.hasPrefix("::warning ") })
  }

  @Test func standardInputHasNoFileOnGitHub() async throws {
    let outcome = try await keytool("assetlinks", "validate", "--format", "github", "-", input: "{")
    #expect(outcome.exitCode == .no)
    #expect(outcome.lines.count == 1)
    #expect(outcome.lines[0].hasPrefix("::error title=file.not-json::"))
  }

  @Test(arguments: ["aasa", "assetlinks"]) func bothWaysToJSONSayTheSame(group: String) async throws {
    let name = try write(faulty)
    let short = try await keytool(group, "validate", "--json", name)
    let long = try await keytool(group, "validate", "--format", "json", name)
    #expect(short.output == long.output && short.exitCode == long.exitCode)
    #expect(
      try await keytool(group, "validate", "--format", "text", name).output
        == keytool(group, "validate", name).output)
    #expect(try await keytool(group, "validate", "--json", "--format", "json", name).output == short.output)
    let both = try await keytool(group, "validate", "--json", "--format", "github", name)
    #expect(both.exitCode == .usage)
    #expect(both.errors.contains("exclude each other"))
    #expect(try await keytool(group, "validate", "--format", "xml", name).exitCode == .usage)
  }

  @Test func aMissingFileIsToldToProgramsToo() async throws {
    let outcome = try await keytool("aasa", "validate", "--format", "json", "nowhere")
    #expect(outcome.exitCode == .noInput)
    #expect(try JSONDocument(outcome.lines[0]).root["error"]?["kind"]?.string == "no-such-file")
    #expect(outcome.lines.count == 1)
  }

  @Test func verboseListsWhatIsFine() async throws {
    let name = try write(faulty)
    let plain = try await keytool("aasa", "validate", name)
    let long = try await keytool("aasa", "validate", "--verbose", name)
    let more = long.lines.filter { !plain.lines.contains($0) }
    #expect(more.contains("file: ok: plain JSON in UTF-8, no key twice"))
    #expect(more.allSatisfy { $0.hasPrefix("file: ok: ") })
    #expect(!more.contains { $0.contains("app IDs") }, "there is an error about them")
    #expect(!more.contains { $0.contains("patterns mean") }, "there is a warning about them")
    let json = try await keytool("aasa", "validate", "--verbose", "--json", name)
    let names = try JSONDocument(json.lines[0]).root["checked"]?.array?.compactMap { $0["check"]?.string }
    #expect(names?.contains("json") == true && names?.contains("app-ids") == false)
    #expect(try JSONDocument(try await keytool("aasa", "validate", "--json", name).lines[0]).root["checked"] == nil)
    let broken = try await keytool("aasa", "validate", "--verbose", "--json", write("{"))
    #expect(try JSONDocument(broken.lines[0]).root["checked"]?.array?.compactMap { $0["check"]?.string } == ["size"])
  }
}
