import Glibc
internal import LinuxRuntime

/// What this device sent and what it heard of the others, beside the log: `sync.sqlite`, mode 0600.
///
/// Several processes may work on it at once (the service, and a command that a person gives): what depends on what was
/// read before is done in one transaction with it.
package struct SyncStore: ~Copyable {
  let database: Connection

  package struct Seen: Equatable {
    package var head: Head
    package var epoch: Epoch
    package var name: String?
    /// When it said something last, in milliseconds since 1970.
    package var at: Int64?
    package var isRevoked: Bool
  }

  /// Opens what is kept beside the log.
  ///
  /// - Parameter makes: whether it is made where there is none. Who only looks, or adds a word, must not: a person may
  ///   leave the household at that moment, and nothing of it stays.
  package init(path: String, makes: Bool = true) throws(SQLiteError) {
    let end = ContinuousClock.now + Self.patience
    while true {
      do throws(SQLiteError) {
        database = try Self.opened(path, makes: makes)
        return
      } catch {
        // Who opens it first makes it what it is, and SQLite does not wait for that: another one that comes at the
        // same moment tries again.
        guard error.code & 0xFF == Self.busy, ContinuousClock.now < end else { throw error }
        usleep(UInt32(5000 + 100 * Int(SystemRandom.octets(1)[0])))
      }
    }
  }

  /// SQLITE_BUSY (sqlite.org/rescode.html#busy), in the lower eight bits of a code.
  private static let busy: Int32 = 5
  private static let patience = Duration.seconds(5)

  private static func opened(_ path: String, makes: Bool) throws(SQLiteError) -> Connection {
    let database = try Connection(path: path, makes: makes)
    try database.execute(
      """
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      CREATE TABLE IF NOT EXISTS device (
        device TEXT PRIMARY KEY, number INTEGER NOT NULL DEFAULT 0, chain TEXT NOT NULL DEFAULT '\(ChainLink.start.text)',
        epoch INTEGER NOT NULL DEFAULT 1, name TEXT, at INTEGER, revoked INTEGER NOT NULL DEFAULT 0) STRICT;
      CREATE TABLE IF NOT EXISTS state (
        id INTEGER PRIMARY KEY CHECK (id = 1), taken INTEGER NOT NULL DEFAULT 0, acknowledged INTEGER NOT NULL DEFAULT 0,
        clock INTEGER NOT NULL DEFAULT 0, state TEXT NOT NULL DEFAULT 'offline', why TEXT NOT NULL DEFAULT '',
        process INTEGER NOT NULL DEFAULT 0) STRICT;
      CREATE TABLE IF NOT EXISTS followed (device TEXT PRIMARY KEY, number INTEGER NOT NULL) STRICT;
      INSERT OR IGNORE INTO state (id) VALUES (1);
      """)
    try makeLine(in: database)
    try makeSnapshots(in: database)
    try makeMoving(in: database)
    try makeOctets(in: database)
    return database
  }

  // MARK: The own log

  /// The last of the log's facts that messages were made of.
  package func taken() throws(SQLiteError) -> Int64 { try database.number("SELECT taken FROM state") }

  /// How far the own log goes, sent or not.
  package func ownHead(_ device: DeviceID) throws(SQLiteError) -> Head {
    let row = try database.prepare("SELECT number, chain FROM own_messages ORDER BY number DESC LIMIT 1")
    guard try row.step() else { return Head(device: device) }
    return Head(
      device: device, number: UInt64(row.integer(0)), chain: row.text(1).flatMap { ChainLink(text: $0) } ?? .start)
  }

  package func ownChain(_ number: UInt64) throws(SQLiteError) -> ChainLink? {
    if number == 0 { return .start }
    let row = try database.prepare("SELECT chain FROM own_messages WHERE number = ?")
    try row.bind(Int64(clamping: number), at: 1)
    return try row.step() ? row.text(0).flatMap { ChainLink(text: $0) } : nil
  }

  package func own(after number: UInt64, most: Int) throws(SQLiteError) -> [(number: UInt64, message: [UInt8])] {
    let rows = try database.prepare("SELECT number, message FROM own_messages WHERE number > ? ORDER BY number LIMIT ?")
    try rows.bind(Int64(clamping: number), at: 1)
    try rows.bind(Int64(most), at: 2)
    var messages: [(number: UInt64, message: [UInt8])] = []
    while try rows.step() {
      messages.append((UInt64(rows.integer(0)), rows.octets(1)))
    }
    return messages
  }

  /// Appends messages to the own log, made of the facts after `before` and up to `taken`; nothing if another process
  /// did so meanwhile, or if the own log is another device's by now.
  ///
  /// - Parameters:
  ///   - mark: what the last of these facts is known by; `nil` where there is none.
  ///   - leavesOut: whether something is to be forgotten from now on.
  package func append(
    _ bodies: [SyncMessage.Body], from before: Int64, taken: Int64, mark: String?, leavesOut: Bool, wall: Int64,
    keys: EpochKeys, device: DeviceID, by functions: SealFunctions
  ) throws(SQLiteError) {
    try database.transaction(orThrow: { $0 }) { () throws(SQLiteError) in
      guard try self.taken() == before, try self.device() == device else { return }
      try add(bodies, wall: wall, keys: keys, device: device, by: functions)
      let state = try database.prepare(
        "UPDATE state SET taken = ?, mark = coalesce(?, mark), leaves_out = max(leaves_out, ?)")
      try state.bind(taken, at: 1)
      try state.bind(mark, at: 2)
      try state.bind(leavesOut ? 1 : 0, at: 3)
      try state.run()
    }
  }

  /// Adds messages to the own log. Only in a transaction.
  package func add(
    _ bodies: [SyncMessage.Body], wall: Int64, keys: EpochKeys, device: DeviceID, by functions: SealFunctions
  ) throws(SQLiteError) {
    var head = try ownHead(device)
    var clock = HybridClock(last: HybridTime(bits: UInt64(try database.number("SELECT clock FROM state"))))
    let row = try database.prepare("INSERT INTO own_messages (number, chain, message) VALUES (?, ?, ?)")
    for body in bodies {
      let message = SyncMessage(time: clock.now(wall: wall), body: body).octets
      guard let chain = head.chain.next(message, with: keys, by: functions) else { continue }
      head = Head(device: device, number: head.number + 1, chain: chain)
      try row.bind(Int64(clamping: head.number), at: 1)
      try row.bind(chain.text, at: 2)
      try row.bind(message, at: 3)
      try row.run()
    }
    let state = try database.prepare("UPDATE state SET clock = ?")
    try state.bind(Int64(clamping: clock.last.bits), at: 1)
    try state.run()
  }

  /// Replaces the chain links of own messages.
  package func relink(_ links: [(number: UInt64, chain: ChainLink)]) throws(SQLiteError) {
    try database.transaction(orThrow: { $0 }) { () throws(SQLiteError) in
      let row = try database.prepare("UPDATE own_messages SET chain = ? WHERE number = ?")
      for link in links {
        try row.bind(link.chain.text, at: 1)
        try row.bind(Int64(clamping: link.number), at: 2)
        try row.run()
      }
    }
  }

  // MARK: The others

  /// The household's devices, this one too, in the order of their ids.
  package func devices() throws(SQLiteError) -> [Seen] {
    let rows = try database.prepare(
      "SELECT device, number, chain, epoch, name, at, revoked FROM device ORDER BY device")
    var devices: [Seen] = []
    while try rows.step() {
      guard let device = rows.text(0).flatMap({ DeviceID(text: $0) }) else { continue }
      let chain = rows.text(2).flatMap { ChainLink(text: $0) } ?? .start
      devices.append(
        Seen(
          head: Head(device: device, number: UInt64(clamping: rows.integer(1)), chain: chain),
          epoch: Epoch(UInt32(clamping: rows.integer(3))), name: rows.text(4), at: rows.integerIfAny(5),
          isRevoked: rows.integer(6) != 0))
    }
    return devices
  }

  package func note(_ devices: [(device: DeviceID, isRevoked: Bool)]) throws(SQLiteError) {
    // Most rounds find the same, and a write waits for the disk.
    let known = try self.devices()
    let news = devices.filter { one in
      !known.contains { $0.head.device == one.device && $0.isRevoked == one.isRevoked }
    }
    if news.isEmpty { return }
    let row = try database.prepare(
      "INSERT INTO device (device, revoked) VALUES (?1, ?2) ON CONFLICT (device) DO UPDATE SET revoked = ?2")
    for device in news {
      try row.bind(device.device.text, at: 1)
      try row.bind(device.isRevoked ? 1 : 0, at: 2)
      try row.run()
    }
  }

  /// Drops a device with all that was heard of it.
  package func drop(_ device: DeviceID) throws(SQLiteError) {
    try database.transaction(orThrow: { $0 }) { () throws(SQLiteError) in
      for table in ["heard_messages", "pack", "followed", "awaited", "device"] {
        let row = try database.prepare("DELETE FROM \(table) WHERE device = ?")
        try row.bind(device.text, at: 1)
        try row.run()
      }
    }
  }

  package struct Reading {
    package var before: Head
    package var log: DeviceLog
    package var messages: [(number: UInt64, octets: [UInt8])] = []
    /// A snapshot that replaces all that was read before.
    package var packs: [MessagePack]?
    package var name: String?
    package var latest: HybridTime?
    package var moves: [Relocation] = []

    package init(before: Head, log: DeviceLog) { (self.before, self.log) = (before, log) }
  }

  /// Keeps what was read of a device; does nothing if another process read it meanwhile.
  package func keep(_ reading: Reading, wall: Int64) throws(SQLiteError) {
    let (before, log) = (reading.before, reading.log)
    try database.transaction(orThrow: { $0 }) { () throws(SQLiteError) in
      guard try devices().first(where: { $0.head.device == before.device })?.head == before else { return }
      if let packs = reading.packs { try keep(packs, of: before.device) }
      let row = try database.prepare("INSERT OR REPLACE INTO heard_messages (device, number, message) VALUES (?, ?, ?)")
      for message in reading.messages {
        try row.bind(before.device.text, at: 1)
        try row.bind(Int64(clamping: message.number), at: 2)
        try row.bind(message.octets, at: 3)
        try row.run()
      }
      let head = try database.prepare(
        "UPDATE device SET number = ?, chain = ?, epoch = ?, name = coalesce(?, name), at = coalesce(?, at) WHERE device = ?"
      )
      try head.bind(Int64(clamping: log.head.number), at: 1)
      try head.bind(log.head.chain.text, at: 2)
      try head.bind(Int64(log.epoch.number), at: 3)
      try head.bind(reading.name, at: 4)
      try head.bind(reading.latest?.milliseconds, at: 5)
      try head.bind(before.device.text, at: 6)
      try head.run()
      for move in reading.moves { try hear(move, from: before.device) }
      guard let latest = reading.latest else { return }
      var clock = HybridClock(last: HybridTime(bits: UInt64(try database.number("SELECT clock FROM state"))))
      clock.hear(latest, wall: wall)
      let state = try database.prepare("UPDATE state SET clock = ?")
      try state.bind(Int64(clamping: clock.last.bits), at: 1)
      try state.run()
    }
  }

  package func heard(
    _ device: DeviceID, after number: UInt64, most: Int
  ) throws(SQLiteError) -> [(number: UInt64, message: [UInt8])] {
    if let messages = try unpacked(device, after: number, most: most) { return messages }
    let rows = try database.prepare(
      "SELECT number, message FROM heard_messages WHERE device = ? AND number > ? ORDER BY number LIMIT ?")
    try rows.bind(device.text, at: 1)
    try rows.bind(Int64(clamping: number), at: 2)
    try rows.bind(Int64(most), at: 3)
    var messages: [(number: UInt64, message: [UInt8])] = []
    while try rows.step() {
      messages.append((UInt64(rows.integer(0)), rows.octets(1)))
    }
    return messages
  }

  /// The last message of a device that the session here was told of.
  package func followed(_ device: DeviceID) throws(SQLiteError) -> UInt64 {
    let row = try database.prepare("SELECT number FROM followed WHERE device = ?")
    try row.bind(device.text, at: 1)
    return try row.step() ? UInt64(clamping: row.integer(0)) : 0
  }

  /// Notes that the session was told of a device up to that message and recorded the result.
  package func follow(_ device: DeviceID, to number: UInt64) throws(SQLiteError) {
    let row = try database.prepare(
      "INSERT INTO followed (device, number) VALUES (?1, ?2) ON CONFLICT (device) DO UPDATE SET number = ?2")
    try row.bind(device.text, at: 1)
    try row.bind(Int64(clamping: number), at: 2)
    try row.run()
  }
}
