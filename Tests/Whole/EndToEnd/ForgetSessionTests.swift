import JSONText
import LinuxRuntime
import RealParts
import TestSupport
import Testing

/// `forget --session`: one session leaves history and statistics, and nothing else changes.
@Suite(.realParts) struct ForgetSessionTests {
  private let folder = TemporaryFolder()

  private func sessions(_ service: RunningService) throws -> [String] {
    try service("history", "--json").lines.compactMap { try JSONDocument($0).root["session"]?.string }
  }

  /// The sessions that achievements count.
  private func deeds(_ service: RunningService) throws -> Int64? {
    let all = try JSONDocument(service("rewards", "--json").output).root["achievements"]?.array
    return all?.first { $0["name"]?.string == "sessions-10" }?["have"]?.integer
  }

  private func focus(_ service: RunningService, _ profile: String) throws {
    #expect(try service("start", profile, "--minutes", "25", "--task", "secret").exitCode == 0)
    #expect(try service("stop").exitCode == 0)
  }

  @Test("one session leaves history and statistics, also after a restart")
  func oneSession() async throws {
    let home = folder("home")
    try Files.makeFolder(home)
    try Files.replace("\(home)/config.json5", with: Array("{port: 0}".utf8))
    var service = try RunningService(home: home)
    for profile in ["work", "study"] {
      try focus(service, profile)
      #expect(try await eventually { try service("confirm").exitCode == 0 })
    }
    let ids = try sessions(service)
    try #require(ids.count == 2)
    #expect(try deeds(service) == 2)
    #expect(try service("forget", "--session", ids[0]).exitCode == 64)
    let done = try service("forget", "--session", ids[0], "--yes")
    #expect(done.output == "Session forgotten. History and statistics no longer show it.\n", "\(done.errors)")
    #expect(try sessions(service) == [ids[1]])
    #expect(try deeds(service) == 1)
    let again = try service("forget", "--session", ids[0], "--yes")
    #expect(again.exitCode == 66 && again.errors.contains("there is no such session"), "\(again.errors)")

    service.kill()
    service = try RunningService(home: home)
    #expect(try sessions(service) == [ids[1]])
    let stats = try JSONDocument(try service("stats", "--json").output).root
    #expect(stats["all"]?["sessions"]?.integer == 1 && stats["today"]?["questions_ended"]?.integer == 1)

    // What is under way ends first.
    #expect(try service("start", "work").exitCode == 0)
    let running = try #require(try sessions(service).last)
    let refused = try service("forget", "--session", running, "--yes")
    #expect(refused.exitCode == 1 && refused.errors.contains("this session is still running"), "\(refused.errors)")
    #expect(try sessions(service).count == 2)
  }
}
