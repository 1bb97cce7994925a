import JSONText
import LinuxRuntime
import PrivatePostgres
import RealParts
import TestSupport
import Testing

/// A database behind a real pgbouncer.
@Suite(.realParts, .serialized) struct SyncPoolTests {
  private let household: TrialHousehold

  init() throws { household = try TrialHousehold() }

  /// A household of two homes that reach the database through a pool.
  private func begin(_ mode: PrivatePool.Mode) throws -> PrivatePool {
    func done(_ words: String...) throws {
      let done = try BuiltProgram.focuskey.run(["sync"] + words)
      #expect(done.exitCode == 0, "\(done.errors)")
    }
    try done("init", household.server.address(), "--name", "desk", "--home", household.home("desk", ""))
    try done("join", household.invite(), "--name", "laptop", "--home", household.home("laptop", ""))
    let path = household.folder("desk/sync.json")
    let note = try JSONDocument(try Files.read(path)).root
    let owner = try #require(note["owner"]?.string)
    let pool = try PrivatePool(
      mode, before: household.server, login: "focuskey_\(owner.prefix(12))",
      password: try #require(note["password"]?.string))
    for home in ["desk", "laptop"] {
      let path = household.folder("\(home)/sync.json")
      guard case .object(var object) = try JSONDocument(try Files.read(path)).root.value,
        case .string(let url)? = object["url"]
      else { continue }
      object["url"] = .string("\(url) port='\(PrivatePool.port)'")
      try Files.replace(path, with: JSONValue.object(object).octets)
    }
    return pool
  }

  private func findings(_ home: String) throws -> [String] {
    let done = try BuiltProgram.focuskey.run(["doctor", "--json", "--home", household.folder(home)])
    return try (JSONDocument(done.output).root["findings"]?.array ?? []).compactMap { $0["kind"]?.string }
      .filter { $0.hasPrefix("sync-") }
  }

  @Test func aPoolForTransactionsIsSeenThroughAndLookedAtFromTimeToTime() async throws {
    let pool = try begin(.transaction)
    let desk = try household.service("desk")
    let laptop = try household.service("laptop")
    // News that comes by itself does not arrive: so it is not promised.
    #expect(await eventually { desk.line == "polling" && laptop.line == "polling" }, "\(desk.sync) \(laptop.sync)")
    #expect(desk.sync?["why"]?.string == "Notifications do not arrive on this connection; it looks once a minute.")
    #expect(try findings("desk") == ["sync-unheard"])
    try desk.hurry("work")
    #expect(try desk("start", "work").exitCode == 0)
    #expect(await eventually { desk.pending == 0 })
    #expect(try laptop("sync", "now").exitCode == 0)
    #expect(
      await eventually { laptop.sync?["devices"]?.array?.first?["session"]?["profile"]?.string == "work" })
    _ = pool
  }

  @Test func aPoolForSessionsIsAsGoodAsTheDatabase() async throws {
    let pool = try begin(.session)
    let desk = try household.service("desk")
    let laptop = try household.service("laptop")
    #expect(await eventually { desk.line == "live" && laptop.line == "live" }, "\(desk.sync) \(laptop.sync)")
    #expect(try findings("desk") == [])
    #expect(try desk("start", "work").exitCode == 0)
    #expect(
      await eventually { laptop.sync?["devices"]?.array?.first?["session"]?["profile"]?.string == "work" })
    _ = pool
  }
}
