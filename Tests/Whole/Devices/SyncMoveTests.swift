import Glibc
import JSONText
import LinuxRuntime
import PrivatePostgres
import RealParts
import TestSupport
import Testing

/// `sync move`: a household goes from a database to a folder and back, with computers that are away meanwhile.
@Suite(.realParts, .serialized) struct SyncMoveTests {
  private let household: TrialHousehold
  private var place: TemporaryFolder { household.folder }

  init() throws {
    household = try TrialHousehold()
    for name in ["one", "two"] { try Files.makeFolder(household.folder(name)) }
  }

  private func run(_ words: String..., home: String) throws -> BuiltProgram.Outcome {
    try BuiltProgram.focuskey.run(["sync"] + words + ["--home", place(home)])
  }

  @discardableResult
  private func done(_ words: String..., home: String) throws -> String {
    let done = try BuiltProgram.focuskey.run(["sync"] + words + ["--home", place(home)])
    #expect(done.exitCode == 0, "\(words): \(done.errors)")
    return done.output
  }

  private func status(_ home: String) throws -> JSONNode {
    try JSONDocument(try run("status", "--json", home: home).output).root
  }

  private func head(_ name: String, seenBy home: String) throws -> Int64 {
    try status(home)["devices"]?.array?.first { $0["name"]?.string == name }?["head"]?.integer ?? -1
  }

  private func isSame(_ names: [String], everywhere homes: [String]) throws -> Bool {
    try names.allSatisfy { name in Set(try homes.map { try head(name, seenBy: $0) }).count == 1 }
  }

  private func ids(_ home: String) throws -> Set<String> {
    Set(try status(home)["devices"]?.array?.compactMap { $0["id"]?.string } ?? [])
  }

  private func awaited(_ home: String) throws -> [String] {
    try status(home)["awaited"]?.array?.compactMap { $0.string } ?? []
  }

  private func carry(_ from: String, _ to: String) throws {
    for name in try Files.names(inFolder: place(from)) {
      try Files.replace("\(place(to))/\(name)", with: Files.read("\(place(from))/\(name)"))
    }
  }

  private func begin(_ others: String...) throws {
    try done("init", household.server.address(), "--name", "desk", home: "desk")
    for name in others { try done("join", try household.invite(), "--name", name, home: name) }
    for home in ["desk"] + others { try done("now", home: home) }
  }

  /// A session that came and went, in the log of a home.
  private func focus(in home: String) async throws {
    let service = try RunningService(home: place(home))
    #expect(try service("start", "work").exitCode == 0)
    #expect(try service("stop").exitCode == 0)
    #expect(await eventually { (try? service("confirm").exitCode) == 0 })
    #expect(service.stop() == 0)
  }

