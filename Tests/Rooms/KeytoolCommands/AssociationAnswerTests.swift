import CommandShell
import KeytoolCommands
import RealParts
import TestSupport
import Testing

/// How findings, explanations and comparisons are put to a person.
@Suite(.realParts) struct AssociationAnswerTests {
  let keytool = Rehearsal(Keytool.program)

  private func write(_ text: String, _ name: String = "file") throws -> String {
    try Files.replace(keytool.folder(name), with: Array(text.utf8))
    return name
  }

  /// A path is shown as the link has it, and advice that no link can follow is not given.
  @Test func explainSpeaksOfTheLinkAsItIs() async throws {
    let rules = #"{"/":"/welcome.html?"},{"/":"/go","?":{"c":"mail|shop"}},{"/":"/focus/*"}"#
    let file = AssociationCommandTests.file.replacing("{\"/\":\"/help/*\",\"exclude\":true}", with: rules)
    let name = try write(file)
    let page = try await keytool("aasa", "explain", "--file", name, "https://example.com/welcome.htm")
    #expect(page.lines[1] == "  component 0: /welcome.htm is not /welcome.html? (it ends too early)")
    #expect(page.lines[3] == "  component 2: /welcome.htm is not /focus/*")
    let near = try await keytool("aasa", "explain", "--file", name, "https://example.com/focsu/work")
    #expect(near.lines[3] == "  component 2: /focsu/work is not /focus/* (it fits up to “/foc”)")
    let bar = try await keytool("aasa", "explain", "--file", name, "https://example.com/go?c=mail")
    #expect(
      bar.lines.last
        == "  no link can fit “mail|shop”: links have %7C where it has “|”; write %7C in the rule")
  }

  /// Every command says the same about a file that is not JSON: what, where, what to do, each once.
  @Test(arguments: ["match", "explain", "diff"]) func brokenFilesGetOneWholeSentence(command: String) async throws {
    let name = try write("{\"a\": 1,\n}")
    let arguments = command == "diff" ? [name, name] : ["--file", name, "https://example.com/"]
    let outcome = try await keytool.run(["aasa", command] + arguments)
    #expect(outcome.exitCode == .badData)
    #expect(
      outcome.errors == "keytool: not JSON: found ‘}’ instead of a name in quotation marks: file:2:1: "
        + "remove the comma before the closing bracket\n")
    let links = try await keytool("assetlinks", "match", "--file", name, "https://example.com/")
    #expect(links.errors == outcome.errors)
  }

  @Test func validateShowsTheLineOfBrokenJSON() async throws {
    let outcome = try await keytool("aasa", "validate", write("{\"a\": 1,\n\t}"))
    #expect(
      outcome.output == """
        file:2:2: error: Not JSON: line 2, column 2: found ‘}’ instead of a name in quotation marks. \
        Devices ignore the whole file. [file.not-json, documented]
             }
             ^
            Remove the comma before the closing bracket.
        file: 1 error

        """)
    let long = AssociationCommandTests.file.replacing("\n", with: "").replacing("/focus/*", with: "/fo cus/*")
    let cut = try await keytool("aasa", "validate", write(long))
    #expect(cut.lines[1].hasPrefix("    ...") && cut.lines[1].count < 112)
    let mark = try #require(cut.lines[2].firstIndex(of: "^"))
    let column = cut.lines[2].distance(from: cut.lines[2].startIndex, to: mark)
    #expect(cut.lines[1].dropFirst(column).hasPrefix("\"/fo cus/*\""))
  }

  /// What cannot be compared wholly is not called equal: an exit code of its own, and `ok` is false.
  @Test(.longWork) func diffSaysWhenItIsNotWhole() async throws {
    let stars = (100..<140).map { "{\"/\":\"*a\($0)*b\($0)*c\($0)*\",\"exclude\":\($0.isMultiple(of: 2))}" }
    func file(_ rules: [String], _ name: String) throws -> String {
      try write(
        "{\"applinks\":{\"details\":[{\"appIDs\":[\"a\"],\"components\":[\(rules.joined(separator: ","))]}]}}", name)
    }
    let (one, other) = (try file(stars, "one"), try file(stars.reversed(), "other"))
    let outcome = try await keytool("aasa", "diff", one, other)
    #expect(outcome.exitCode == .timedOut)
    #expect(
      outcome.output == "no change found, but the files were not compared wholly: too many intricate rules\n")
    #expect(
      try await keytool("aasa", "diff", one, other, "--json").output
        == #"{"changes":[],"complete":false,"ok":false}"# + "\n")
    #expect(try await keytool("aasa", "diff", one, one).exitCode == .done)
  }
}
