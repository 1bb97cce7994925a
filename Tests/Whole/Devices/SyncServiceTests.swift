import Glibc
import JSONText
import LinuxRuntime
import PrivatePostgres
import RealParts
import TestSupport
import Testing

/// Services that sync by themselves: each in a home of its own, as on computers of their own, with one database.
@Suite(.realParts, .serialized) struct SyncServiceTests {
  private let household: TrialHousehold

  init() throws { household = try TrialHousehold() }

  @Test func aStartIsSeenOnTheOtherAndFollowed() async throws {
    let desk = try household.begin("desk")
    let laptop = try household.join("laptop", "sync: { follow: true }")
    let tablet = try household.join("tablet")
    for service in [desk, laptop, tablet] { #expect(await eventually { service.line == "live" }, "\(service.sync)") }
    for service in [desk, laptop] { try service.hurry("work") }
    #expect(try desk("start", "work", "--task", "Write").exitCode == 0)
    #expect(await eventually { laptop.state == "focusing" })
    #expect(laptop.status?["task"]?.string == "Write")
    #expect(laptop.status?["session"]?.string == desk.status?["session"]?.string)
    // A break there is one here, and what ends there ends here.
    #expect(try desk("break", "1").exitCode == 0)
    #expect(await eventually { laptop.state == "break" })
    #expect(try desk("resume").exitCode == 0)
    #expect(await eventually { laptop.state == "focusing" })
    // Not the other way round: what the one who follows says is its own.
    #expect(try desk("stop").exitCode == 0)
    #expect(await eventually { (try? desk("confirm").exitCode) == 0 })
    #expect(await eventually { laptop.state == "idle" })
    // Who did not choose to follow has heard all of it, and did nothing.
    #expect(await eventually { tablet.head(of: "desk") == desk.head(of: "desk") })
    #expect(tablet.state == "idle" && tablet.sessions == 0 && laptop.sessions == 1)
    // Each hears the other to the last message, and nothing goes round in circles.
    #expect(await eventually { desk.head(of: "laptop") == laptop.head(of: "laptop") && desk.pending == 0 })
  }

  @Test func whatIsElsewhereComesOnTopOfTheOwnSession() async throws {
    let desk = try household.begin("desk")
    let laptop = try household.join("laptop", "sync: { follow: true }")
    try desk.hurry("work")
    #expect(try laptop("start", "study").exitCode == 0)
    #expect(try desk("start", "work", "--minutes", "30").exitCode == 0)
    #expect(await eventually { laptop.layers == 2 })
    #expect(laptop.status?["profile"]?.string == "study")
    // Each shows what the other does, and the statistics are those of both.
    let shown = laptop.sync?["devices"]?.array?.first
    #expect(shown?["name"]?.string == "desk" && shown?["session"]?["name"]?.string == "Work")
    #expect(shown?["session"]?["planned_end"]?.string != nil && shown?["session"]?["followed"]?.bool == false)
    #expect(try laptop("status").output.contains("\nOn desk: Work until "))
    #expect(await eventually { desk.counted() == 2 && laptop.counted() == 2 })
    for (name, sessions) in [("desk", 1), ("laptop", 1)] as [(String, Int64)] {
      #expect(desk.counted("--device", name) == sessions && laptop.counted("--device", name) == sessions)
    }
    #expect(try desk("stats", "--device", "nobody").exitCode == 66)
    #expect(try desk("stop").exitCode == 0)
    #expect(await eventually { (try? desk("confirm").exitCode) == 0 })
    #expect(await eventually { laptop.layers == 1 })
    #expect(laptop.state == "focusing")
  }

  @Test func aServerThatIsAwayHoldsUpNothing() async throws {
    let desk = try household.begin("desk")
    let laptop = try household.join("laptop", "sync: { follow: true }")
    #expect(await eventually { laptop.line == "live" && desk.line == "live" })
    household.server.stop(SIGQUIT)
    #expect(await eventually { desk.line == "offline" && laptop.line == "offline" })
    #expect(desk.sync?["why"]?.string?.isEmpty == false)
    #expect(try desk("start", "work").exitCode == 0 && desk.state == "focusing")
    let now = try desk("sync", "now")
    #expect(now.exitCode == 69 && now.errors.contains("does not answer"), "\(now.errors)")
    #expect(desk.pending > 0)
    try household.server.start()
    #expect(try desk("sync", "now").exitCode == 0)
    #expect(try laptop("sync", "now").exitCode == 0)
    #expect(await eventually { desk.pending == 0 && laptop.state == "focusing" })
    #expect(desk.line == "live" && laptop.line == "live")
  }

  @Test func aServerThatIsAwayIsNotLookedForAllTheTime() async throws {
    let desk = try household.begin("desk")
    #expect(await eventually { desk.line == "live" })
    household.server.stop(SIGQUIT)
    #expect(await eventually { desk.line == "offline" })
    #expect(try desk("start", "work").exitCode == 0)
    // A look each second, then each second one: not one after the other.
    let before = ProcessEntry.of(desk.id).ticks
    try await Task.sleep(for: .seconds(5))
    #expect(ProcessEntry.of(desk.id).ticks - before < 50)
  }

  @Test func aServerThatOnlyReadsStillTells() async throws {
    let desk = try household.begin("desk")
    let laptop = try household.join("laptop")
    #expect(await eventually { laptop.line == "live" && desk.line == "live" })
    _ = try household.server.sql("ALTER DATABASE postgres SET default_transaction_read_only = on")
    _ = try household.server.sql(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'focuskey'")
    #expect(try desk("start", "work").exitCode == 0)
    #expect(await eventually { desk.line == "offline" && desk.sync?["why"]?.string?.contains("25006") == true })
    #expect(desk.state == "focusing")
    _ = try household.server.sql(
      "BEGIN READ WRITE; ALTER DATABASE postgres RESET default_transaction_read_only; COMMIT")
    #expect(try desk("sync", "now").exitCode == 0)
    #expect(await eventually { desk.line == "live" && desk.pending == 0 })
    #expect(try laptop("sync", "now").exitCode == 0)
    #expect(laptop.head(of: "desk") == desk.head(of: "desk"))
  }

  @Test func joiningAndLeavingWhileTheServiceRuns() async throws {
    _ = try household.begin("desk")
    let home = try household.home("laptop", "")
    let laptop = try RunningService(home: home)
    #expect(laptop.line == "off")
    let link = try household.invite()
    #expect(try laptop("sync", "join", link, "--name", "laptop").exitCode == 0)
    #expect(await eventually { laptop.line == "live" })
    #expect(try laptop("sync", "leave").exitCode == 0)
    #expect(await eventually { laptop.line == "off" })
    #expect(Folder.names(in: home).allSatisfy { !$0.hasPrefix("sync") })
    #expect(laptop.stop() == 0)
    // Nobody says that a line is live which nobody has.
    let desk = try household.service("desk")
    #expect(await eventually { desk.line == "live" })
    desk.kill()
    let status = try JSONDocument(try desk("sync", "status", "--json").output).root
    #expect(status["state"]?.string == "offline" && status["why"]?.string == "FocusKey is not running.")
  }

  @Test func commandsAtTheSameMomentWaitForEachOther() async throws {
    let desk = try household.begin("desk")
    desk.stop()
    // Who opens the file of messages first makes it, while others open it too.
    for _ in 0..<20 {
      for name in Folder.names(in: desk.home) where name.hasPrefix("sync.sqlite") {
        _ = unsafe unlink("\(desk.home)/\(name)")
      }
      let commands = try (0..<6).map { _ in
        try ChildProcess.start(
          BuiltProgram.focuskey.path, ["sync", "status", "--json", "--home", desk.home],
          environment: TrialEnvironment.lines(), output: .nothing)
      }
      #expect(commands.map { $0.wait() } == [Int32](repeating: 0, count: 6))
    }
  }

  @Test func settingsAreChecked() throws {
    for (text, part) in [("{ follow: 1 }", "true or false"), ("{ folow: true }", "folow"), ("true", "an object")] {
      let home = try household.home("bad", "sync: \(text)")
      let done = try BuiltProgram.focuskey.run(["serve", "--home", home])
      #expect(done.exitCode == 65 && done.errors.contains(part), "\(done.exitCode) \(done.errors)")
    }
  }
}
