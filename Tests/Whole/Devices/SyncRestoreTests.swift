import Glibc
import JSONText
import LinuxRuntime
import PrivatePostgres
import RealParts
import TestSupport
import Testing

/// A home that is restored from a backup, or copied to a second computer, goes on as a device of its own: nothing is
/// lost, and nothing is counted twice.
@Suite(.realParts, .serialized) struct SyncRestoreTests {
  private let household: TrialHousehold

  init() throws { household = try TrialHousehold() }

  private func run(_ words: String..., home: String) throws -> BuiltProgram.Outcome {
    try BuiltProgram.focuskey.run(words + ["--home", household.folder(home)])
  }

  private func done(_ words: String..., home: String) throws {
    let done = try BuiltProgram.focuskey.run(words + ["--home", household.folder(home)])
    #expect(done.exitCode == 0, "\(words): \(done.errors)")
  }

  /// Puts a copy of a home in the place of another.
  private func copy(_ home: String, to other: String) throws {
    for words in [
      ["rm", "-rf", household.folder(other)], ["cp", "-a", household.folder(home), household.folder(other)],
    ] {
      #expect(try BuiltProgram(at: "/bin/\(words[0])").run(Array(words.dropFirst())).exitCode == 0)
    }
  }

  private func focus(with service: RunningService, on profile: String = "work") async throws {
    try service.hurry(profile)
    #expect(try service("start", profile).exitCode == 0)
    #expect(try service("stop").exitCode == 0)
    #expect(await eventually { (try? service("confirm").exitCode) == 0 })
  }

  /// Sessions that came and went, in the log of a home.
  private func focus(in home: String, times: Int = 1) async throws {
    let service = try RunningService(home: household.folder(home))
    for _ in 0..<times { try await focus(with: service) }
    #expect(service.stop() == 0)
  }

  private func begin() throws {
    try done("sync", "init", household.server.address(), "--name", "desk", home: "desk")
    try done("sync", "join", try household.invite(), "--name", "laptop", home: "laptop")
  }

  private func status(_ home: String) throws -> JSONNode {
    try JSONDocument(try run("sync", "status", "--json", home: home).output).root
  }

  private func names(seenBy home: String) throws -> [String] {
    try (status(home)["devices"]?.array ?? []).compactMap { $0["name"]?.string }.sorted()
  }

  private func me(_ home: String) throws -> JSONNode? {
    try status(home)["devices"]?.array?.first { $0["me"]?.bool == true }
  }

  private func counted(by home: String, _ words: String...) throws -> Int64? {
    try done("sync", "now", home: home)
    let service = try RunningService(home: household.folder(home))
    defer { service.stop() }
    return try JSONDocument(
      try BuiltProgram.focuskey.run(["stats", "--json"] + words + ["--home", household.folder(home)]).output
    ).root["all"]?["sessions"]?.integer
  }

  private static let told = "This computer was restored or copied. It is now “laptop 2”"

