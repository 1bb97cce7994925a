internal import Octets
package import SyncProtocol

/// A household that was elsewhere before.
extension PostgresMailbox {
  /// Takes in a device of a household that was elsewhere before; one that is here already stays as it is.
  package func admit(_ member: HouseholdMember, token: [UInt8]) throws(MailboxError) {
    try line.rows(
      "SELECT focuskey.admit($1, $2, $3, $4)", member.head.device.text, Self.bytea(member.key), Self.bytea(token),
      member.isRevoked ? "t" : "f")
  }

  /// From now on this device shows its own token, in place of what it was admitted with.
  package func renew(token: [UInt8]) throws(MailboxError) {
    try line.rows("SELECT focuskey.renew($1)", Self.bytea(token))
  }

  /// From now on the key of that epoch counts, if none after it does.
  package func goOn(with epoch: Epoch) throws(MailboxError) {
    try line.rows("SELECT focuskey.go_on($1)", String(epoch.number))
  }

  /// Takes what a device sent when the household was elsewhere, sealed with the keys of then.
  package func restore(_ envelopes: [Envelope], of device: DeviceID) throws(MailboxError) {
    guard let first = envelopes.first?.header else { return }
    try line.rows(
      "SELECT focuskey.restore($1, $2, $3, $4, $5)", device.text, String(first.number),
      Self.array(envelopes.map { String($0.header.epoch.number) }),
      Self.array(envelopes.map { Self.quotedBytea($0.chain.octets) }),
      Self.array(envelopes.map { Self.quotedBytea($0.box) }))
  }

  /// Takes the snapshot of a device when the household was elsewhere, whose last envelope is here.
  package func restore(_ snapshot: Snapshot) throws(MailboxError) {
    let header = snapshot.header
    try line.rows(
      "SELECT focuskey.restore_snapshot($1, $2, $3, $4)", header.device.text, String(header.number),
      String(header.epoch.number), Self.bytea(snapshot.box))
  }

  /// What a household finds in a database that it moves to.
  package enum Room: Equatable, Sendable {
    /// A login of its own was made.
    case made(MailboxAddress)
    /// The household is there already, with that login.
    case taken(login: String)
    /// The login that asks cannot make others there.
    case notOurs
  }

  /// Makes the schema and a login for a household that moves here, as the owner of the database: the same one again
  /// where somebody was interrupted.
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
