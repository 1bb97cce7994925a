import PostgresMailbox
import PrivatePostgres
import RealParts
import SyncProtocol
import Testing

/// What a real PostgreSQL server lets a device that was put out do, and what happens at the same moment.
@Suite(.realParts) struct MailboxEpochTests {
  private let trial: MailboxTrial
  private let owner = MailboxTrial.owner(1)
  private let address: MailboxAddress

  init() throws {
    trial = try MailboxTrial()
    address = try trial.household("ada", owner: owner)
  }

  /// Three devices with a token each, the first to come is the first.
  private func household() throws -> [PostgresMailbox] {
    try (1...3).map { number in
      let mailbox = try PostgresMailbox(at: address)
      let ticket = [UInt8](repeating: UInt8(number), count: 16)
      if number > 1 { try PostgresMailbox.entered(address, 1).invite(ticket, seconds: 60) }
      try mailbox.enroll(
        MailboxTrial.device(UInt64(number)), key: Array(1...32), token: [UInt8](repeating: UInt8(number), count: 32),
        ticket: number > 1 ? ticket : nil)
      return mailbox
    }
  }

  @Test func theLoginAloneReadsAndWritesNothing() throws {
    let mailboxes = try household()
    _ = try mailboxes[0].push(MailboxTrial.envelopes(1...5, of: MailboxTrial.device(1), owner))
    func asAda(_ text: String) throws -> String { try trial.server.sql(text, as: "ada", password: "its own") }
    let id = MailboxTrial.device(1).text
    let tables = ["owner", "device", "envelope", "snapshot"]
    let rows = "SELECT " + tables.map { "(SELECT count(*) FROM focuskey.\($0))" }.joined(separator: " + ")
    for forged in [
      "", "SET focuskey.device = '\(id)'; ", "SET focuskey.device = '\(id)'; SET focuskey.token = ''; ",
      "SET focuskey.device = '\(id)'; SET focuskey.token = '0101'; ",
    ] { #expect(try asAda(forged + rows) == "0\n", "\(forged)") }
    for call in [
      "heads()", "forget()", "retire('\(id)')", "push('\(id)', 6, '{1}', '{x}', '{x}')", "keep_sheet('\(id)')",
      "invite('\(id)', 60)", "compact('\(id)', 5, 1, 'x')", "revoke('\(id)', 2, '{}', '{}')", "taken('\(id)', 'x')",
      "admit('\(id)', 'x', 'x', false)", "renew('x')", "go_on(9)", "restore('\(id)', 6, '{1}', '{x}', '{x}')",
      "restore_snapshot('\(id)', 5, 1, 'x')",
    ] {
      let said = try asAda("SET focuskey.device = '\(id)'; SELECT focuskey.\(call)")
      #expect(said.contains("no such device"), "\(call): \(said)")
    }
    #expect(throws: MailboxError.unknownDevice) {
      try PostgresMailbox(at: address).enter(MailboxTrial.device(1), token: [UInt8](repeating: 2, count: 32))
    }
    #expect(try mailboxes[1].members().map { $0.head.number } == [5, 0, 0])
  }

  @Test func whoIsPutOutIsOutOnOpenConnectionsToo() throws {
    let mailboxes = try household()
    let id = MailboxTrial.device(3)
    _ = try mailboxes[0].push(MailboxTrial.envelopes(1...5, of: MailboxTrial.device(1), owner))
    let ticket = [UInt8](repeating: 9, count: 16)
    try mailboxes[2].invite(ticket, seconds: 60)
    try mailboxes[0].revoke(
      id, beginning: Epoch(2), telling: [(MailboxTrial.device(1), [1, 1]), (MailboxTrial.device(2), [2, 2])])
    #expect(throws: MailboxError.revoked) { try mailboxes[2].members() }
    #expect(throws: MailboxError.revoked) { try mailboxes[2].push(MailboxTrial.envelopes(1...1, of: id, owner)) }
    #expect(throws: MailboxError.revoked) { try mailboxes[2].invite(ticket, seconds: 60) }
    #expect(throws: MailboxError.revoked) { try mailboxes[2].forget() }
    #expect(throws: MailboxError.revoked) {
      try PostgresMailbox(at: address).enter(id, token: [UInt8](repeating: 3, count: 32))
    }
    #expect(
      try mailboxes[2].pull(SyncPlan.Pull(device: MailboxTrial.device(1), after: 0), of: owner).isEmpty)
    // An invitation that it made is void, and it cannot come back in without one.
    for used in [ticket, nil] {
      #expect(throws: MailboxError.self) {
        try mailboxes[2].enroll(MailboxTrial.device(4), key: Array(1...32), token: Array(1...32), ticket: used)
      }
    }
    #expect(try mailboxes[1].members().map { $0.sealed } == [[1, 1], [2, 2], nil])
    // With the key of before nobody sends any more.
    #expect(throws: MailboxError.oldKey) {
      try mailboxes[0].push(MailboxTrial.envelopes(6...6, of: MailboxTrial.device(1), owner))
    }
  }

  @Test func twoChangesAtOnceAreOneAfterTheOther() throws {
    let mailboxes = try household()
    let (one, two, three) = (MailboxTrial.device(1), MailboxTrial.device(2), MailboxTrial.device(3))
    // Somebody joined after the others were counted.
    #expect(throws: MailboxError.raced) {
      try mailboxes[0].revoke(three, beginning: Epoch(2), telling: [(one, [1])])
    }
    #expect(try mailboxes[2].members().allSatisfy { !$0.isRevoked && $0.sealed == nil })
    try mailboxes[0].revoke(three, beginning: Epoch(2), telling: [(one, [1]), (two, [2])])
    #expect(throws: MailboxError.raced) { try mailboxes[1].revoke(one, beginning: Epoch(2), telling: [(two, [5])]) }
    // One who was away finds both, and what comes while it reads stays.
    try mailboxes[1].revoke(one, beginning: Epoch(3), telling: [(two, [4])])
    #expect(try mailboxes[1].members()[1].sealed == [2, 4])
    try mailboxes[1].taken([2], by: two)
    #expect(try mailboxes[1].members()[1].sealed == [2, 4])
    try mailboxes[1].taken([2, 4], by: two)
    #expect(try mailboxes[1].members()[1].sealed == nil)
  }
}

extension PostgresMailbox {
  /// A connection of one of the trial's devices.
  fileprivate static func entered(_ address: MailboxAddress, _ number: UInt8) throws -> PostgresMailbox {
    let mailbox = try PostgresMailbox(at: address)
    try mailbox.enter(MailboxTrial.device(UInt64(number)), token: [UInt8](repeating: number, count: 32))
    return mailbox
  }
}
