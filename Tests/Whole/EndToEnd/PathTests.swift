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
    #expect(said.output.contains("\n2 other options of LeechBlock's own were passed over."))
    let sites = try profile("leechblock", service)["blocks"]?["sites"]?.array?.compactMap(\.string)
    #expect(sites == ["news.example", "!news.example/live", "a.example/r/*"])

    // Another time it is another profile, or the one that is named.
    let again = try service("import", "--format", "leechblock", "--profile", "deep", "--json", file)
    let root = try JSONDocument(again.output).root
    #expect(root["profile"]?.string == "deep" && root["left_out"]?.array?.first?["line"]?.integer == 2)
    let added = try profile("deep", service)["blocks"]?["sites"]?.array?.compactMap(\.string)
    #expect(added == ["forum.example", "news.example", "!news.example/live", "a.example/r/*"])
    #expect(try service("import", "--format", "leechblock", file).output.contains("the profile leechblock-2."))

    try Files.replace(file, with: Array("sites1=b.example\ntheme=x\n".utf8))
    let one = try service("import", "--format", "leechblock", file)
    #expect(one.output.contains("\n1 other option of LeechBlock's own was passed over."), "\(one.output)")

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
    // A part that no entry names opens in browsers with the extension, and none has said that it sees parts.
    for part in ["youtube.com/shorts/abc", "reddit.com/r/work"] {
      let unseen = try service("visit", part)
      #expect(unseen.exitCode == 1 && unseen.errors.contains("extension"), "\(unseen.errors)")
    }
    let visit = try service("visit", "YouTube.com/shorts/")
    #expect(visit.exitCode == 0, "\(visit.errors)")
    #expect(try JSONDocument(service("status", "--json").output).root["visit"]?["what"]?.string == "youtube.com/shorts")
    #expect(await eventually { browser.hears(#""paths":["!youtube.com/shorts"]"#) })
    #expect(try service("visit", "--end").exitCode == 0)
  }

  @Test func aPartBelowWhatIsBlockedIsVisitedAlone() async throws {
    let household = try AllowanceHousehold(used: 0)
    let service = try begin(household)
    let edited = try service(
      "profile", "edit", "deep", "--site", "youtube.com/shorts", "--site", "reddit.com", "--set",
      "{visits: {perSession: 3, minutes: 5}}")
    #expect(edited.exitCode == 0, "\(edited.errors)")
    #expect(try service("start", "deep", "--minutes", "50").exitCode == 0)
    let browser = try ExtensionStandIn(household.folder("home"), TrialEnvironment.lines(household.environment))
    #expect(await eventually { browser.hears(#""paths":["youtube.com/shorts"]"#) })
    try browser.hold(rules: 4, parts: 1)
    // It opens as soon as the browser has said that it did what it was told.
    #expect(try await eventually { try service("visit", "reddit.com/r/work/").exitCode == 0 })
    let status = try JSONDocument(service("status", "--json").output).root
    #expect(status["visit"]?["what"]?.string == "reddit.com/r/work" && status["visit"]?["kind"]?.string == "site")
    #expect(await eventually { browser.hears(#""paths":["youtube.com/shorts","!reddit.com/r/work"]"#) })
    #expect(try service("visit", "--end").exitCode == 0)
    let moment = ContinuousClock.now
    #expect(try service("visit", "m.youtube.com/shorts/abc").exitCode == 0)
    #expect(
      await eventually {
        browser.hearing(of: #""paths":["youtube.com/shorts","!m.youtube.com/shorts/abc"]"#, after: moment) != nil
      })
    #expect(try service("visit", "--end").exitCode == 0)
    let query = try service("visit", "youtube.com/shorts/abc?t=1")
    #expect(query.exitCode == 1 && query.errors.contains("without ?"), "\(query.errors)")
  }
}
