/// Keeps how much of the own log the mailbox has, and where the household moved.
extension SyncStore {
  /// The latest move of the household, as this device knows it.
  package struct Move: Equatable {
    /// The time of the move, which identifies it.
    package var since: UInt64
    package var mover: DeviceID
    package var carrier: MailboxCarrier
    /// The place, sealed to this device; empty where it was not told.
    package var box: [UInt8]
    /// Whether the mover's arrival was heard where this device is, which is then there already.
    package var isHere: Bool
    /// When following was tried last, in milliseconds since 1970.
    package var tried: Int64
    /// Why that attempt failed.
    package var why: String
  }

  /// Adds to the database what earlier versions lacked.
  static func makeMoving(in database: borrowing Connection) throws(SQLiteError) {
    let known = "SELECT count(*) FROM pragma_table_info('state') WHERE name = 'carried'"
    if try database.number(known) == 1 { return }
    try database.transaction(orThrow: { $0 }) { () throws(SQLiteError) in
      // Another process may have come first.
      if try database.number(known) == 1 { return }
      try database.execute(
        """
        ALTER TABLE state ADD COLUMN carried TEXT NOT NULL DEFAULT '';
        ALTER TABLE state ADD COLUMN arrived INTEGER NOT NULL DEFAULT 0;
        CREATE TABLE awaited (device TEXT PRIMARY KEY, since INTEGER NOT NULL) STRICT;
        """)
    }
  }

  /// How much of the own log the mailbox ever acknowledged.
  package func acknowledged() throws(SQLiteError) -> UInt64 {
    UInt64(clamping: try database.number("SELECT acknowledged FROM state"))
  }

  /// Notes how far the mailbox at a place has the own log; ignored if the household has moved on.
  package func acknowledge(_ number: UInt64, at place: String) throws(SQLiteError) {
    let row = try database.prepare("UPDATE state SET acknowledged = max(acknowledged, ?) WHERE carried IN ('', ?)")
    try row.bind(Int64(clamping: number), at: 1)
    try row.bind(place, at: 2)
    try row.run()
  }

  /// Notes where another device says the household is. Only in a transaction.
  package func hear(_ there: Relocation, from device: DeviceID) throws(SQLiteError) {
    let known = try move()
    if there.boxes.isEmpty {
      try stopAwaiting(device, at: there.since)
      guard let known, known.since == there.since, known.mover == device else { return }
      try database.execute("UPDATE last_move SET here = 1")
      return
    }
    guard let me = try self.device(), there.since > known?.since ?? 0 else { return }
    // One that came in meanwhile was not told where; where the household is, the mover's arrival comes next.
    let box = there.boxes[me] ?? []
    try keep(
      Move(since: there.since, mover: device, carrier: there.carrier, box: box, isHere: false, tried: 0, why: ""))
  }

  /// Stops awaiting a device that has followed; words from before the latest move don't count.
  private func stopAwaiting(_ device: DeviceID, at since: UInt64) throws(SQLiteError) {
    let row = try database.prepare("DELETE FROM awaited WHERE device = ? AND since < ?")
    try row.bind(device.text, at: 1)
    try row.bind(Int64(clamping: since), at: 2)
    try row.run()
  }

  private func keep(_ move: Move) throws(SQLiteError) {
    let row = try database.prepare(
      "INSERT OR REPLACE INTO last_move (id, since, mover, carrier, box) VALUES (1, ?, ?, ?, ?)")
    try row.bind(Int64(clamping: move.since), at: 1)
    try row.bind(move.mover.text, at: 2)
    try row.bind(move.carrier.rawValue, at: 3)
    try row.bind(move.box, at: 4)
    try row.run()
  }

  package func move() throws(SQLiteError) -> Move? {
    let row = try database.prepare("SELECT since, mover, carrier, box, here, tried, why FROM last_move")
    guard try row.step(), let mover = row.text(1).flatMap({ DeviceID(text: $0) }),
      let carrier = row.text(2).flatMap({ MailboxCarrier(rawValue: $0) })
    else { return nil }
    return Move(
      since: UInt64(clamping: row.integer(0)), mover: mover, carrier: carrier, box: row.octets(3),
      isHere: row.integer(4) != 0,
      tried: row.integer(5), why: row.text(6) ?? "")
  }

  /// Notes a failed attempt to follow the household.
  package func noteTry(at wall: Int64, why: String) throws(SQLiteError) {
    let row = try database.prepare("UPDATE last_move SET tried = ?, why = ?")
    try row.bind(wall, at: 1)
    try row.bind(why, at: 2)
    try row.run()
  }

  /// Announces in the own log that this device moves the household; survives a crash.
  package func say(
    _ there: Relocation, wall: Int64, keys: EpochKeys, device: DeviceID, by functions: SealFunctions
  ) throws(SQLiteError) {
    try database.transaction(orThrow: { $0 }) { () throws(SQLiteError) in
      guard try self.device() == device, let box = there.boxes[device] else { return }
      try add([.moved(there)], wall: wall, keys: keys, device: device, by: functions)
      try keep(
        Move(since: there.since, mover: device, carrier: there.carrier, box: box, isHere: false, tried: 0, why: ""))
    }
  }

  /// This device is elsewhere from now on.
  ///
  /// - Parameters:
  ///   - sent: how far the mailbox there has the own log.
  ///   - mover: who is there already, if that is known.
  ///   - before: the move before this one; `nil` where the household does not move.
  package func settle(
    at place: String, sent: UInt64, device: DeviceID, mover: DeviceID?, after before: UInt64?
  ) throws(SQLiteError) {
    try database.transaction(orThrow: { $0 }) { () throws(SQLiteError) in
      let state = try database.prepare("UPDATE state SET acknowledged = ?, carried = ?")
      try state.bind(Int64(clamping: sent), at: 1)
      try state.bind(place, at: 2)
      try state.run()
      guard let before else { return }
      try database.execute("DELETE FROM awaited")
      let row = try database.prepare(
        "INSERT INTO awaited (device, since) SELECT device, ? FROM device WHERE device NOT IN (?, ?)")
      try row.bind(Int64(clamping: before), at: 1)
      try row.bind(device.text, at: 2)
      try row.bind((mover ?? device).text, at: 3)
      try row.run()
    }
  }

  /// Announces once, where the household is now, that this device has arrived there.
  package func sayArrival(
    _ there: Relocation, wall: Int64, keys: EpochKeys, device: DeviceID, by functions: SealFunctions
  ) throws(SQLiteError) {
    if try UInt64(clamping: database.number("SELECT arrived FROM state")) >= there.since { return }
    try database.transaction(orThrow: { $0 }) { () throws(SQLiteError) in
      guard try UInt64(clamping: database.number("SELECT arrived FROM state")) < there.since,
        try self.device() == device
      else { return }
      try add([.moved(there)], wall: wall, keys: keys, device: device, by: functions)
      let state = try database.prepare("UPDATE state SET arrived = ?")
      try state.bind(Int64(clamping: there.since), at: 1)
      try state.run()
    }
  }

  /// The devices that have not said yet that they followed the household.
  package func awaited() throws(SQLiteError) -> Set<DeviceID> {
    let rows = try database.prepare("SELECT device FROM awaited")
    var devices: Set<DeviceID> = []
    while try rows.step() { if let device = rows.text(0).flatMap({ DeviceID(text: $0) }) { devices.insert(device) } }
    return devices
  }
}
