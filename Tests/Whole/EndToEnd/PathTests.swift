import JSONText
import LinuxRuntime
import RealParts
import TestSupport
import Testing

/// Parts of sites, as a person blocks them, takes them over from another program and visits them.
@Suite(.realParts, .timeLimit(.minutes(3))) struct PathTests {
  private func begin(_ household: AllowanceHousehold) throws -> RunningService { try household.service() }

  private func profile(_ id: String, _ service: RunningService) throws -> JSONNode {
    try JSONDocument(service("profile", "show", id, "--json").output).root
  }

  @Test func leechBlocksSitesBecomeAProfile() throws {
    let household = try AllowanceHousehold(used: 0)
    let service = try begin(household)
    let file = household.folder("leech.txt")
    try Files.replace(
      file, with: Array("numSets=1\nsites1=*.news.example +news.example/live a.example/r/* ~word\ntheme=x\n".utf8))
    let said = try service("import", "--format", "leechblock", file)
    #expect(said.exitCode == 0, "\(said.errors)")
    #expect(said.output.contains("Imported 3 sites into the profile leechblock."))
    #expect(said.output.contains("line 2: ~word: "))
    let sites = try profile("leechblock", service)["blocks"]?["sites"]?.array?.compactMap(\.string)
    #expect(sites == ["news.example", "!news.example/live", "a.example/r/*"])

    // Another time it is another profile, or the one that is named.
    let again = try service("import", "--format", "leechblock", "--profile", "deep", "--json", file)
    let root = try JSONDocument(again.output).root
    #expect(root["profile"]?.string == "deep" && root["left_out"]?.array?.first?["line"]?.integer == 2)
    let added = try profile("deep", service)["blocks"]?["sites"]?.array?.compactMap(\.string)
    #expect(added == ["forum.example", "news.example", "!news.example/live", "a.example/r/*"])
    #expect(try service("import", "--format", "leechblock", file).output.contains("the profile leechblock-2."))

    try Files.replace(file, with: Array("~word >a.example\n".utf8))
    let none = try service("import", "--format", "leechblock", file)
    #expect(none.exitCode == 65 && none.errors.contains("nothing was changed"))
    #expect(try service("import", "--format", "leechblock", household.folder("none.txt")).exitCode == 66)
    #expect(try service("import", "--profile", "deep", file).exitCode == 64)
  }

  @Test func aPartIsBlockedAndVisitedAsItIsWritten() async throws {
    let household = try AllowanceHousehold(used: 0)
    let service = try begin(household)
    let edited = try service(
      "profile", "edit", "deep", "--site", "youtube.com/shorts", "--site", "reddit.com", "--set",
      "{visits: {perSession: 2, minutes: 5}}")
    #expect(edited.exitCode == 0, "\(edited.errors)")
    let refused = try service("profile", "edit", "deep", "--site", "youtube.com/watch?v=1")
    #expect(refused.exitCode == 65 && refused.errors.contains("query"))
    #expect(try service("start", "deep", "--minutes", "50").exitCode == 0)
    let browser = try ExtensionStandIn(household.folder("home"), TrialEnvironment.lines(household.environment))
    #expect(
      await eventually { browser.hears(#""paths":["youtube.com/shorts"]"#) && browser.hears(#""otherwise":"open""#) })
    // No browser has done what it was told, and every place says so.
    let status = try JSONDocument(service("status", "--json").output).root["paths"]
    #expect(status?["otherwise"]?.string == "open" && status?["state"]?.string == "off")
    #expect(try service("status").output.contains("Parts of sites are open"))
    let layers = try JSONDocument(service("shield", "status", "--json").output).root["paths"]
    #expect(layers?["state"]?.string == "off" && layers?["otherwise"]?.string == "open")

    #expect(try service("visit", "youtube.com").exitCode == 1)
    #expect(try service("visit", "youtube.com/shorts/abc").exitCode == 1)
    let visit = try service("visit", "YouTube.com/shorts/")
    #expect(visit.exitCode == 0, "\(visit.errors)")
    #expect(try JSONDocument(service("status", "--json").output).root["visit"]?["what"]?.string == "youtube.com/shorts")
    #expect(await eventually { browser.hears(#""paths":["!youtube.com/shorts"]"#) })
    #expect(try service("visit", "--end").exitCode == 0)
  }
}
