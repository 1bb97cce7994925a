internal import CMailboxSchema
internal import Octets
package import SyncProtocol

/// A household's mailbox in a PostgreSQL database, over one connection; for one thread. Every call waits for the
/// server, for seconds where it is away: never call from an event loop.
package final class PostgresMailbox: HouseholdMailbox {
  let line: PostgresLine
  private let address: MailboxAddress
  private let cancel: Int32
  /// The version of the schema that this program speaks.
  private static let version = 2

  /// The SQL that the database's owner runs once.
  package static var schema: String { unsafe String(cString: focuskey_mailbox_schema()) }

  /// Connects as a mailbox's login; `cancel` becomes readable to end a wait, -1 for none.
  package init(at address: MailboxAddress, cancel: Int32 = -1) throws(MailboxError) {
    line = try PostgresLine(address, cancel: cancel)
    (self.address, self.cancel) = (address, cancel)
    let version = try line.rows("SELECT focuskey.version()").first?.first.flatMap { $0.flatMap { Int($0) } } ?? 0
    if version > Self.version { throw .newerSchema(version) }
    if version < Self.version { throw .olderSchema(version) }
  }

  package var isBroken: Bool { line.isBroken }

  /// Makes this login's household if there is none; returns its id.
  package func found(_ owner: OwnerID) throws(MailboxError) -> OwnerID {
    guard let found = try line.rows("SELECT focuskey.found($1)", owner.text).first?.first.flatMap({ Self.owner($0) })
    else { throw .noHousehold }
    return found
  }

  package func household() throws(MailboxError) -> OwnerID {
    guard let owner = try line.rows("SELECT focuskey.mine()").first?.first.flatMap({ Self.owner($0) }) else {
      throw .noHousehold
    }
    return owner
  }

  /// Lets one device in that shows the ticket in time.
  package func invite(_ ticket: [UInt8], seconds: Int) throws(MailboxError) {
    try line.rows("SELECT focuskey.invite($1, $2)", HexText.text(of: ticket), String(seconds))
  }

  /// Adds a device, the first without a ticket; the connection is then that device's.
  package func enroll(_ device: DeviceID, key: [UInt8], token: [UInt8], ticket: [UInt8]?) throws(MailboxError) {
    try line.rows(
      "SELECT focuskey.enroll($1, $2, $3, $4)", device.text, Self.bytea(key), Self.bytea(token),
      ticket.map { HexText.text(of: $0) })
  }

  package var carrier: MailboxCarrier { .database }
  /// Always empty: a faulty database is noticed by what it returns.
  package var faults: [MailboxFault] { [] }
  /// Always `nil`: the database puts devices out one after the other.
  package var outsider: DeviceID? { nil }

  package func members(known: Heads) throws(MailboxError) -> [HouseholdMember] {
    try line.rows("SELECT device, seq, chain, key, sealed, revoked FROM focuskey.heads()").compactMap { row in
      guard row.count == 6, let device = row[0].flatMap({ Self.uuid($0) }).flatMap({ DeviceID(octets: $0) }),
        let number = row[1].flatMap({ UInt64($0) }), let key = row[3].flatMap({ Self.octets($0) })
      else { return nil }
      let chain = row[2].flatMap { Self.octets($0) }.flatMap { ChainLink(octets: $0) } ?? .start
      return HouseholdMember(
        head: Head(device: device, number: number, chain: chain), key: key, sealed: row[4].flatMap { Self.octets($0) },
        isRevoked: row[5] == "t")
    }
  }

  /// A page of a device's envelopes, unverified: `DeviceLog` judges them.
  package func pull(_ pull: SyncPlan.Pull, of owner: OwnerID, most: Int) throws(MailboxError) -> [Envelope] {
    let rows = try line.rows(
      "SELECT seq, epoch, chain, box FROM focuskey.pull($1, $2, $3)", pull.device.text, String(pull.after),
      String(most))
    return rows.compactMap { row in
      guard row.count == 4, let number = row[0].flatMap({ UInt64($0) }), let epoch = row[1].flatMap({ UInt32($0) }),
        let chain = row[2].flatMap({ Self.octets($0) }).flatMap({ ChainLink(octets: $0) }),
        let box = row[3].flatMap({ Self.octets($0) })
      else { return nil }
      let header = EnvelopeHeader(owner: owner, device: pull.device, number: number, epoch: Epoch(epoch))
      return Envelope(header: header, chain: chain, box: box)
    }
  }

  /// Appends envelopes to this device's log; returns how far the mailbox then has it.
  package func push(_ envelopes: [Envelope]) throws(MailboxError) -> UInt64 {
    guard let first = envelopes.first?.header else { return 0 }
    let epochs = envelopes.map { String($0.header.epoch.number) }
    let chains = envelopes.map { Self.quotedBytea($0.chain.octets) }
    let boxes = envelopes.map { Self.quotedBytea($0.box) }
    let rows = try line.rows(
      "SELECT focuskey.push($1, $2, $3, $4, $5)", first.device.text, String(first.number), Self.array(epochs),
      Self.array(chains), Self.array(boxes))
    return rows.first?.first.flatMap { $0.flatMap { UInt64($0) } } ?? 0
  }

  /// The mailbox's clock, in milliseconds since 1970.
  package func clock() throws(MailboxError) -> Int64 {
    let rows = try line.rows("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint")
    return rows.first?.first.flatMap { $0.flatMap { Int64($0) } } ?? 0
  }

  /// Ends a device's membership; what it sent stays.
  package func retire(_ device: DeviceID) throws(MailboxError) {
    try line.rows("SELECT focuskey.retire($1)", device.text)
  }

  /// Deletes the household and all it ever sent; returns how many rows are left: 0.
  package func forget() throws(MailboxError) -> Int {
    try line.rows("SELECT focuskey.forget()").first?.first.flatMap { $0.flatMap { Int($0) } } ?? -1
  }

  package func change(password: String, of login: String) throws(MailboxError) {
    // A verifier has no quote in it.
    let verifier = try line.verifier(of: password, for: login)
    try line.rows("ALTER ROLE CURRENT_USER PASSWORD '\(verifier)'")
  }

  /// Listens and returns whether news would arrive: connection pools accept it but never deliver.
  package func listen() throws(MailboxError) -> Bool {
    guard let channel = try line.rows("SELECT channel FROM focuskey.owner").first?.first.flatMap({ $0 }),
      channel.utf8.allSatisfy({ (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5F })
    else { throw .noHousehold }
    try line.rows("LISTEN \"\(channel)\"")
    // By another line, while this one is silent, as news will be. A pool in transaction mode hands on what comes with
    // an answer, and nothing else.
    guard let other = try? PostgresLine(address, cancel: cancel),
      (try? other.rows("SELECT pg_notify($1, '')", channel)) != nil
    else { return false }
    return try line.waitForNotice(milliseconds: 2000)
  }

  /// Waits for news; returns whether there is any. `bell` becoming readable ends the wait.
  package func wait(milliseconds: Int32, bell: Int32? = nil) throws(MailboxError) -> Bool {
    try line.waitForNotice(milliseconds: milliseconds, bell: bell)
  }
}

extension PostgresMailbox {
  /// Makes the schema and a login as the database's owner; returns the login's address.
  package static func prepare(
    _ address: MailboxAddress, login: String, password: String
  ) throws(MailboxError) -> MailboxAddress {
    let line = try PostgresLine(address, cancel: -1)
    try line.rows(schema)
    // The name is ours: letters, digits and a line; a verifier has no quote in it.
    let verifier = try line.verifier(of: password, for: login)
    try line.rows("CREATE ROLE \"\(login)\" LOGIN PASSWORD '\(verifier)' IN ROLE focuskey_device")
    return address.login(login, password: password)
  }

  /// Whether this login may create schemas, so it is the owner's; otherwise it can only join.
  package static func isOwner(_ address: MailboxAddress) throws(MailboxError) -> Bool {
    let line = try PostgresLine(address, cancel: -1)
    let rows = try line.rows(
      """
      SELECT has_database_privilege(current_database(), 'CREATE')
        AND (SELECT rolsuper OR rolcreaterole FROM pg_catalog.pg_roles WHERE rolname = current_user)
      """)
    return rows.first?.first == "t"
  }

  static func bytea(_ octets: [UInt8]) -> String { "\\x" + HexText.text(of: octets) }

  static func quotedBytea(_ octets: [UInt8]) -> String { "\"\\\\x" + HexText.text(of: octets) + "\"" }

  static func array(_ items: [String]) -> String { "{" + items.joined(separator: ",") + "}" }

  static func octets(_ bytea: String) -> [UInt8]? {
    guard bytea.hasPrefix("\\x") else { return nil }
    let digits = bytea.dropFirst(2)
    return digits.isEmpty ? [] : try? HexText.octets(of: digits)
  }

  fileprivate static func uuid(_ text: String) -> [UInt8]? {
    try? HexText.octets(of: String(text.filter { $0 != "-" }))
  }

  fileprivate static func owner(_ text: String?) -> OwnerID? {
    text.flatMap { uuid($0) }.flatMap { OwnerID(octets: $0) }
  }
}
