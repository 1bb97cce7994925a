package import SyncProtocol

/// Snapshots, which replace the oldest envelopes of a device.
extension PostgresMailbox {
  /// How many octets of a box one call brings, because each call has its own time limit.
  private static let slice = 1 << 20

  /// The device's snapshot, unverified: `DeviceLog` judges it.
  package func snapshot(of device: DeviceID, _ owner: OwnerID) throws(MailboxError) -> Snapshot? {
    while true {
      let rows = try line.rows(
        """
        SELECT upto, epoch, octet_length(box) FROM focuskey.snapshot
          WHERE owner = (SELECT focuskey.me()) AND device = $1
        """, device.text)
      guard let row = rows.first, let number = row[0].flatMap({ UInt64($0) }),
        let epoch = row[1].flatMap({ UInt32($0) }),
        let count = row[2].flatMap({ Int($0) })
      else { return nil }
      // Another one may come in its place meanwhile.
      guard let box = try box(of: device, upTo: number, count) else { continue }
      return Snapshot(
        header: EnvelopeHeader(owner: owner, device: device, number: number, epoch: Epoch(epoch)), box: box)
    }
  }

  private func box(of device: DeviceID, upTo number: UInt64, _ count: Int) throws(MailboxError) -> [UInt8]? {
    var box: [UInt8] = []
    box.reserveCapacity(count)
    while box.count < count {
      let rows = try line.rows(
        """
        SELECT substring(box FROM $3::int FOR $4::int) FROM focuskey.snapshot
          WHERE owner = (SELECT focuskey.me()) AND device = $1 AND upto = $2
        """, device.text, String(number), String(box.count + 1), String(Self.slice))
      guard let octets = rows.first?.first.flatMap({ $0.flatMap { Self.octets($0) } }), !octets.isEmpty else {
        return nil
      }
      box += octets
    }
    return box
  }

  /// Replaces what a snapshot covers, except the last envelope, to which the next one links.
  package func compact(_ snapshot: Snapshot) throws(MailboxError) {
    let header = snapshot.header
    try line.rows(
      "SELECT focuskey.compact($1, $2, $3, $4)", header.device.text, String(header.number),
      String(header.epoch.number), Self.bytea(snapshot.box))
  }
}