  @Test func aRestoredFolderGoesOnAsANewDevice() async throws {
    let desk = try household.begin("desk")
    var laptop = try household.join("laptop")
    try await focus(with: laptop)
    // The backup is made in the middle of a session.
    #expect(try laptop("start", "work").exitCode == 0)
    #expect(laptop.stop() == 0)
    try copy("laptop", to: "backup")
    laptop = try household.service("laptop")
    #expect(try laptop("stop").exitCode == 0)
    #expect(await eventually { (try? laptop("confirm").exitCode) == 0 })
    try await focus(with: laptop, on: "study")
    #expect(await eventually { laptop.pending == 0 && laptop.line == "live" })
    #expect(laptop.stop() == 0)
    try copy("backup", to: "laptop")
    laptop = try household.service("laptop")
    #expect(await eventually { laptop.line == "live" && laptop.sync?["why"]?.string?.hasPrefix(Self.told) == true })
    #expect(laptop.state == "focusing")
    #expect(try laptop("stop").exitCode == 0)
    #expect(await eventually { (try? laptop("confirm").exitCode) == 0 })
    try await focus(with: laptop)
    #expect(await eventually { desk.head(of: "laptop 2") == laptop.head(of: "laptop 2") && laptop.pending == 0 })
    // Three before and on the way it was, one of them on both, and one after.
    #expect(await eventually { desk.counted() == 4 && laptop.counted() == 4 })
    #expect(desk.counted("--device", "laptop") == 3 && desk.counted("--device", "laptop 2") == 2)
    #expect(desk.sync?["why"]?.string == "" && desk.line == "live")
    let now = try me("laptop")
    #expect(now?["name"]?.string == "laptop 2" && now?["continues"]?.string?.count == 8)
    let findings = try JSONDocument(try laptop("doctor", "--json").output).root["findings"]?.array ?? []
    let found = findings.first { $0["kind"]?.string == "sync-continued" }
    #expect(found?["level"]?.string == "note" && found?["fix"]?.array?.first?.string == "focuskey sync revoke laptop")
    // Said once, and no third comes of it.
    #expect(laptop.stop() == 0)
    laptop = try household.service("laptop")
    #expect(await eventually { laptop.line == "live" })
    try await focus(with: laptop)
    #expect(await eventually { desk.counted() == 5 && laptop.counted() == 5 })
    #expect(try names(seenBy: "desk") == ["desk", "laptop", "laptop 2"])
    let log = try String(decoding: Files.read(household.folder("laptop/service.log")), as: UTF8.self)
    #expect(log.split(separator: "\n").filter { $0.contains("sync: This computer was restored") }.count == 1)
    let revoked = try desk("sync", "revoke", "laptop")
    #expect(revoked.exitCode == 0)
    // A person who thinks that this was the lost computer hears what else there is of it.
    let also = "still in the household. To remove it as well: focuskey sync revoke 'laptop 2'"
    #expect(revoked.output.contains(also), "\(revoked)")
    #expect(try laptop("sync", "now").exitCode == 0)
    #expect(try laptop("doctor", "--json").output.contains("sync-continued") == false)
  }

  @Test func aRestoredLogGoesOnAsANewDevice() async throws {
    try begin()
    try await focus(in: "laptop")
    try done("sync", "now", home: "laptop")
    let file = household.folder("backup.tar")
    try done("backup", file, home: "laptop")
    // What was never sent before the backup came back is not lost either.
    household.server.stop(SIGQUIT)
    try await focus(in: "laptop")
    #expect(try status("laptop")["pending"]?.integer ?? 0 > 0)
    try done("restore", file, home: "laptop")
    try await focus(in: "laptop", times: 3)
    try household.server.start()
    #expect(try counted(by: "laptop") == 5)
    #expect(try counted(by: "desk") == 5)
    #expect(try counted(by: "desk", "--device", "laptop 2") == 3)
    #expect(try names(seenBy: "desk") == ["desk", "laptop", "laptop 2"])
    // Once more, to before the first time: what the second sent is a third's.
    try done("restore", file, home: "laptop")
    try await focus(in: "laptop")
    #expect(try counted(by: "laptop") == 6)
    #expect(try counted(by: "desk") == 6)
    #expect(try names(seenBy: "laptop") == ["desk", "laptop", "laptop 2", "laptop 3"])
    #expect(try me("laptop")?["name"]?.string == "laptop 3")
  }

