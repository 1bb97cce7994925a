import Glibc
import JSONText
import LinuxRuntime
import PrivatePostgres
import RealParts
import TestSupport
import Testing

/// `sync revoke` and `sync rename`: who is in the household, and under which name.
@Suite(.realParts, .serialized) struct SyncRevokeTests {
  private let household: TrialHousehold

  init() throws { household = try TrialHousehold() }

  private func run(_ words: String..., home: String) throws -> BuiltProgram.Outcome {
    try BuiltProgram.focuskey.run(["sync"] + words + ["--home", household.folder(home)])
  }

  private func done(_ words: String..., home: String) throws {
    let done = try BuiltProgram.focuskey.run(["sync"] + words + ["--home", household.folder(home)])
    #expect(done.exitCode == 0, "\(words): \(done.errors)")
  }

  private func status(_ home: String) throws -> JSONNode {
    try JSONDocument(try run("status", "--json", home: home).output).root
  }

  private func device(_ name: String, seenBy home: String) throws -> JSONNode? {
    try status(home)["devices"]?.array?.first { $0["name"]?.string == name }
  }

  private func begin(_ others: String...) throws {
    try done("init", household.server.address(), "--name", "desk", home: "desk")
    for name in others { try done("join", try household.invite(), "--name", name, home: name) }
    try done("now", home: "desk")
  }

  /// A session that came and went, in the log of a home.
  private func focus(in home: String) async throws {
    let service = try RunningService(home: household.folder(home))
    #expect(try service("start", "work").exitCode == 0)
    #expect(try service("stop").exitCode == 0)
    #expect(await eventually { (try? service("confirm").exitCode) == 0 })
    #expect(service.stop() == 0)
  }

