import Glibc
import LinuxRuntime
import PostgresMailbox
import PrivatePostgres
import RealParts
import SyncProtocol
import Testing

/// A real PostgreSQL server as the mailbox of several devices.
@Suite(.realParts) struct MailboxTests {
  private let trial: MailboxTrial
  private var server: PrivatePostgres { trial.server }

  init() throws { trial = try MailboxTrial() }

  @Test func theSchemaCanBeAppliedTwice() throws {
    for _ in 0..<2 { #expect(try server.sql(PostgresMailbox.schema) == "") }
    #expect(try server.sql("SELECT focuskey.version()") == "2\n")
  }

  @Test func whatIsSentComesBackAndSendingAgainIsHarmless() throws {
    let (owner, device) = (MailboxTrial.owner(1), MailboxTrial.device(1))
    let mailbox = try PostgresMailbox(at: trial.household("ada", owner: owner))
    #expect(try mailbox.household() == owner)
    try mailbox.enroll(device, key: Array(1...32), token: MailboxTrial.token, ticket: nil)
    let sent = MailboxTrial.envelopes(1...40, of: device, owner)
    #expect(try mailbox.push(Array(sent[..<30])) == 30)
    #expect(try mailbox.push(Array(sent[10...])) == 40)
    #expect(try mailbox.pull(SyncPlan.Pull(device: device, after: 0), of: owner) == sent)
    #expect(try mailbox.pull(SyncPlan.Pull(device: device, after: 38), of: owner).map { $0.header.number } == [39, 40])
    let member = try #require(try mailbox.members().first)
    #expect(member.head == Head(device: device, number: 40, chain: sent[39].chain))
    #expect(member.key == Array(1...32) && !member.isRevoked)
    #expect(throws: MailboxError.gap(due: 41)) {
      try mailbox.push(MailboxTrial.envelopes(43...44, of: device, owner))
    }
    #expect(throws: MailboxError.forked(head: 40)) {
      try mailbox.push(MailboxTrial.envelopes(40...41, of: device, owner, mark: 5))
    }
    #expect(throws: MailboxError.unknownDevice) {
      try mailbox.push(MailboxTrial.envelopes(1...1, of: MailboxTrial.device(2), owner))
    }
    let other = try PostgresMailbox(at: trial.login("ada"))
    try mailbox.invite(Array(1...16), seconds: 60)
    try other.enroll(MailboxTrial.device(3), key: Array(1...32), token: MailboxTrial.token, ticket: Array(1...16))
    try mailbox.retire(device)
    #expect(throws: MailboxError.revoked) { try mailbox.push(MailboxTrial.envelopes(41...41, of: device, owner)) }
    #expect(throws: MailboxError.revoked) { try mailbox.forget() }
    #expect(try other.forget() == 0)
    #expect(throws: MailboxError.noHousehold) { try mailbox.household() }
    #expect(try server.sql("SELECT count(*) FROM focuskey.envelope") == "0\n")
  }

  @Test func anInvitationLetsOneDeviceIn() throws {
    let owner = MailboxTrial.owner(1)
    let mailbox = try PostgresMailbox(at: trial.household("ada", owner: owner))
    try mailbox.enroll(MailboxTrial.device(1), key: Array(1...32), token: MailboxTrial.token, ticket: nil)
    #expect(throws: MailboxError.needsInvitation) {
      try mailbox.enroll(MailboxTrial.device(2), key: Array(1...32), token: MailboxTrial.token, ticket: nil)
    }
    let ticket = [UInt8](repeating: 5, count: 16)
    try mailbox.invite(ticket, seconds: 300)
    try mailbox.enroll(MailboxTrial.device(2), key: Array(1...32), token: MailboxTrial.token, ticket: ticket)
    #expect(throws: MailboxError.usedInvitation) {
      try mailbox.enroll(MailboxTrial.device(3), key: Array(1...32), token: MailboxTrial.token, ticket: ticket)
    }
    // One that is over.
    try mailbox.invite(ticket, seconds: 300)
    _ = try server.sql("UPDATE focuskey.ticket SET expires = now() - interval '1 second'")
    #expect(throws: MailboxError.usedInvitation) {
      try mailbox.enroll(MailboxTrial.device(3), key: Array(1...32), token: MailboxTrial.token, ticket: ticket)
    }
    #expect(try mailbox.members().count == 2)
  }

  /// What one household tries at another: nothing is seen, nothing is changed.
  @Test func anotherHouseholdSeesNothing() throws {
    let (owner, device) = (MailboxTrial.owner(1), MailboxTrial.device(1))
    let mailbox = try PostgresMailbox(at: trial.household("ada", owner: owner))
    try mailbox.enroll(device, key: Array(1...32), token: MailboxTrial.token, ticket: nil)
    _ = try mailbox.push(MailboxTrial.envelopes(1...5, of: device, owner))
    let other = try PostgresMailbox(at: trial.household("eve", owner: MailboxTrial.owner(2)))
    try other.enroll(MailboxTrial.device(9), key: Array(1...32), token: MailboxTrial.token, ticket: nil)
    let all = "SELECT (SELECT count(*) FROM focuskey.envelope) || ' ' || (SELECT count(*) FROM focuskey.device)"
    func asEve(_ text: String) throws -> String {
      try server.sql(MailboxTrial.entry(MailboxTrial.device(9)) + text, as: "eve", password: "its own")
    }
    // A forged claim of a web token, as a role that was set would carry it.
    for claim in ["", #"SET request.jwt.claims = '{"sub":"ada"}'; "#, "SET ROLE focuskey_device; "] {
      let seen = try asEve(claim + all)
      #expect(seen == "0 1\n" || seen == "0 0\n", "\(claim)")
      for table in ["owner", "device", "envelope", "snapshot"] {
        #expect(try asEve(claim + "SELECT count(*) FROM focuskey.\(table) WHERE owner = '\(owner.text)'") == "0\n")
      }
    }
    #expect(try asEve("SELECT count(*) FROM focuskey.pull('\(device.text)', 0, 100)") == "0\n")
    #expect(try asEve("SELECT count(*) FROM focuskey.heads() WHERE device = '\(device.text)'") == "0\n")
    #expect(throws: MailboxError.unknownDevice) { try other.push(MailboxTrial.envelopes(6...6, of: device, owner)) }
    #expect(throws: MailboxError.unknownDevice) { try other.retire(device) }
    for deed in [
      "INSERT INTO focuskey.envelope SELECT '\(owner.text)', '\(device.text)', 6, 1, chain, box FROM focuskey.envelope",
      "UPDATE focuskey.envelope SET box = 'x'", "DELETE FROM focuskey.envelope", "TRUNCATE focuskey.device CASCADE",
      "UPDATE focuskey.owner SET login = 'eve'", "SELECT * FROM focuskey.ticket",
      "COPY focuskey.envelope FROM PROGRAM 'true'", "ALTER TABLE focuskey.envelope DISABLE ROW LEVEL SECURITY",
      "CREATE FUNCTION focuskey.me() RETURNS uuid LANGUAGE sql AS 'SELECT NULL::uuid'",
    ] {
      let said = try asEve(deed)
      #expect(said.contains("ERROR"), "\(deed): \(said)")
    }
    #expect(try asEve("SELECT focuskey.compact('\(device.text)', 5, 1, 'x')").contains("no such device"))
    #expect(try asEve("SELECT focuskey.found('\(owner.text)')").contains(MailboxTrial.owner(2).text.suffix(12)))
    #expect(try other.forget() == 0)
    #expect(try mailbox.members().map { $0.head.number } == [5])
  }

  @Test func aSnapshotTakesTheOldEnvelopesPlace() throws {
    let (owner, device) = (MailboxTrial.owner(1), MailboxTrial.device(1))
    let mailbox = try PostgresMailbox(at: trial.household("ada", owner: owner))
    try mailbox.enroll(device, key: Array(1...32), token: MailboxTrial.token, ticket: nil)
    _ = try mailbox.push(MailboxTrial.envelopes(1...20, of: device, owner))
    func asAda(_ text: String) throws -> String {
      try server.sql(MailboxTrial.entry(device) + text, as: "ada", password: "its own")
    }
    #expect(try asAda("SELECT focuskey.compact('\(device.text)', 21, 1, 'x')").contains("no such number"))
    #expect(try asAda("SELECT focuskey.compact('\(device.text)', 20, 1, 'x')") == "19\n")
    #expect(try mailbox.members().first?.head.number == 20)
    #expect(try mailbox.push(MailboxTrial.envelopes(21...22, of: device, owner)) == 22)
  }

  @Test func newsWakesTheOtherDevice() throws {
    let (owner, device) = (MailboxTrial.owner(1), MailboxTrial.device(1))
    let address = try trial.household("ada", owner: owner)
    let (one, other) = (try PostgresMailbox(at: address), try PostgresMailbox(at: address))
    try one.enroll(device, key: Array(1...32), token: MailboxTrial.token, ticket: nil)
    try other.enter(device, token: MailboxTrial.token)
    #expect(try other.listen())
    #expect(try other.wait(milliseconds: 1) == false)
    _ = try one.push(MailboxTrial.envelopes(1...1, of: device, owner))
    #expect(try other.wait(milliseconds: 30_000))
    // Sending the same again is not news.
    _ = try one.push(MailboxTrial.envelopes(1...1, of: device, owner))
    #expect(try other.wait(milliseconds: 50) == false)
  }

  @Test func waitingCanBeCalledOff() throws {
    let ends = try makePipe()
    let reading = Descriptor(owning: ends.reading)
    let writing = Descriptor(owning: ends.writing)
    let address = try trial.household("ada", owner: MailboxTrial.owner(1))
    let mailbox = try PostgresMailbox(at: address, cancel: reading.number)
    try mailbox.enroll(MailboxTrial.device(1), key: Array(1...32), token: MailboxTrial.token, ticket: nil)
    #expect(try mailbox.listen())
    try Files.write([1], to: writing.number)
    let began = ContinuousClock.now
    #expect(try mailbox.wait(milliseconds: 600_000) == false)
    #expect(ContinuousClock.now - began < .seconds(300))
  }

  @Test func aServerThatIsAwayIsOneClearError() throws {
    let owner = MailboxTrial.owner(1)
    let address = try trial.household("ada", owner: owner)
    let mailbox = try PostgresMailbox(at: address)
    server.stop(SIGQUIT)
    #expect { try mailbox.members() } throws: { error in
      if case MailboxError.away = error { true } else { false }
    }
    #expect(mailbox.isBroken)
    #expect { try PostgresMailbox(at: address) } throws: { error in
      if case MailboxError.away = error { true } else { false }
    }
    try server.start()
    #expect(try PostgresMailbox(at: address).household() == owner)
  }

  @Test func whoMayNotIsTold() throws {
    let address = try MailboxAddress(server.address())
    #expect(throws: MailboxError.noSchema) { try PostgresMailbox(at: address) }
    #expect { try PostgresMailbox(at: address.login("postgres", password: "wrong")) } throws: { error in
      if case MailboxError.refused = error { true } else { false }
    }
    _ = try trial.household("ada", owner: MailboxTrial.owner(1))
    _ = try server.sql("CREATE ROLE stranger LOGIN PASSWORD 'open sesame'")
    #expect { try PostgresMailbox(at: address.login("stranger", password: "open sesame")) } throws: { error in
      if case MailboxError.notAllowed = error { true } else { false }
    }
    #expect(try PostgresMailbox.isOwner(address))
    #expect(try !PostgresMailbox.isOwner(address.login("stranger", password: "open sesame")))
    _ = try server.sql(
      "CREATE OR REPLACE FUNCTION focuskey.version() RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT 3'")
    #expect(throws: MailboxError.newerSchema(3)) { try PostgresMailbox(at: address) }
    #expect(try server.sql(PostgresMailbox.schema).contains("a later version of FocusKey"))
  }
}
