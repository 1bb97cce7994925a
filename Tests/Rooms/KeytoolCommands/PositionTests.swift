import CommandShell
import KeytoolCommands
import RealParts
import TLSSite
import TestSupport
import Testing

/// Files, sites and links by their position, as people type them.
@Suite(.realParts) struct PositionTests {
  let keytool = Rehearsal(Keytool.program)
  private let link = "https://focuskey.app/start"

  init() throws {
    try Files.replace(keytool.folder("site"), with: Array(LiveSiteCommandTests.file.utf8))
    try Files.replace(
      keytool.folder("other.json"), with: Array(LiveSiteCommandTests.file.replacing("/start", with: "/s").utf8))
    try Files.replace(
      keytool.folder("assetlinks.json"),
      with: Array(
        #"[{"relation":["delegate_permission/common.handle_all_urls"],"target":{"namespace":"android_app","package_name":"com.example.app","sha256_cert_fingerprints":["\#(Array(repeating: "AB", count: 32).joined(separator: ":"))"]}}]"#
          .utf8))
  }

  @Test func aFileAndALinkByPositionAreTheSameAsByOption() async throws {
    for command in ["match", "explain"] {
      let option = try await keytool("aasa", command, "--file", "site", link)
      for words in [["site", link], [link, "site"]] {
        let position = try await keytool.run(["aasa", command] + words)
        #expect(position.exitCode == .done && position.output == option.output, "\(position)")
      }
      let no = try await keytool("aasa", command, "other.json", link)
      #expect(no.exitCode == .no)
      let android = try await keytool("assetlinks", command, "assetlinks.json", link)
      #expect(android.exitCode == .done && android.output.contains("com.example.app"), "\(android)")
    }
    let diff = try await keytool("aasa", "diff", "site", "other.json")
    #expect(diff.exitCode == .no && diff.output.contains("/start"))
  }

  @Test func whatIsMissingOrTooMuchIsSaid() async throws {
    let both = try await keytool("aasa", "match", "--file", "site", "other.json", link)
    #expect(both.exitCode == .usage && both.errors.contains("--file"))
    #expect(try await keytool("aasa", "match", link).errors.contains("argument missing: FILE|DOMAIN"))
    #expect(try await keytool("aasa", "match", "site").errors.contains("argument missing: URL"))
    for command in [["match", "none.json", link], ["explain", "none.json", link], ["validate", "none.json"]] {
      let missing = try await keytool.run(["aasa"] + command)
      #expect(missing.exitCode == .noInput && missing.errors == "keytool: no such file: none.json: check the name\n")
    }
    let scheme = try await keytool("aasa", "match", "site", "focuskey.app/start")
    #expect(scheme.errors.hasSuffix("did you mean https://focuskey.app/start?\n"))
  }

  /// A word with a dot that does not name a file.
  @Test func aDomainIsFetched() async throws {
    let site = try await TLSSite([LiveSiteCommandTests.path: LiveSiteCommandTests.good])
    let port = try #require(site.origin.split(separator: ":").last)
    let trust = ["--authorities", site.authorities, "--resolve", "focuskey.app:\(port):127.0.0.1"]
    // The certificate is for localhost only, so the address has to be another, and it is said which.
    let refused = try await keytool.run(["aasa", "match", "focuskey.app:\(port)", link] + trust)
    #expect(refused.exitCode == .no && refused.output.isEmpty && refused.errors.contains("certificate"), "\(refused)")
    let trusted = ["--authorities", site.authorities]
    #expect(try await keytool.run(["aasa", "match", site.origin, link] + trusted).exitCode == .done)
    #expect(try await keytool.run(["aasa", "diff", site.origin, "site"] + trusted).exitCode == .done)
    let name = try await keytool("aasa", "validate", "focuskey.invalid")
    #expect(name.exitCode == .unavailable && name.errors.contains("the name has no address"))
    // A file of that name goes before the domain.
    try Files.replace(keytool.folder("example.org"), with: Array(LiveSiteCommandTests.file.utf8))
    #expect(try await keytool("aasa", "validate", "example.org").exitCode == .done)
  }

  @Test func appleBeingLateDecidesNothing() async throws {
    let late: JSONValue = ["status": 404, "headers": ["Apple-Failure-Reason": "SWCERR00301 Timeout"]]
    for copy in [late, ["wait": 20], ["status": 503]] as [JSONValue] {
      let site = try await TLSSite([
        LiveSiteCommandTests.path: LiveSiteCommandTests.good, "/a/v1/localhost": copy,
      ])
      let outcome = try await keytool(
        "aasa", "validate", site.origin, "--authorities", site.authorities, "--cdn", site.origin + "/a/v1", "--timeout",
        "2s")
      #expect(outcome.exitCode == .done && outcome.output.contains("site.cdn-"), "\(outcome)")
    }
  }

  @Test func severalFilesAreOneAnswer() async throws {
    try Files.replace(keytool.folder("broken"), with: Array("{".utf8))
    let outcome = try await keytool("aasa", "validate", "site", "broken", "--json")
    #expect(outcome.exitCode == .no)
    let root = try JSONDocument(outcome.lines[0]).root
    #expect(root["files"]?.array?.map { $0["ok"]?.bool } == [true, false])
    #expect(root["findings"]?.array?.map { $0["file"]?.string } == ["broken"])
    let text = try await keytool("aasa", "validate", "site", "broken")
    #expect(text.output.contains("site: valid") && text.output.contains("broken:1:2: error"))
    #expect(try await keytool("assetlinks", "validate", "assetlinks.json", "assetlinks.json").exitCode == .done)
    #expect(try await keytool("aasa", "validate", "site", "none.json").exitCode == .noInput)
  }
}
