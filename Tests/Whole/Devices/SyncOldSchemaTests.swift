import JSONText
import LinuxRuntime
import PrivatePostgres
import RealParts
import TestSupport
import Testing

/// A database whose mailbox an earlier version made, before devices had tokens: one clear line, and nothing half done.
@Suite(.realParts, .serialized) struct SyncOldSchemaTests {
  private let household: TrialHousehold

  init() throws { household = try TrialHousehold() }

  private func run(_ words: String..., home: String) throws -> BuiltProgram.Outcome {
    try BuiltProgram.focuskey.run(words + ["--home", household.folder(home)])
  }

  /// Takes away what the second version added.
  private func makeOld() throws {
    let made = try household.server.sql(
      """
      SET client_min_messages = error;
      DROP FUNCTION focuskey.enter, focuskey.mine, focuskey.revoke, focuskey.taken, focuskey.keep_sheet,
        focuskey.forget_device;
      DROP FUNCTION focuskey.enroll(uuid, bytea, bytea, uuid);
      ALTER TABLE focuskey.owner DROP COLUMN epoch;
      ALTER TABLE focuskey.device DROP COLUMN proof;
      ALTER TABLE focuskey.ticket DROP COLUMN lasting;
      CREATE OR REPLACE FUNCTION focuskey.version() RETURNS int
        LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS 'SELECT 1';
      """)
    #expect(made == "", "\(made)")
  }

  @Test func oneLineUntilTheOwnerRunsTheSQL() async throws {
    let desk = try household.begin("desk")
    #expect(await eventually { desk.line == "live" })
    let link = try household.invite()
    let kept = try Files.read(household.folder("desk/sync.json"))
    let rows = "SELECT count(*) FROM focuskey.device, focuskey.ticket"
    try makeOld()
    _ = try household.server.sql(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'focuskey'")
    #expect(await eventually { desk.line == "offline" })
    #expect(await eventually { desk.sync?["why"]?.string == "An earlier version of FocusKey made the mailbox (1)." })
    let login = try #require(
      try JSONDocument(kept).root["url"]?.string.map { url in
        (url, try JSONDocument(kept).root["password"]?.string ?? "")
      })
    for (words, home) in [
      (["now"], "desk"), (["invite"], "desk"), (["revoke", "nobody"], "desk"), (["recovery"], "desk"),
      (["rename", "x"], "desk"), (["join", link], "laptop"), (["init", "\(login.0) password='\(login.1)'"], "laptop"),
    ] {
      let refused = try BuiltProgram.focuskey.run(["sync"] + words + ["--home", household.folder(home)])
      #expect(refused.exitCode == 69 && refused.output.isEmpty, "\(words): \(refused.exitCode) \(refused.errors)")
      #expect(refused.errors.split(separator: "\n").count == 1, "\(refused.errors)")
      #expect(refused.errors.contains("(1)") && refused.errors.contains("focuskey sync schema"), "\(refused.errors)")
    }
    #expect(
      !Files.exists(household.folder("laptop/sync.json")) && !Files.exists(household.folder("laptop/sync.sqlite")))
    #expect(try Files.read(household.folder("desk/sync.json")) == kept)
    #expect(try household.server.sql(rows) == "1\n")
    let findings = try JSONDocument(try run("doctor", "--json", home: "desk").output).root["findings"]?.array ?? []
    #expect(findings.first { $0["kind"]?.string == "sync-older-schema" }?["level"]?.string == "problem")
    // What the doctor and the line say is enough, and the device's first token is taken for its own.
    #expect(try desk("start", "work").exitCode == 0 && desk.state == "focusing")
    let sql = try run("sync", "schema", home: "desk").output
    #expect(try household.server.sql(sql).contains("ERROR") == false)
    #expect(try desk("sync", "now").exitCode == 0)
    #expect(await eventually { desk.line == "live" && desk.pending == 0 })
    let joined = try run("sync", "join", link, home: "laptop")
    #expect(joined.exitCode == 0, "\(joined.errors)")
  }
}
