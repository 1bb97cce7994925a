import JSONText
import LinuxRuntime
import PrivatePostgres
import RealParts
import TestSupport
import Testing

/// `history --device`: what the other computers did, as it came here.
@Suite(.realParts, .serialized) struct SyncHistoryTests {
  private let household: TrialHousehold

  init() throws { household = try TrialHousehold() }

  private func run(_ words: [String], home: String) throws -> BuiltProgram.Outcome {
    try BuiltProgram.focuskey.run(words + ["--home", household.folder(home)])
  }

  private func history(_ words: String..., home: String) throws -> [JSONNode] {
    let done = try run(["history", "--json"] + words, home: home)
    #expect(done.exitCode == 0, "\(words): \(done.errors)")
    return try done.output.split(separator: "\n").map { try JSONDocument(String($0)).root }
  }

  /// A session that came and went, in the log of a home.
  private func focus(on task: String, _ profile: String, in home: String) async throws {
    let service = try RunningService(home: household.folder(home))
    try service.hurry(profile)
    #expect(try service("start", profile, "--task", task).exitCode == 0)
    #expect(try service("stop").exitCode == 0)
    #expect(await eventually { (try? service("confirm").exitCode) == 0 })
    #expect(service.stop() == 0)
    #expect(try run(["sync", "now"], home: home).exitCode == 0)
  }

  @Test func theSessionsOfAnotherDeviceAreShown() async throws {
    #expect(try run(["sync", "init", household.server.address(), "--name", "desk"], home: "desk").exitCode == 0)
    let link = try household.invite()
    #expect(try run(["sync", "join", link, "--name", "laptop"], home: "laptop").exitCode == 0)
    try await focus(on: "slides", "work", in: "desk")
    try await focus(on: "thesis", "study", in: "laptop")
    // Nothing of it before it came here, and everything after.
    #expect(try history("--device", "laptop", home: "desk").isEmpty)
    #expect(try run(["sync", "now"], home: "desk").exitCode == 0)
    let there = try #require(try history(home: "laptop").first)
    let here = try history("--device", "laptop", home: "desk")
    #expect(here.count == 1)
    for member in ["session", "profile", "task", "focused_seconds", "attempts", "breaks", "why", "by"] {
      #expect(here.first?[member]?.value == there[member]?.value, "\(member)")
    }
    #expect(here.first?["questions"]?.array?.first?["answer"]?.string == "end")
    #expect(here.first?["devices"]?.array?.compactMap { $0.string } == ["laptop"])
    #expect(here.first?["here"]?.bool == false && there["devices"] == nil)

    // An id says it too; what is left out stays out.
    let status = try JSONDocument(try run(["sync", "status", "--json"], home: "desk").output).root
    let id = try #require(status["devices"]?.array?.first { $0["me"]?.bool == false }?["id"]?.string)
    #expect(try history("--device", id, home: "desk").count == 1)
    #expect(try history("--device", "laptop", "--profile", "work", home: "desk").isEmpty)
    #expect(try history("--device", "laptop", "--until", "2d", home: "desk").isEmpty)
    let table = try run(["history", "--device", "laptop"], home: "desk").output
    #expect(table.contains("thesis") && !table.contains("slides"))
    let csv = try run(["history", "--device", "laptop", "--format", "csv"], home: "desk").output
    #expect(csv.split(whereSeparator: \.isNewline).count == 2 && csv.contains("thesis"))
    #expect(try run(["history", "--device", "laptop", "--format", "ical"], home: "desk").output.contains("VEVENT"))
    // Of this computer it is what the log has.
    let own = try run(["history", "--json"], home: "desk")
    #expect(try run(["history", "--json", "--device", "desk"], home: "desk").output == own.output)
    #expect(own.output.contains("slides") && !own.output.contains("thesis"))

    // A computer that was removed keeps its name in the past.
    #expect(try run(["sync", "revoke", "laptop"], home: "desk").exitCode == 0)
    #expect(try history("--device", "laptop", home: "desk").count == 1)
  }

  @Test func aNameThatNoDeviceHasIsSaid() throws {
    #expect(try run(["sync", "init", household.server.address(), "--name", "desk"], home: "desk").exitCode == 0)
    for home in ["desk", "alone"] {
      for wish in ["nobody", ""] {
        let refused = try run(["history", "--device", wish, "--json"], home: home)
        #expect(refused.exitCode == 66, "\(home): \(refused.errors)")
        let error = try JSONDocument(refused.output).root["error"]
        #expect(error?["kind"]?.string == "unknown-device" && error?["at"]?.string == wish)
        let plain = try run(["history", "--device", wish], home: home)
        #expect(plain.output.isEmpty && plain.errors.split(separator: "\n").count == 1)
        #expect(plain.exitCode == 66 && plain.errors.contains("no device has that name"))
      }
    }
    #expect(try run(["history", "--device"], home: "desk").exitCode == 64)
  }
}