  @Test func aRevokedDeviceIsOutAndTheOthersGoOnWithANewKey() async throws {
    try begin("laptop", "tablet")
    let invitation = try household.invite()
    let answer = try run("revoke", "laptop", "--json", home: "desk")
    #expect(answer.exitCode == 0, "\(answer.errors)")
    let json = try JSONDocument(answer.output).root
    #expect(json["ok"]?.bool == true && json["device"]?.string == "laptop" && json["epoch"]?.integer == 2)
    for words in [["now"], ["invite"], ["revoke", "desk"], ["rename", "x"], ["forget", "--all", "--yes"]] {
      let refused = try BuiltProgram.focuskey.run(["sync"] + words + ["--home", household.folder("laptop")])
      #expect(refused.exitCode == 1 && refused.output.isEmpty, "\(words)")
      #expect(refused.errors.contains("this device was revoked"), "\(refused.errors)")
      #expect(refused.errors.split(separator: "\n").count == 1)
    }
    #expect(try status("laptop")["state"]?.string == "offline")
    #expect(try run("join", invitation, home: "fourth").exitCode == 1)
    // What it has, it has; what the others send from now on is sealed with another key.
    try await focus(in: "desk")
    try done("now", home: "desk")
    #expect(
      try household.server.sql("SELECT max(epoch) FROM focuskey.envelope GROUP BY device HAVING max(epoch) > 1")
        == "2\n")
    try done("now", home: "tablet")
    #expect(try device("laptop", seenBy: "tablet")?["revoked"]?.bool == true)
    #expect(try device("desk", seenBy: "tablet")?["head"]?.integer == device("desk", seenBy: "desk")?["head"]?.integer)
    #expect(try status("tablet")["why"]?.string == "")
    #expect(try household.server.sql("SELECT count(*) FROM focuskey.device WHERE sealed IS NOT NULL") == "0\n")
    // One that joins now reads what was sealed with either key; the one that was put out may leave, and join again.
    try done("join", try household.invite(), "--name", "fourth", home: "fourth")
    #expect(try device("desk", seenBy: "fourth")?["head"]?.integer == device("desk", seenBy: "desk")?["head"]?.integer)
    try done("leave", home: "laptop")
    try done("join", try household.invite(), "--name", "laptop", home: "laptop")
  }

  @Test func aDeviceThatWasAwayForTwoEpochsCatchesUp() async throws {
    try begin("laptop", "tablet", "phone")
    // Made, numbered and linked before it hears of a new key.
    household.server.stop(SIGQUIT)
    try await focus(in: "tablet")
    try household.server.start()
    #expect((try status("tablet")["pending"]?.integer ?? 0) >= 3)
    try done("revoke", "laptop", home: "desk")
    try done("revoke", "phone", home: "desk")
    try await focus(in: "desk")
    try done("now", home: "desk")
    try done("now", home: "tablet")
    #expect(try status("tablet")["why"]?.string == "" && status("tablet")["pending"]?.integer == 0)
    #expect(try device("desk", seenBy: "tablet")?["head"]?.integer == device("desk", seenBy: "desk")?["head"]?.integer)
    try done("now", home: "desk")
    #expect(
      try device("tablet", seenBy: "desk")?["head"]?.integer == device("tablet", seenBy: "tablet")?["head"]?.integer)
    #expect(try status("desk")["why"]?.string == "")
    // The next of its messages go on from there.
    try await focus(in: "tablet")
    try done("now", home: "tablet")
    try done("now", home: "desk")
    #expect(
      try device("tablet", seenBy: "desk")?["head"]?.integer == device("tablet", seenBy: "tablet")?["head"]?.integer)
  }

  @Test func aKeyThatNobodyVouchesForIsRefusedAndNamed() throws {
    try begin("laptop")
    let before = try String(decoding: Files.read(household.folder("laptop/sync.json")), as: UTF8.self)
    _ = try household.server.sql("UPDATE focuskey.device SET sealed = sha256('x') || sha256('y') || sha256('z')")
    try done("now", home: "laptop")
    #expect(try status("laptop")["why"]?.string == "The new key from the database is damaged.")
    #expect(try String(decoding: Files.read(household.folder("laptop/sync.json")), as: UTF8.self) == before)
  }

  @Test func whatADeviceSentIsForgottenEverywhere() async throws {
    try begin("laptop", "tablet")
    try await focus(in: "laptop")
    try done("now", home: "tablet")
    #expect((try device("laptop", seenBy: "tablet")?["head"]?.integer ?? 0) >= 3)
    let early = try run("forget", "--device", "laptop", "--yes", home: "desk")
    #expect(early.exitCode == 77 && early.errors.contains("still in the household"), "\(early.errors)")
    try done("revoke", "laptop", home: "desk")
    #expect(try run("forget", "--device", "laptop", home: "desk").exitCode == 64)
    #expect(try run("forget", "--device", "laptop", "--all", "--yes", home: "desk").exitCode == 64)
    try done("forget", "--device", "laptop", "--yes", home: "desk")
    #expect(try household.server.sql("SELECT count(*) FROM focuskey.device") == "2\n")
    for home in ["desk", "tablet"] {
      try done("now", home: home)
      #expect(try device("laptop", seenBy: home) == nil, "\(home)")
      #expect(try status(home)["devices"]?.array?.count == 2 && status(home)["why"]?.string == "", "\(home)")
    }
    #expect(try run("forget", "--device", "laptop", "--yes", home: "desk").exitCode == 66)
    #expect(try run("now", home: "laptop").exitCode == 1)
    // One that joins later hears nothing of it, and of nothing missing.
    try done("join", try household.invite(), "--name", "fourth", home: "fourth")
    #expect(try status("fourth")["devices"]?.array?.count == 3 && status("fourth")["why"]?.string == "")
    try done("now", home: "fourth")
    #expect(try status("fourth")["why"]?.string == "")
  }

  @Test func namesAreTold() throws {
    try begin("laptop", "laptop2")
    try done("rename", "Küche", home: "laptop")
    #expect(try device("Küche", seenBy: "laptop")?["me"]?.bool == true)
    try done("now", home: "desk")
    #expect(try device("Küche", seenBy: "desk")?["me"]?.bool == false)
    #expect(try device("laptop", seenBy: "desk") == nil)
    // Of two with one name an id says which.
    try done("rename", "Küche", home: "laptop2")
    let unclear = try run("revoke", "Küche", home: "desk")
    #expect(unclear.exitCode == 66 && unclear.errors.contains("several devices"), "\(unclear.errors)")
    let id = try #require(
      try status("laptop2")["devices"]?.array?.first { $0["me"]?.bool == true }?["id"]?.string)
    #expect(unclear.errors.contains(id))
    try done("revoke", id, home: "desk")
    #expect(try run("now", home: "laptop2").exitCode == 1)
    #expect(try run("now", home: "laptop").exitCode == 0)
    let again = try run("revoke", id, home: "desk")
    #expect(again.exitCode == 1 && again.errors.contains("not in the household any more"))
    for (words, code, part) in [
      (["revoke", "nobody"], 66, "no device is called that"), (["revoke", "desk"], 77, "that is this computer"),
      (["revoke"], 64, "DEVICE"), (["rename"], 64, "NAME"), (["rename", ""], 64, "not a name"),
      (["rename", "a\u{7}"], 64, "not a name"), (["revoke", ""], 66, "no device is called that"),
    ] as [([String], Int32, String)] {
      let refused = try BuiltProgram.focuskey.run(["sync"] + words + ["--home", household.folder("desk")])
      #expect(refused.exitCode == code && refused.output.isEmpty, "\(words): \(refused.errors)")
      #expect(refused.errors.contains(part), "\(words): \(refused.errors)")
    }
    #expect(try run("revoke", "desk", home: "nowhere").exitCode == 66)
    #expect(try run("rename", "desk", home: "nowhere").exitCode == 66)
    household.server.stop(SIGQUIT)
    #expect(try run("rename", "Bad", home: "laptop").exitCode == 69)
    let own = try status("laptop")["devices"]?.array?.first { $0["me"]?.bool == true }
    #expect(own?["name"]?.string == "Küche")
  }

  @Test func servicesThatRunHearOfIt() async throws {
    let desk = try household.begin("desk")
    let laptop = try household.join("laptop")
    let tablet = try household.join("tablet")
    for service in [desk, laptop, tablet] { #expect(await eventually { service.line == "live" }, "\(service.sync)") }
    #expect(try tablet("sync", "rename", "kitchen").exitCode == 0)
    #expect(await eventually { desk.head(of: "kitchen") > 0 })
    let done = try desk("sync", "revoke", "laptop")
    #expect(done.exitCode == 0, "\(done.errors)")
    #expect(await eventually { laptop.line == "offline" })
    #expect(laptop.sync?["why"]?.string == "This device was revoked.")
    let now = try laptop("sync", "now")
    #expect(now.exitCode == 1 && now.errors.contains("this device was revoked"), "\(now.errors)")
    #expect(await eventually { desk.line == "live" && tablet.line == "live" })
    #expect(try desk("start", "work").exitCode == 0)
    #expect(await eventually { desk.pending == 0 && tablet.head(of: "desk") == desk.head(of: "desk") })
    #expect(try tablet("start", "work").exitCode == 0)
    #expect(await eventually { tablet.pending == 0 && desk.head(of: "kitchen") == tablet.head(of: "kitchen") })
    #expect(tablet.line == "live" && tablet.sync?["why"]?.string == "", "\(tablet.sync)")
  }
}
