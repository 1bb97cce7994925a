internal import Octets
package import SyncProtocol

extension PostgresMailbox {
  /// Identifies the device before any read or write, by a token that only it knows.
  package func enter(_ device: DeviceID, token: [UInt8]) throws(MailboxError) {
    try line.rows("SELECT focuskey.enter($1, $2)", device.text, Self.bytea(token))
  }

  package func epoch() throws(MailboxError) -> Epoch {
    let rows = try line.rows("SELECT epoch FROM focuskey.owner WHERE owner = focuskey.me()")
    guard let number = rows.first?.first.flatMap({ $0.flatMap { UInt32($0) } }) else { throw .noHousehold }
    return Epoch(number)
  }

  /// Puts a device out and begins an epoch, atomically; returns whether a printed sheet is void.
  package func revoke(
    _ device: DeviceID, beginning epoch: Epoch, telling sealed: [(device: DeviceID, grant: [UInt8])], after seen: Heads
  ) throws(MailboxError) -> Bool {
    let rows = try line.rows(
      "SELECT focuskey.revoke($1, $2, $3, $4)", device.text, String(epoch.number),
      Self.array(sealed.map { $0.device.text }), Self.array(sealed.map { Self.quotedBytea($0.grant) }))
    return rows.first?.first == "t"
  }

  /// Admits devices that show this printed sheet's ticket; the previous sheet is void.
  package func keepSheet(_ ticket: [UInt8]) throws(MailboxError) {
    try line.rows("SELECT focuskey.keep_sheet($1)", HexText.text(of: ticket))
  }

  /// Deletes a device that is out, with all that it ever sent.
  package func forget(_ device: DeviceID) throws(MailboxError) {
    try line.rows("SELECT focuskey.forget_device($1)", device.text)
  }

  /// Notes that this device has kept what was sealed to it.
  package func taken(_ sealed: [UInt8], by device: DeviceID) throws(MailboxError) {
    try line.rows("SELECT focuskey.taken($1, $2)", device.text, Self.bytea(sealed))
  }
}
