import JSONText
import LinuxRuntime
import RealParts
import TestSupport
import Testing

/// What people get wrong with visits, parts of sites and minutes, one after the other: each has a line and a code, and
/// changes nothing.
@Suite(.realParts, .timeLimit(.minutes(3))) struct VisitSlipTests {
  /// Something that is said to the program, its exit code, and what the line names.
  private typealias Slip = (words: [String], code: Int32, names: String)

  private static let rules = "{visits: {perSession: 3, minutes: 5}}"

  private func household() throws -> (folder: TemporaryFolder, service: RunningService) {
    let folder = TemporaryFolder()
    let service = try RunningService(home: folder.path, environment: ["FOCUSKEY_SHIELD": "none"])
    let made = [
      ["category", "add", "mine", "--site", "a.example", "--site", "b.example"],
      [
        "profile", "add", "deep", "--site", "forum.example", "--site", "video.example/shorts", "--site",
        "!free.b.example",
        "--category", "mine", "--set", Self.rules,
      ],
      ["profile", "add", "side", "--site", "side.example", "--site", "forum.example"],
      ["allowance", "add", "social", "--site", "chat.example", "--minutes", "30"],
    ]
    for words in made {
      let outcome = try say(words, to: service)
      try #require(outcome.exitCode == 0, "\(words): \(outcome.errors)")
    }
    return (folder, service)
  }

  private func say(_ words: [String], to service: RunningService) throws -> BuiltProgram.Outcome {
    try service.program.run(words + ["--home", service.home])
  }

  /// Everything that a slip could change.
  private func picture(_ service: RunningService) throws -> [String] {
    let status = try JSONDocument(service("status", "--json").output).root
    return try [
      "\(status["state"]?.string ?? "") \(status["profile"]?.string ?? "")",
      "\(status["visit"]?["what"]?.string ?? "none") \(status["visits"]?["left"]?.integer ?? -1)",
      service("profile", "show", "deep", "--json").output, service("profile", "list", "--json").output,
      service("allowance", "show", "social", "--json").output,
    ]
  }

  private func expect(_ slips: [Slip], at service: RunningService) throws {
    let before = try picture(service)
    for slip in slips {
      let outcome = try say(slip.words, to: service)
      let lines = outcome.errors.split(separator: "\n")
      #expect(outcome.exitCode == slip.code && lines.count == 1, "\(slip.words): \(outcome.exitCode) \(outcome.errors)")
      #expect(outcome.errors.contains(slip.names), "\(slip.words): \(outcome.errors)")
      #expect(try picture(service) == before, "\(slip.words)")
    }
  }

  @Test func visits() throws {
    let (folder, service) = try household()
    defer { _ = folder }
    try expect([(["visit", "forum.example"], 1, "no session"), (["visit", "--end"], 1, "no visit")], at: service)
    #expect(try service("start", "deep", "--minutes", "50").exitCode == 0)
    try expect(
      [
        (["visit", "free.example"], 1, "not blocked"), (["visit", "free.b.example"], 1, "not blocked"),
        (["visit", "nothing"], 1, "not blocked"), (["visit", "side.example"], 1, "not blocked"),
        (["visit", "video.example"], 1, "not blocked"), (["visit", "video.example/other"], 1, "not blocked"),
        (["visit", "video.example/shorts?v=1"], 1, "without ?"), (["visit", "video.example/shorts#x"], 1, "#"),
        (["visit", "video.example/../shorts"], 1, ".."), (["visit", "video.example/%2e%2E/shorts"], 1, ".."),
        (["visit", "forum.example", "--minutes", "0"], 1, "60"),
        (["visit", "forum.example", "--minutes", "61"], 1, "5 minutes"),
        (["visit", "forum.example", "--minutes", "-1"], 64, "--minutes"),
        (["visit", "forum.example", "--minutes", "five"], 64, "--minutes"), (["visit"], 64, "WHAT"),
        (["visit", "forum.example", "--end"], 64, "--end"), (["visit", "--end"], 1, "no visit"),
      ], at: service)
    // Of a list with one exception all but that is visited, and the exception was never blocked.
    #expect(try service("visit", "mine").exitCode == 0)
    try expect(
      [(["visit", "free.b.example"], 1, "under way"), (["visit", "forum.example"], 1, "under way")], at: service)
    #expect(try service("visit", "--end").exitCode == 0)
    // What only another layer blocks is that layer's to allow, and what both block is both's.
    #expect(try service("start", "side").exitCode == 0)
    try expect(
      [(["visit", "side.example"], 1, "not be visited"), (["visit", "forum.example"], 1, "not be visited")],
      at: service)
    #expect(try service("visit", "a.example").exitCode == 0)
  }

  @Test func settings() throws {
    let (folder, service) = try household()
    defer { _ = folder }
    func deep(_ members: String) -> [String] { ["profile", "edit", "deep", "--set", members] }
    func social(_ members: String) -> [String] { ["allowance", "edit", "social", "--set", members] }
    try expect(
      [
        (deep("{visits: {minutes: 0}}"), 65, "1"), (deep("{visits: {minutes: 61}}"), 65, "60"),
        (deep("{visits: {perDay: 5}}"), 65, "perDay"), (deep("{visits: {of: ['!forum.example']}}"), 65, "exceptions"),
        (["profile", "edit", "deep", "--site", "video.example/watch?v=1"], 65, "query"),
        (["profile", "edit", "deep", "--site", "video.example/../x"], 65, ".."),
        (["profile", "edit", "deep", "--site", "video.example/#x"], 65, "fragment"),
        (deep("{blocks: {mode: 'allow', sites: ['a.example/x']}}"), 65, "allowed sites"),
        (deep("{paths: 'hole'}"), 65, "whole"),
        (["profile", "add", "open", "--set", "{blocks: {mode: 'allow', sites: ['a.example/x']}}"], 65, "allowed"),
        (social("{minutesPerDay: {funday: 3}}"), 65, "funday"), (social("{minutesPerDay: {}}"), 65, "at least one day"),
        (social("{minutesPerDay: {mon: 1441}}"), 65, "1440"), (social("{minutesPerWeek: 10081}"), 65, "10080"),
        (social("{except: ['chat.example/x']}"), 65, "path"),
        (["allowance", "edit", "social", "--on", "funday=3"], 65, "funday"),
        (["allowance", "edit", "social", "--site", "chat.example/x"], 65, "whole domain"),
      ], at: service)
  }
}
