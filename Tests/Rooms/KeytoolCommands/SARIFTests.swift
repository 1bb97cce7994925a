import CommandShell
import KeytoolCommands
import RealParts
import TestSupport
import Testing

/// Findings as SARIF 2.1.0, held to the rules of the specification that a log like this can break.
@Suite(.realParts) struct SARIFTests {
  let keytool = Rehearsal(Keytool.program)

  /// What is wrong with a log, by sections 3.13 to 3.52 of the specification.
  static func faults(of log: JSONNode) -> [String] {
    var faults: [String] = []
    func check(_ holds: Bool, _ words: String) { if !holds { faults.append(words) } }
    check(log["version"]?.string == "2.1.0", "3.13.2 version")
    check(log["$schema"]?.string.map { $0.hasPrefix("https://") && $0.contains("2.1.0") } == true, "3.13.3 $schema")
    for run in log["runs"]?.array ?? [] {
      let driver = run["tool"]?["driver"]
      check(driver?["name"]?.string?.isEmpty == false, "3.19.8 name")
      check(["utf16CodeUnits", "unicodeCodePoints"].contains(run["columnKind"]?.string), "3.14.17 columnKind")
      let rules = driver?["rules"]?.array ?? []
      let ids = rules.compactMap { $0["id"]?.string }
      check(ids.count == rules.count && Set(ids).count == ids.count, "3.49.3 ids are there, once")
      check(rules.allSatisfy { $0["shortDescription"]?["text"]?.string?.isEmpty == false }, "3.49.9 description")
      for result in run["results"]?.array ?? [] {
        check(result["message"]?["text"]?.string?.isEmpty == false, "3.27.11 message")
        check(["error", "warning", "note", "none"].contains(result["level"]?.string), "3.27.10 level")
        let index = result["ruleIndex"]?.integer.map { Int($0) } ?? -1
        check(ids.indices.contains(index) && ids[index] == result["ruleId"]?.string, "3.27.6 ruleIndex")
        for location in result["locations"]?.array ?? [] {
          let place = location["physicalLocation"]
          let uri = place?["artifactLocation"]?["uri"]?.string ?? ""
          let allowed = uri.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"\"<>\\^`{|}".utf8.contains($0) }
          check(!uri.isEmpty && allowed, "3.4.3 uri \(uri)")
          guard let region = place?["region"] else { continue }
          check((region["startLine"]?.integer ?? 0) > 0 && (region["startColumn"]?.integer ?? 0) > 0, "3.30.5 region")
        }
      }
    }
    check(log["runs"]?.array?.isEmpty == false, "3.13.4 runs")
    return faults
  }

  private func log(_ words: String..., input: String = "") async throws -> (root: JSONNode, exitCode: ExitCode) {
    let outcome = try await keytool.run(words + ["--format", "sarif"], input: Array(input.utf8))
    return (try JSONDocument(outcome.output).root, outcome.exitCode)
  }

  @Test func everyKindOfFileGivesASoundLog() async throws {
    let texts = [
      "", "{", "[]", "\u{FEFF}{}", LiveSiteCommandTests.file,
      #"{"applinks":{"details":[{"appIDs":["x"],"components":[{"/":"/a b"},{"/":"/ü"},{"/":5},{}]}]},"b":1,"b":2}"#,
    ]
    for (index, text) in texts.enumerated() {
      let name = "a b%ü\(index)"
      try Files.replace(keytool.folder(name), with: Array(text.utf8))
      for command in ["aasa", "assetlinks"] {
        let (root, exitCode) = try await log(command, "validate", name)
        #expect(Self.faults(of: root).isEmpty, "\(text): \(Self.faults(of: root))")
        let plain = try await keytool(command, "validate", name, "--json")
        let findings = try JSONDocument(plain.output).root["findings"]?.array ?? []
        let results = root["runs"]?.array?.first?["results"]?.array ?? []
        #expect(results.map { $0["ruleId"]?.string } == findings.map { $0["kind"]?.string })
        #expect(exitCode == plain.exitCode)
        let places = results.map { $0["locations"]?.array?.first?["physicalLocation"] }
        let uris = places.map { $0?["artifactLocation"]?["uri"]?.string }
        #expect(uris.allSatisfy { $0 == "a%20b%25%C3%BC\(index)" })
      }
    }
  }

  @Test func severalFilesAreOneRunAndStandardInputHasNoPlace() async throws {
    for name in ["one", "./two"] { try Files.replace(keytool.folder(name), with: Array("{".utf8)) }
    let (root, _) = try await log("aasa", "validate", "one", "./two")
    let results = try #require(root["runs"]?.array?.first?["results"]?.array)
    #expect(root["runs"]?.array?.count == 1 && results.count == 2)
    #expect(root["runs"]?.array?.first?["tool"]?["driver"]?["rules"]?.array?.count == 1)
    let places = results.map { $0["locations"]?.array?.first?["physicalLocation"]?["artifactLocation"]?["uri"]?.string }
    #expect(places == ["one", "two"])
    let (typed, exitCode) = try await log("aasa", "validate", "-", input: "{")
    #expect(exitCode == .no && typed["runs"]?.array?.first?["results"]?.array?.first?["locations"] == nil)
    #expect(Self.faults(of: typed).isEmpty)
  }

  @Test func theCheckFindsWhatIsWrong() throws {
    let place = #""physicalLocation":{"artifactLocation":{"uri":"a b"},"region":{"startLine":0}}"#
    let result = #"{"ruleId":"b","ruleIndex":0,"level":"info","message":{},"locations":[{\#(place)}]}"#
    let log =
      #"{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"k","rules":[{"id":"a"}]}},"results":[\#(result)]}]}"#
    #expect(try Self.faults(of: JSONDocument(log).root).count == 8)
  }

  @Test func itIsNotMixedWithJSON() async throws {
    try Files.replace(keytool.folder("one"), with: Array("{".utf8))
    #expect(try await keytool("aasa", "validate", "one", "--format", "sarif", "--json").exitCode == .usage)
  }
}
