import JSONText
import LinuxRuntime
import PrivatePostgres
import RealParts
import TestSupport
import Testing

/// What a device sent long ago becomes one sealed snapshot, without what is to be forgotten; a device that joins, one
/// that was away, one that comes back and one that was restored all go on from it.
@Suite(.realParts, .serialized) struct SyncSnapshotTests {
  private let household: TrialHousehold

  init() throws { household = try TrialHousehold() }

  private func focus(with service: RunningService, _ task: String) async throws {
    #expect(try service("start", "work", "--task", task).exitCode == 0)
    #expect(try service("break").exitCode == 0 && service("resume").exitCode == 0)
    #expect(try service("stop").exitCode == 0)
    #expect(await eventually { (try? service("confirm").exitCode) == 0 })
  }

  /// A computer with four sessions, one of them on what nobody is to know.
  private func begun() async throws -> RunningService {
    let desk = try household.begin("desk")
    #expect(await eventually { desk.line == "live" })
    try desk.hurry("work")
    for task in ["one", "a secret", "three", "four"] { try await focus(with: desk, task) }
    #expect(await eventually { desk.pending == 0 })
    return desk
  }

  /// The sessions of a person as a device tells of them.
  private func sessions(_ service: RunningService, _ words: String...) throws -> [String] {
    try service.program.run(["history", "--json", "--home", service.home] + words).lines.compactMap {
      try JSONDocument($0).root["session"]?.string
    }
  }

  private func told(by service: RunningService) throws -> [String] {
    let all = try #require(try JSONDocument(service("stats", "--json").output).root["all"])
    return try ["sessions", "breaks", "attempts"].map { try #require(all[$0]).value.text }
  }

  private func count(_ table: String) throws -> Int {
    try #require(Int(household.server.sql("SELECT count(*) FROM focuskey.\(table)").dropLast()))
  }

  @Test func whatIsForgottenLeavesTheServerAndNothingElseIsLost() async throws {
    let desk = try await begun()
    let laptop = try household.join("laptop", "sync: { follow: true }")
    #expect(await eventually { laptop.counted() == 4 && desk.line == "live" })
    laptop.stop()
    let before = try count("envelope")
    try await forget(on: desk)
    #expect(try count("envelope") < before / 2)
    try await focus(with: desk, "five")
    #expect(await eventually { desk.pending == 0 })
    let all = try told(by: desk)

    // One that was away in the middle of it, and one that comes new.
    let away = try household.service("laptop")
    #expect(try await eventually { try told(by: away) == all })
    let tablet = try household.join("tablet")
    #expect(try await eventually { try told(by: tablet) == all })
    for other in [away, tablet] {
      #expect(other.head(of: "desk") == desk.head(of: "desk"))
      #expect(try sessions(other, "--device", "desk") == sessions(desk) && sessions(desk).count == 4)
      #expect(try other("doctor", "--json").output.contains("sync-") == false)
      let note = other.sync?["note"]?.string
      #expect(note == nil, "\(note ?? "")")
    }
    // Nobody who opens what the newcomer keeps finds it.
    tablet.stop()
    let kept = try BuiltProgram.focuskey.run(["export", "--home", household.folder("tablet")])
    #expect(!kept.output.contains("a secret"))
    let again = try household.service("tablet")
    #expect(try again("start", "work").exitCode == 0)
    #expect(await eventually { desk.counted() == 5 && away.counted() == 5 })
  }

  @Test func aComputerThatComesBackFindsItsPastInIt() async throws {
    let desk = try await begun()
    var laptop = try household.join("laptop")
    try laptop.hurry("work")
    try await focus(with: laptop, "away")
    #expect(await eventually { laptop.pending == 0 && desk.counted() == 5 })
    try await forget(on: desk)
    let all = try told(by: laptop)

    // The desk leaves, and joins again under a new id: its log is what the snapshot tells of.
    #expect(try desk("sync", "leave").exitCode == 0)
    let link = try JSONDocument(laptop("sync", "invite", "--json").output).root["link"]?.string ?? ""
    #expect(try BuiltProgram.focuskey.run(["sync", "join", link, "--name", "desk", "--home", desk.home]).exitCode == 0)
    #expect(await eventually { desk.line == "live" && desk.pending == 0 })
    #expect(try await eventually { try told(by: desk) == all && told(by: laptop) == all })
    laptop.stop()
    laptop = try household.service("laptop")
    #expect(try await eventually { try told(by: laptop) == all })
  }

  @Test func aRestoredComputerGoesOnFromTheMiddleOfIt() async throws {
    let desk = try await begun()
    let laptop = try household.join("laptop")
    #expect(await eventually { laptop.counted() == 4 })
    // A backup of the whole home, then more, then the snapshot.
    desk.stop()
    try copy("desk", to: "backup")
    let later = try household.service("desk")
    #expect(await eventually { later.line == "live" })
    try await focus(with: later, "five")
    try await forget(on: later)
    #expect(await eventually { laptop.counted() == 4 })
    later.stop()
    try copy("backup", to: "desk")
    let restored = try household.service("desk")
    #expect(await eventually { restored.line == "live" && restored.pending == 0 })
    // What was done after the backup is the other device's now, and nothing counts twice.
    #expect(await eventually { laptop.counted() == 4 && restored.counted() == 4 })
    #expect(try told(by: restored) == told(by: laptop))
    try await focus(with: restored, "six")
    #expect(await eventually { laptop.counted() == 5 && restored.counted() == 5 })
    #expect(try sessions(laptop, "--device", "desk").count == 4)
  }

  private func copy(_ home: String, to other: String) throws {
    let (from, to) = (household.folder(home), household.folder(other))
    #expect(try BuiltProgram(at: "/bin/rm").run(["-rf", to]).exitCode == 0)
    #expect(try BuiltProgram(at: "/bin/cp").run(["-a", from, to]).exitCode == 0)
  }

  /// What nobody is to know, and what there is of the server's memory of it then.
  private func forget(on desk: RunningService) async throws {
    let line = try #require(try desk("history", "--json").lines.first { $0.contains("a secret") })
    let secret = try #require(try JSONDocument(line).root["session"]?.string)
    #expect(try desk("forget", "--session", secret, "--yes").exitCode == 0)
    #expect(try await eventually { try count("snapshot") == 1 && desk.pending == 0 })
  }
}
