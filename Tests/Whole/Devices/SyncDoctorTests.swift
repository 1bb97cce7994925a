import Glibc
import JSONText
import LinuxRuntime
import PrivatePostgres
import RealParts
import TestSupport
import Testing

/// What `doctor` says of a household whose database is not as it should be: a real server, made so.
@Suite(.realParts, .serialized) struct SyncDoctorTests {
  private let home = TemporaryFolder()
  private let server: PrivatePostgres

  init() throws {
    server = try PrivatePostgres()
  }

  private func begin() throws {
    let done = try BuiltProgram.focuskey.run(["sync", "init", server.address(), "--home", home.path])
    #expect(done.exitCode == 0, "\(done.errors)")
  }

  /// What it finds of several devices: kind, level and the first line of the fix.
  private func found() throws -> [String] {
    let done = try BuiltProgram.focuskey.run(["doctor", "--json", "--home", home.path])
    let findings = try JSONDocument(done.output).root["findings"]?.array ?? []
    return findings.compactMap { finding in
      guard let kind = finding["kind"]?.string, kind.hasPrefix("sync-") else { return nil }
      return "\(kind) \(finding["level"]?.string ?? ""): \(finding["fix"]?.array?.first?.string ?? "")"
    }
  }

  @Test func aHouseholdWithoutTroubleAndNone() throws {
    #expect(try found() == [])
    try begin()
    #expect(try found() == [])
  }

  @Test func aServerThatIsAway() throws {
    try begin()
    server.stop(SIGQUIT)
    #expect(try found() == ["sync-database-away problem: focuskey sync now"])
  }

  @Test func aLaterSchemaAndNone() throws {
    try begin()
    _ = try server.sql(
      "CREATE OR REPLACE FUNCTION focuskey.version() RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT 99'")
    #expect(try found() == ["sync-newer-schema problem: "])
    _ = try server.sql("DROP SCHEMA focuskey CASCADE")
    #expect(try found() == ["sync-no-schema problem: focuskey sync schema"])
  }

  /// Functions of the server's that its logins find before the real ones.
  private func deceive(_ function: String) throws {
    for line in [
      "CREATE SCHEMA IF NOT EXISTS trick", "GRANT USAGE ON SCHEMA trick TO PUBLIC", "CREATE FUNCTION trick.\(function)",
      "ALTER DATABASE postgres SET search_path = trick, pg_catalog",
    ] { #expect(try server.sql(line) == "") }
  }

  @Test func aClockThatIsOff() throws {
    try begin()
    try deceive(
      "clock_timestamp() RETURNS timestamptz LANGUAGE sql AS 'SELECT pg_catalog.clock_timestamp() + interval ''1 hour'''"
    )
    let found = try found()
    #expect(found == ["sync-clock note: timedatectl set-ntp true"])
  }

  @Test func notificationsThatNeverArrive() async throws {
    try begin()
    try deceive("pg_notify(text, text) RETURNS void LANGUAGE sql AS ''")
    #expect(try found() == ["sync-unheard note: focuskey sync leave"])
    // The service looks by itself then, and says so.
    let service = try RunningService(home: home.path)
    #expect(await eventually { service.line == "polling" })
    #expect(service.sync?["why"]?.string?.contains("once a minute") == true)
  }
}
