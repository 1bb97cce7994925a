internal import Octets
package import SyncProtocol

/// Moving a household into this database.
extension PostgresMailbox {
  /// Adds a device of a household that moves here; one that is already here stays as it is.
  package func admit(_ member: HouseholdMember, token: [UInt8]) throws(MailboxError) {
    try line.rows(
      "SELECT focuskey.admit($1, $2, $3, $4)", member.head.device.text, Self.bytea(member.key), Self.bytea(token),
      member.isRevoked ? "t" : "f")
  }

  /// Replaces the token with which this device was admitted by its own.
  package func renew(token: [UInt8]) throws(MailboxError) {
    try line.rows("SELECT focuskey.renew($1)", Self.bytea(token))
  }

  /// Makes that epoch's key the current one, if no later epoch exists.
  package func goOn(with epoch: Epoch) throws(MailboxError) {
    try line.rows("SELECT focuskey.go_on($1)", String(epoch.number))
  }

  /// Stores what a device sent before the move, sealed with the keys of that time.
  package func restore(_ envelopes: [Envelope], of device: DeviceID) throws(MailboxError) {
    guard let first = envelopes.first?.header else { return }
    try line.rows(
      "SELECT focuskey.restore($1, $2, $3, $4, $5)", device.text, String(first.number),
      Self.array(envelopes.map { String($0.header.epoch.number) }),
      Self.array(envelopes.map { Self.quotedBytea($0.chain.octets) }),
      Self.array(envelopes.map { Self.quotedBytea($0.box) }))
  }

  /// Stores a device's snapshot from before the move, whose last envelope is here.
  package func restore(_ snapshot: Snapshot) throws(MailboxError) {
    let header = snapshot.header
    try line.rows(
      "SELECT focuskey.restore_snapshot($1, $2, $3, $4)", header.device.text, String(header.number),
      String(header.epoch.number), Self.bytea(snapshot.box))
  }

  /// What a household finds in a database that it moves to.
  package enum Room: Equatable, Sendable {
    /// A login was made for the household.
    case made(MailboxAddress)
    /// The household is already there, with this login.
    case taken(login: String)
    /// This login may not create others there.
    case notOurs
  }

  /// Makes schema and login as the database's owner; again the same ones after an interruption.
  package static func makeRoom(
    at address: MailboxAddress, for owner: OwnerID, login: String, password: String
  ) throws(MailboxError) -> Room {
    guard try isOwner(address) else { return .notOurs }
    let line = try PostgresLine(address, cancel: -1)
    try line.rows(schema)
    let known = try line.rows("SELECT login FROM focuskey.owner WHERE owner = $1", owner.text)
    if let there = known.first?.first.flatMap({ $0 }), there != login { return .taken(login: there) }
    // The name is ours: letters, digits and a line; a verifier has no quote in it.
    let verifier = try line.verifier(of: password, for: login)
    let isThere = try !line.rows("SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = $1", login).isEmpty
    try line.rows(
      isThere
        ? "ALTER ROLE \"\(login)\" PASSWORD '\(verifier)'"
        : "CREATE ROLE \"\(login)\" LOGIN PASSWORD '\(verifier)' IN ROLE focuskey_device")
    return .made(address.login(login, password: password))
  }
}