  @Test func twoCopiesThatLiveAreTwoDevices() async throws {
    let desk = try household.begin("desk")
    let first = try household.join("laptop")
    try await focus(with: first)
    #expect(await eventually { first.pending == 0 && first.line == "live" })
    #expect(first.stop() == 0)
    try copy("laptop", to: "twin")
    let one = try household.service("laptop")
    let two = try household.service("twin")
    for _ in 0..<2 {
      try await focus(with: one)
      try await focus(with: two)
    }
    for service in [one, two] {
      #expect(await eventually { service.line == "live" && service.pending == 0 }, "\(service.sync)")
    }
    #expect(
      try [one, two].map { try me($0 === one ? "laptop" : "twin")?["name"]?.string ?? "" }.sorted()
        == ["laptop", "laptop 2"])
    for service in [desk, one, two] { #expect(await eventually { service.counted() == 5 }, "\(service.counted())") }
    #expect(try names(seenBy: "desk") == ["desk", "laptop", "laptop 2"])
    #expect(desk.counted("--device", "laptop") == 3 && desk.counted("--device", "laptop 2") == 2)
  }

  @Test func cutOffAtAnyStepItComesToTheSameDevice() async throws {
    try begin()
    try copy("laptop", to: "backup")
    try await focus(in: "laptop")
    try done("sync", "now", home: "laptop")
    try copy("backup", to: "laptop")
    let push = "push(uuid, bigint, bigint[], bytea[], bytea[])"
    // Before there is a ticket, and after.
    for function in ["invite(uuid, int)", "enroll(uuid, bytea, bytea, uuid)"] {
      _ = try household.server.sql("REVOKE EXECUTE ON FUNCTION focuskey.\(function) FROM focuskey_device")
      #expect(try run("sync", "now", home: "laptop").exitCode == 77)
      #expect(try me("laptop")?["name"]?.string == "laptop")
      _ = try household.server.sql("GRANT EXECUTE ON FUNCTION focuskey.\(function) TO focuskey_device")
    }
    let successor = try Files.read(household.folder("laptop/sync-successor.json"))
    let old = try Files.read(household.folder("laptop/sync.json"))
    try copy("laptop", to: "cut")
    _ = try household.server.sql("REVOKE EXECUTE ON FUNCTION focuskey.\(push) FROM focuskey_device")
    for isTurned in [false, false, true] {
      if isTurned {
        // Its messages are the new device's already, and the home is not.
        try Files.replace(household.folder("laptop/sync-successor.json"), with: successor)
        try Files.replace(household.folder("laptop/sync.json"), with: old)
      } else {
        // The second time it is in the household, and does not know that yet.
        try copy("cut", to: "laptop")
      }
      #expect(try run("sync", "now", home: "laptop").exitCode == 77)
      #expect(try Files.read(household.folder("laptop/sync.json")) == successor)
      #expect(!Files.exists(household.folder("laptop/sync-successor.json")))
    }
    _ = try household.server.sql("GRANT EXECUTE ON FUNCTION focuskey.\(push) TO focuskey_device")
    try await focus(in: "laptop")
    try done("sync", "now", home: "laptop")
    #expect(try counted(by: "desk") == 2)
    #expect(try names(seenBy: "desk") == ["desk", "laptop", "laptop 2"])
    #expect(try household.server.sql("SELECT count(*) FROM focuskey.ticket") == "0\n")
  }

  @Test func whoWasRevokedComesToNoNewDevice() async throws {
    try begin()
    try copy("laptop", to: "backup")
    try await focus(in: "laptop")
    try done("sync", "now", home: "laptop")
    // With the key of before it reads and makes nothing, though it is in still.
    try done("sync", "join", try household.invite(), "--name", "tablet", home: "tablet")
    try done("sync", "revoke", "tablet", home: "desk")
    try done("sync", "now", home: "laptop")
    try copy("backup", to: "twin")
    let late = try run("sync", "now", home: "twin")
    #expect(late.exitCode == 1 && late.errors.contains("newer key"), "\(late.errors)")
    try done("sync", "revoke", "laptop", home: "desk")
    try copy("backup", to: "laptop")
    for home in ["laptop", "twin"] {
      try await focus(in: home)
      let refused = try run("sync", "now", home: home)
      #expect(refused.exitCode == 1 && refused.errors.contains("this device was revoked"), "\(refused.errors)")
    }
    #expect(try household.server.sql("SELECT count(*) FROM focuskey.device") == "3\n")
  }
}
