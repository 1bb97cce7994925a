internal import PackedOctets

/// Keeps other devices' snapshots packed, in a hundredth of the room, and reads them page by page.
extension SyncStore {
  /// Adds to the database what earlier versions lacked.
  static func makeSnapshots(in database: borrowing Connection) throws(SQLiteError) {
    let known = "SELECT count(*) FROM pragma_table_info('state') WHERE name = 'compacted'"
    if try database.number(known) == 1 { return }
    try database.transaction(orThrow: { $0 }) { () throws(SQLiteError) in
      // Another process may have come first.
      if try database.number(known) == 1 { return }
      try database.execute(
        """
        ALTER TABLE state ADD COLUMN compacted INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE state ADD COLUMN tried INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE state ADD COLUMN compacted_at INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE state ADD COLUMN leaves_out INTEGER NOT NULL DEFAULT 0;
        CREATE TABLE pack (
          device TEXT NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL, epoch INTEGER NOT NULL,
          size INTEGER NOT NULL, packed BLOB NOT NULL, PRIMARY KEY (device, first)
        ) STRICT, WITHOUT ROWID;
        """)
    }
  }

  package static let packing = PackFunctions(
    pack: { PackedOctets.pack($0) }, unpack: { PackedOctets.unpack($0, count: $1) })

  /// Replaces what was heard of a device by its snapshot. Only in a transaction.
  package func keep(_ packs: [MessagePack], of device: DeviceID) throws(SQLiteError) {
    for table in ["pack", "heard_messages"] {
      let row = try database.prepare("DELETE FROM \(table) WHERE device = ?")
      try row.bind(device.text, at: 1)
      try row.run()
    }
    let row = try database.prepare(
      "INSERT INTO pack (device, first, last, epoch, size, packed) VALUES (?, ?, ?, ?, ?, ?)")
    for pack in packs {
      try row.bind(device.text, at: 1)
      try row.bind(Int64(clamping: pack.first), at: 2)
      try row.bind(Int64(clamping: pack.first + UInt64(pack.count) - 1), at: 3)
      try row.bind(Int64(pack.epoch.number), at: 4)
      try row.bind(Int64(pack.size), at: 5)
      try row.bind(pack.packed, at: 6)
      try row.run()
    }
  }

  /// Unpacks a snapshot's messages after a number, to the end of one pack; `nil` if there are none.
  package func unpacked(
    _ device: DeviceID, after number: UInt64, most: Int
  ) throws(SQLiteError) -> [(number: UInt64, message: [UInt8])]? {
    // Packs follow each other without a gap, so the one that holds the next message is found by where it begins.
    let row = try database.prepare(
      """
      SELECT first, last, epoch, size, packed FROM pack WHERE device = ?1 AND first <= ?2 + 1
        ORDER BY first DESC LIMIT 1
      """)
    try row.bind(device.text, at: 1)
    try row.bind(Int64(clamping: number), at: 2)
    guard try row.step(), UInt64(clamping: row.integer(1)) > number else { return nil }
    let first = UInt64(clamping: row.integer(0))
    let pack = MessagePack(
      first: first, count: Int(row.integer(1) - row.integer(0)) + 1, epoch: Epoch(UInt32(clamping: row.integer(2))),
      size: Int(row.integer(3)), packed: row.octets(4))
    guard let messages = pack.messages(by: Self.packing) else { return nil }
    let start = Int(number + 1 - first)
    return messages[start...].prefix(most).enumerated().map { place, message in
      (first + UInt64(start + place), message.octets)
    }
  }

  // MARK: The own log

  /// What was put into a snapshot of the own log.
  package func compacted() throws(SQLiteError) -> SnapshotState {
    let row = try database.prepare("SELECT compacted, tried, compacted_at, leaves_out FROM state")
    guard try row.step() else { return SnapshotState() }
    return SnapshotState(
      number: UInt64(clamping: row.integer(0)), tried: UInt64(clamping: row.integer(1)), at: row.integer(2),
      leavesOut: row.integer(3) != 0)
  }

  /// Notes that a snapshot was made or tried.
  package func note(_ compacted: SnapshotState) throws(SQLiteError) {
    let row = try database.prepare("UPDATE state SET compacted = ?, tried = ?, compacted_at = ?, leaves_out = ?")
    try row.bind(Int64(clamping: compacted.number), at: 1)
    try row.bind(Int64(clamping: compacted.tried), at: 2)
    try row.bind(compacted.at, at: 3)
    try row.bind(compacted.leavesOut ? 1 : 0, at: 4)
    try row.run()
  }

  package func ownChains(after number: UInt64, most: Int) throws(SQLiteError) -> [ChainLink] {
    let rows = try database.prepare("SELECT chain FROM own_messages WHERE number > ? ORDER BY number LIMIT ?")
    try rows.bind(Int64(clamping: number), at: 1)
    try rows.bind(Int64(most), at: 2)
    var links: [ChainLink] = []
    while try rows.step() { if let link = rows.text(0).flatMap({ ChainLink(text: $0) }) { links.append(link) } }
    return links
  }
}