  @Test func movesToAFolderAndBackAndIsTheSameHousehold() async throws {
    try begin("laptop", "phone", "tablet")
    for home in ["desk", "phone", "tablet"] { try await focus(in: home) }
    for home in ["phone", "tablet", "desk", "laptop"] { try done("now", home: home) }
    // Messages under two keys, of one that left and of one that was put out.
    try done("leave", home: "phone")
    try done("revoke", "tablet", home: "desk")
    try await focus(in: "desk")
    for home in ["desk", "laptop", "desk"] { try done("now", home: home) }
    let (before, sent) = (try ids("desk"), try head("tablet", seenBy: "desk"))
    let said = try done("move", "folder:\(place("one"))", home: "desk")
    #expect(said.contains("Not here yet since the household moved: laptop"), "\(said)")
    let moved = try status("desk")
    #expect(moved["carrier"]?.string == "folder" && moved["why"]?.string == "", "\(moved)")
    #expect(moved["folder"]?.string == Files.real(place("one")))
    #expect(try awaited("desk") == ["laptop"] && ids("desk") == before)
    // The other follows by itself, because the folder is at the same path there.
    try done("now", home: "laptop")
    #expect(try status("laptop")["carrier"]?.string == "folder" && status("laptop")["why"]?.string == "")
    #expect(try status("laptop")["moved"]?.isNull == true && awaited("laptop") == [])
    try done("now", home: "desk")
    #expect(try awaited("desk") == [] && ids("laptop") == before)
    try await focus(in: "laptop")
    for home in ["laptop", "desk"] { try done("now", home: home) }
    #expect(try isSame(["desk", "laptop"], everywhere: ["desk", "laptop"]))
    // One that joins there reads all of it.
    try done("join", try household.invite(), "--name", "watch", home: "watch")
    #expect(try isSame(["desk", "laptop", "phone", "tablet"], everywhere: ["desk", "watch"]))
    #expect(try head("tablet", seenBy: "watch") == sent && status("watch")["why"]?.string == "")
    // Back into the same database, with the login of before; then into another.
    try done("now", home: "desk")
    try done("now", home: "laptop")
    try done("move", household.server.address(), home: "laptop")
    let second = try PrivatePostgres()
    for home in ["desk", "watch", "laptop", "desk"] { try done("now", home: home) }
    for home in ["desk", "laptop", "watch"] {
      #expect(try status(home)["carrier"]?.string == "database" && status(home)["why"]?.string == "", "\(home)")
      #expect(try awaited(home) == [], "\(home)")
    }
    try await focus(in: "watch")
    for home in ["watch", "laptop", "desk"] { try done("now", home: home) }
    #expect(try isSame(["desk", "laptop", "watch", "tablet"], everywhere: ["desk", "laptop", "watch"]))
    try done("move", second.address(), home: "desk")
    for home in ["laptop", "watch", "desk"] { try done("now", home: home) }
    #expect(try second.sql("SELECT count(*) FROM focuskey.device WHERE revoked IS NULL") == "3\n")
    try await focus(in: "laptop")
    for home in ["laptop", "watch", "desk"] { try done("now", home: home) }
    #expect(try isSame(["desk", "laptop", "watch", "tablet"], everywhere: ["desk", "laptop", "watch"]))
    for home in ["desk", "laptop", "watch"] { #expect(try status(home)["why"]?.string == "", "\(home)") }
    try await movesIntoTheFolderOfBefore()
    // A revoked one reads nothing there, and the next one can still be put out.
    #expect(try run("now", home: "tablet").exitCode == 1)
    try done("revoke", "watch", home: "laptop")
    #expect(try run("now", home: "watch").errors.contains("this device was revoked"))
  }

  private func movesIntoTheFolderOfBefore() async throws {
    try done("move", "folder:\(place("one"))", home: "laptop")
    #expect(try awaited("laptop").sorted() == ["desk", "watch"])
    for home in ["desk", "watch", "laptop"] { try done("now", home: home) }
    try await focus(in: "desk")
    for home in ["desk", "laptop", "watch", "desk"] { try done("now", home: home) }
    #expect(try isSame(["desk", "laptop", "watch", "tablet"], everywhere: ["desk", "laptop", "watch"]))
    for home in ["desk", "laptop", "watch"] {
      #expect(try status(home)["why"]?.string == "" && awaited(home) == [], "\(home)")
    }
  }

  @Test func bringsWhatAComputerHasToTellThatWasAway() async throws {
    try begin("laptop")
    household.server.stop(SIGQUIT)
    try await focus(in: "laptop")
    try household.server.start()
    #expect((try status("laptop")["pending"]?.integer ?? 0) >= 3)
    try done("move", "folder:\(place("one"))", home: "desk")
    try await focus(in: "desk")
    try done("now", home: "desk")
    #expect(try status("desk")["why"]?.string == "")
    try done("now", home: "laptop")
    try done("now", home: "desk")
    #expect(try isSame(["desk", "laptop"], everywhere: ["desk", "laptop"]))
    #expect(try head("laptop", seenBy: "desk") >= 4 && status("laptop")["pending"]?.integer == 0)
  }

  @Test func tellsWhoHasTheFolderElsewhere() async throws {
    try begin("laptop", "tablet")
    try await focus(in: "tablet")
    try done("now", home: "tablet")
    try done("move", "folder:\(place("one"))", home: "desk")
    try carry("one", "two")
    // As on another computer: the path of the first one is not there.
    #expect(unsafe rename(place("one"), place("hidden")) == 0)
    try done("now", home: "laptop")
    let waiting = try status("laptop")
    #expect(waiting["carrier"]?.string == "database" && waiting["moved"]?["by"]?.string == "desk")
    #expect(waiting["moved"]?["carrier"]?.string == "folder")
    #expect(waiting["why"]?.string?.contains("focuskey sync move folder:PATH") == true, "\(waiting)")
    let found = try BuiltProgram.focuskey.run(["doctor", "--json", "--home", place("laptop")]).output
    #expect(found.contains("sync-moved"), "\(found)")
    // One that joins there now was not told where; it says what to do.
    let link = try JSONDocument(run("invite", "--json", home: "laptop").output).root["link"]?.string ?? ""
    try done("join", link, "--name", "watch", home: "watch")
    #expect(try status("watch")["why"]?.string?.contains("moved the household to a folder") == true)
    try done("leave", home: "watch")
    // Until then it goes on where it is, and the other that is still there hears of it.
    try await focus(in: "laptop")
    for home in ["laptop", "tablet"] { try done("now", home: home) }
    #expect(try head("laptop", seenBy: "tablet") == head("laptop", seenBy: "laptop"))
    try done("move", "folder:\(place("two"))", home: "laptop")
    #expect(try status("laptop")["carrier"]?.string == "folder" && status("laptop")["moved"]?.isNull == true)
    #expect(try awaited("laptop") == ["tablet"])
    #expect(unsafe rename(place("hidden"), place("one")) == 0)
    try done("now", home: "tablet")
    for (from, to) in [("one", "two"), ("two", "one")] { try carry(from, to) }
    for home in ["desk", "laptop", "tablet"] { try done("now", home: home) }
    for (from, to) in [("one", "two"), ("two", "one")] { try carry(from, to) }
    for home in ["desk", "laptop", "tablet"] { try done("now", home: home) }
    #expect(try isSame(["desk", "laptop", "tablet"], everywhere: ["desk", "laptop", "tablet"]))
    for home in ["desk", "laptop", "tablet"] {
      let there = try status(home)
      #expect(try there["why"]?.string == "" && awaited(home) == [], "\(there)")
    }
  }

  @Test func goesOnWhereWhatCarriedItIsLost() async throws {
    try begin("laptop")
    for home in ["desk", "laptop"] { try await focus(in: home) }
    for home in ["desk", "laptop", "desk"] { try done("now", home: home) }
    household.server.stop(SIGQUIT)
    let said = try done("move", "folder:\(place("one"))", home: "desk")
    #expect(said.contains("It could not be told. On it: focuskey sync move") && said.contains("laptop"), "\(said)")
    try await focus(in: "laptop")
    try done("move", "folder:\(place("one"))", home: "laptop")
    for home in ["desk", "laptop"] { try done("now", home: home) }
    #expect(try isSame(["desk", "laptop"], everywhere: ["desk", "laptop"]))
    for home in ["desk", "laptop"] { #expect(try status(home)["why"]?.string == "" && awaited(home) == [], "\(home)") }
    // To a database that nobody was told of, with a link.
    let second = try PrivatePostgres()
    #expect(unsafe rename(place("one"), place("gone")) == 0)
    try done("move", second.address(), home: "desk")
    try await focus(in: "laptop")
    try done("move", try household.invite(), home: "laptop")
    for home in ["desk", "laptop"] { try done("now", home: home) }
    #expect(try isSame(["desk", "laptop"], everywhere: ["desk", "laptop"]))
    for home in ["desk", "laptop"] { #expect(try status(home)["why"]?.string == "" && awaited(home) == [], "\(home)") }
  }

  @Test func losesNothingThatIsUnderWay() async throws {
    let desk = try household.begin("desk")
    let laptop = try household.join("laptop")
    for service in [desk, laptop] { #expect(await eventually { service.line == "live" }, "\(service.sync)") }
    for service in [desk, laptop] { #expect(try service("start", "work", "--minutes", "50").exitCode == 0) }
    for (goal, carrier) in [("folder:\(place("one"))", "folder"), (household.server.address(), "database")] {
      let words = (0..<8).map { _ in ["extend", "1"] }
      let commands = try [desk, laptop].flatMap { service in
        try words.map { try ChildProcess.start(service.program.path, $0 + ["--home", service.home], output: .nothing) }
      }
      let moved = try desk("sync", "move", goal)
      #expect(moved.exitCode == 0, "\(moved.errors)")
      for command in commands { #expect(command.wait() == 0) }
      #expect(await eventually { [desk, laptop].allSatisfy { $0.line == "live" && $0.pending == 0 } })
      #expect(
        await eventually {
          laptop.head(of: "desk") == desk.head(of: "desk") && laptop.head(of: "laptop") == desk.head(of: "laptop")
        })
      for home in ["desk", "laptop"] {
        #expect(try status(home)["carrier"]?.string == carrier && awaited(home) == [], "\(home)")
      }
      for service in [desk, laptop] { #expect(service.sync?["why"]?.string == "", "\(service.sync)") }
    }
    #expect(desk.head(of: "desk") >= 18)
  }

  @Test func isDoneAgainWhereItWasKilled() async throws {
    try begin("laptop")
    for home in ["desk", "laptop"] { try await focus(in: home) }
    var goals = ["folder:\(place("one"))", household.server.address()]
    var pause: UInt32 = 1000
    for round in 0..<14 {
      let command = try ChildProcess.start(
        BuiltProgram.focuskey.path, ["sync", "move", goals[0], "--home", place("desk")], output: .nothing,
        errors: .nothing)
      usleep(pause)
      command.signal(SIGKILL)
      command.wait()
      pause = pause * 3 / 2
      // Whichever moment it was: it is as it was, or done again.
      for home in ["desk", "laptop"] { try done("now", home: home) }
      #expect(try ids("desk").count == 2 && ids("laptop").count == 2)
      if round % 5 == 4 {
        try done("move", goals[0], home: "desk")
        for home in ["laptop", "desk"] { try done("now", home: home) }
        #expect(try awaited("desk") == [], "\(goals[0])")
        #expect(try isSame(["desk", "laptop"], everywhere: ["desk", "laptop"]))
        try await focus(in: "laptop")
        goals.swapAt(0, 1)
        pause = 1000
      }
    }
    try done("move", goals[0], home: "desk")
    for home in ["laptop", "desk", "laptop"] { try done("now", home: home) }
    let words = try ["desk", "laptop"].map { try run("status", home: $0).output }
    #expect(try isSame(["desk", "laptop"], everywhere: ["desk", "laptop"]), "\(words)")
    for home in ["desk", "laptop"] { #expect(try status(home)["why"]?.string == "", "\(words)") }
    #expect(!Files.exists(place("desk/sync-moving.json")))
  }

  @Test func refusesBadPlacesInOneLine() throws {
    try begin("laptop")
    try Files.makeFolder(place("taken"))
    try done("init", "folder:\(place("taken"))", home: "stranger")
    let theirs = try JSONDocument(run("invite", "--json", home: "stranger").output).root["link"]?.string ?? ""
    let kept = try Files.read(place("desk/sync.json"))
    for (goal, code, part) in [
      ("folder:\(place("nowhere"))", 66, "not there"), ("folder:", 66, "not there"),
      ("folder:\(place("taken"))", 77, "has a household"), (theirs, 77, "of another household"), ("nonsense", 64, ""),
      ("postgresql://a@example.org:6543/b", 64, "6543"), ("", 64, ""),
    ] as [(String, Int32, String)] {
      let refused = try run("move", goal, home: "desk")
      #expect(refused.exitCode == code && refused.output.isEmpty, "\(goal): \(refused.exitCode) \(refused.errors)")
      #expect(refused.errors.contains(part) && refused.errors.split(separator: "\n").count == 1, "\(refused.errors)")
    }
    #expect(try run("move", home: "desk").exitCode == 64)
    #expect(try run("move", "folder:\(place("one"))", home: "nobody").exitCode == 66)
    #expect(try Files.read(place("desk/sync.json")) == kept)
    // Where it is already, nothing happens.
    try done("move", household.server.address(), home: "desk")
    #expect(try Files.read(place("desk/sync.json")) == kept)
  }
}
