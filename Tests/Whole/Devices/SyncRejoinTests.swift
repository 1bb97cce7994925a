import Glibc
import JSONText
import LinuxRuntime
import PrivatePostgres
import RealParts
import TestSupport
import Testing

/// A computer that leaves the household and joins again goes on where it left: what it sent before counts once.
@Suite(.realParts, .serialized) struct SyncRejoinTests {
  private let household: TrialHousehold

  init() throws { household = try TrialHousehold() }

  private func done(_ words: String..., home: String) throws {
    let done = try BuiltProgram.focuskey.run(words + ["--home", household.folder(home)])
    #expect(done.exitCode == 0, "\(words): \(done.errors)")
  }

  /// A session with a break and attempts, which came and went.
  private func focus(with service: RunningService) async throws {
    try service.hurry("work")
    #expect(try service("start", "work").exitCode == 0)
    #expect(try service("break").exitCode == 0)
    #expect(try service("resume").exitCode == 0)
    #expect(try service("stop").exitCode == 0)
    #expect(await eventually { (try? service("confirm").exitCode) == 0 })
  }

  /// What there is of each session and of all, as one device tells it of all devices.
  private func told(by service: RunningService) throws -> [String] {
    let all = try #require(try JSONDocument(service("stats", "--json").output).root["all"])
    return try ["sessions", "breaks", "attempts"].map { try #require(all[$0]).value.text }
  }

  private func messages() throws -> Int {
    let count = try household.server.sql("SELECT count(*) FROM focuskey.envelope")
    return try #require(Int(count.dropLast()))
  }

  @Test func whoLeavesAndJoinsAgainCountsOnce() async throws {
    let desk = try household.begin("desk")
    var laptop = try household.join("laptop")
    #expect(await eventually { desk.line == "live" && laptop.line == "live" })
    for _ in 0..<3 { try await focus(with: laptop) }
    #expect(await eventually { laptop.pending == 0 && desk.counted() == 3 })
    let before = try told(by: desk)
    let sent = try messages()

    for round in 1...2 {
      #expect(try laptop("sync", "leave").exitCode == 0)
      #expect(try told(by: desk) == before)
      try done("sync", "join", try household.invite(), "--name", "laptop", home: "laptop")
      #expect(await eventually { laptop.line == "live" && laptop.pending == 0 && desk.line == "live" })
      #expect(await eventually { desk.counted() == 3 && laptop.counted() == 3 })
      #expect(try told(by: desk) == before && told(by: laptop) == before)
      #expect(try desk("history", "--device", "laptop", "--json").lines.count == 3)
      // What was sent is not sent again: a hello each time, and what was said because of it.
      #expect(try messages() - sent < 6 * round)
    }

    // What comes after it left and before it is back, and after that, counts too.
    #expect(try laptop("sync", "leave").exitCode == 0)
    try await focus(with: laptop)
    laptop.stop()
    try done("sync", "join", try household.invite(), "--name", "laptop", home: "laptop")
    laptop = try household.service("laptop")
    try await focus(with: laptop)
    #expect(await eventually { laptop.pending == 0 && desk.counted() == 5 && laptop.counted() == 5 })
    #expect(try told(by: desk) == told(by: laptop))
    // One that joins later reads it so, too.
    let tablet = try household.join("tablet")
    #expect(await eventually { tablet.counted() == 5 })
    #expect(try told(by: tablet) == told(by: desk))
    for service in [desk, laptop, tablet] { #expect(service.sync?["why"]?.string == "") }
  }

  @Test func whatWasForgottenIsSentAgain() async throws {
    let desk = try household.begin("desk")
    let laptop = try household.join("laptop")
    try await focus(with: laptop)
    #expect(await eventually { laptop.pending == 0 && desk.counted() == 1 })
    #expect(try laptop("sync", "leave").exitCode == 0)
    #expect(await eventually { (try? desk("sync", "forget", "--device", "laptop", "--yes").exitCode) == 0 })
    #expect(await eventually { desk.counted() == 0 })
    try done("sync", "join", try household.invite(), "--name", "laptop", home: "laptop")
    #expect(await eventually { desk.counted() == 1 && laptop.counted() == 1 })
  }

  @Test func anotherLogIsAnotherDevice() async throws {
    let desk = try household.begin("desk")
    let laptop = try household.join("laptop")
    try await focus(with: laptop)
    #expect(await eventually { laptop.pending == 0 && desk.counted() == 1 })
    #expect(try laptop("sync", "leave").exitCode == 0)
    laptop.stop()
    #expect(try BuiltProgram(at: "/bin/rm").run(["-rf", household.folder("laptop")]).exitCode == 0)
    let new = try household.join("laptop")
    try await focus(with: new)
    #expect(await eventually { desk.counted() == 2 && new.counted() == 2 })
  }
}
