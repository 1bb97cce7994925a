internal import Octets
package import SyncProtocol

extension PostgresMailbox {
  /// Shows who asks: before it nothing is read or written on this connection.
  ///
  /// - Parameter token: what only this device knows. The login is every device's, also of one that was revoked.
  package func enter(_ device: DeviceID, token: [UInt8]) throws(MailboxError) {
    try line.rows("SELECT focuskey.enter($1, $2)", device.text, Self.bytea(token))
  }

  /// The epoch whose key counts now.
  package func epoch() throws(MailboxError) -> Epoch {
    let rows = try line.rows("SELECT epoch FROM focuskey.owner WHERE owner = focuskey.me()")
    guard let number = rows.first?.first.flatMap({ $0.flatMap { UInt32($0) } }) else { throw .noHousehold }
    return Epoch(number)
  }

  /// Puts a device out and begins an epoch, wholly or not at all.
  ///
  /// - Parameters:
  ///   - sealed: what each device that stays is told.
  ///   - seen: of no use here: the server takes nothing from a device that is out.
  /// - Returns: whether a printed sheet is void from now on.
  package func revoke(
    _ device: DeviceID, beginning epoch: Epoch, telling sealed: [(device: DeviceID, grant: [UInt8])], after seen: Heads
  ) throws(MailboxError) -> Bool {
    let rows = try line.rows(
      "SELECT focuskey.revoke($1, $2, $3, $4)", device.text, String(epoch.number),
      Self.array(sealed.map { $0.device.text }), Self.array(sealed.map { Self.quotedBytea($0.grant) }))
    return rows.first?.first == "t"
  }

  /// Lets devices in that show the ticket of a printed sheet, in place of the sheet before.
  package func keepSheet(_ ticket: [UInt8]) throws(MailboxError) {
    try line.rows("SELECT focuskey.keep_sheet($1)", HexText.text(of: ticket))
  }

  /// Deletes a device that is out, with all that it ever sent.
  package func forget(_ device: DeviceID) throws(MailboxError) {
    try line.rows("SELECT focuskey.forget_device($1)", device.text)
  }

  /// This device has kept what was sealed to it.
  package func taken(_ sealed: [UInt8], by device: DeviceID) throws(MailboxError) {
    try line.rows("SELECT focuskey.taken($1, $2)", device.text, Self.bytea(sealed))
  }
}
