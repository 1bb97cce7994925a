extension SyncStore {
  /// An earlier id, and how far its log is also this home's.
  package struct Forebear: Equatable {
    package var device: DeviceID
    /// The number of its last message that was made of this log.
    package var number: UInt64
    /// The log's number of the fact in that message.
    package var fact: Int64
    /// What that fact is recognized by.
    package var mark: String

    package init(device: DeviceID, number: UInt64, fact: Int64, mark: String) {
      (self.device, self.number, self.fact, self.mark) = (device, number, fact, mark)
    }
  }

  /// A new start of this device's log under a new id.
  package struct Turn {
    /// The forebears that remain; the last one is the id that is continued.
    package var line: [Forebear]
    package var device: DeviceID
    /// The new id's first message.
    package var hello: Hello
    /// The last own message in the mailbox: what a person said after it is said again.
    package var sent: UInt64
    /// If the log is not the one that others were heard with, it hears all of it again.
    package var isLogAnother: Bool

    package init(line: [Forebear], device: DeviceID, hello: Hello, sent: UInt64, isLogAnother: Bool) {
      (self.line, self.device, self.hello) = (line, device, hello)
      (self.sent, self.isLogAnother) = (sent, isLogAnother)
    }
  }

  /// Adds what earlier versions did not keep.
  static func makeLine(in database: borrowing Connection) throws(SQLiteError) {
    let known = "SELECT count(*) FROM pragma_table_info('state') WHERE name = 'told'"
    if try database.number(known) == 1 { return }
    try database.transaction(orThrow: { $0 }) { () throws(SQLiteError) in
      // Another process may have come first.
      if try database.number(known) == 1 { return }
      try database.execute(
        """
        ALTER TABLE state ADD COLUMN device TEXT;
        ALTER TABLE state ADD COLUMN mark TEXT NOT NULL DEFAULT '';
        ALTER TABLE state ADD COLUMN told INTEGER NOT NULL DEFAULT 1;
        CREATE TABLE line (
          place INTEGER PRIMARY KEY, device TEXT NOT NULL, number INTEGER NOT NULL, fact INTEGER NOT NULL,
          mark TEXT NOT NULL) STRICT;
        """)
    }
  }

  /// The device that owns the log; `nil` before there is one.
  package func device() throws(SQLiteError) -> DeviceID? {
    let row = try database.prepare("SELECT device FROM state")
    return try row.step() ? row.text(0).flatMap { DeviceID(text: $0) } : nil
  }

  /// Makes a device the owner of the log, if it has none yet.
  package func claim(for device: DeviceID) throws(SQLiteError) {
    if try self.device() != nil { return }
    let row = try database.prepare("UPDATE state SET device = ? WHERE device IS NULL")
    try row.bind(device.text, at: 1)
    try row.run()
  }

  /// What the fact of number ``taken()`` is recognized by; empty if that was not noted.
  package func mark() throws(SQLiteError) -> String {
    let row = try database.prepare("SELECT mark FROM state")
    return try row.step() ? row.text(0) ?? "" : ""
  }

  /// The first message of another device, as far as it was heard.
  package func firstHello(of device: DeviceID) throws(SQLiteError) -> Hello? {
    guard let octets = try heard(device, after: 0, most: 1).first?.message,
      case .hello(let hello)? = try? SyncMessage(octets: octets).body
    else { return nil }
    return hello
  }

  /// The earlier ids, oldest first.
  package func line() throws(SQLiteError) -> [Forebear] {
    let rows = try database.prepare("SELECT device, number, fact, mark FROM line ORDER BY place")
    var line: [Forebear] = []
    while try rows.step() {
      guard let device = rows.text(0).flatMap({ DeviceID(text: $0) }) else { continue }
      line.append(
        Forebear(
          device: device, number: UInt64(clamping: rows.integer(1)), fact: rows.integer(2), mark: rows.text(3) ?? ""))
    }
    return line
  }

  /// Keeps own messages up to a head as heard from their old id, which is now another device.
  package func keepOwn(as device: DeviceID, upTo head: Head) throws(SQLiteError) {
    try database.transaction(orThrow: { $0 }) { () throws(SQLiteError) in
      let known = try devices().first { $0.head.device == device }
      guard let known, known.head.number < head.number else { return }
      let rows = try database.prepare(
        "INSERT OR REPLACE INTO heard_messages (device, number, message) SELECT ?, number, message FROM own_messages WHERE number <= ?"
      )
      try rows.bind(device.text, at: 1)
      try rows.bind(Int64(clamping: head.number), at: 2)
      try rows.run()
      let row = try database.prepare("UPDATE device SET number = ?, chain = ? WHERE device = ?")
      try row.bind(Int64(clamping: head.number), at: 1)
      try row.bind(head.chain.text, at: 2)
      try row.bind(device.text, at: 3)
      try row.run()
    }
  }

  /// Begins a new id's log, all or nothing; does nothing if `before` no longer owns the log.
  package func turn(
    _ turn: Turn, from before: DeviceID?, called name: String, wall: Int64, keys: EpochKeys,
    by functions: SealFunctions
  ) throws(SQLiteError) {
    try database.transaction(orThrow: { $0 }) { () throws(SQLiteError) in
      guard try device() == before else { return }
      let unsent = try own(after: turn.sent, most: .max).compactMap { own -> SyncMessage.Body? in
        guard let body = try? SyncMessage(octets: own.message).body else { return nil }
        return switch body {
        case .setting, .forget: body
        case .fact, .hello, .leftOut, .moved: nil
        }
      }
      if turn.isLogAnother { try database.execute("DELETE FROM followed") }
      try database.execute("DELETE FROM own_messages; DELETE FROM line")
      try keep(turn.line)
      let past = turn.line.last
      let state = try database.prepare(
        """
        UPDATE state SET device = ?, taken = ?, mark = ?, acknowledged = 0, told = 0, compacted = 0, tried = 0,
          compacted_at = 0, leaves_out = 0
        """)
      try state.bind(turn.device.text, at: 1)
      try state.bind(past?.fact ?? 0, at: 2)
      try state.bind(past?.mark ?? "", at: 3)
      try state.run()
      let row = try database.prepare(
        "INSERT INTO device (device, name) VALUES (?1, ?2) ON CONFLICT (device) DO UPDATE SET name = ?2")
      for (device, name) in [(before, name), (turn.device, turn.hello.name)] {
        guard let device else { continue }
        try row.bind(device.text, at: 1)
        try row.bind(name, at: 2)
        try row.run()
      }
      try add([.hello(turn.hello)] + unsent, wall: wall, keys: keys, device: turn.device, by: functions)
    }
  }

  /// The log's part of the forebears' messages was never asked of the session here.
  private func keep(_ line: [Forebear]) throws(SQLiteError) {
    let row = try database.prepare("INSERT INTO line (place, device, number, fact, mark) VALUES (?, ?, ?, ?, ?)")
    for (place, forebear) in line.enumerated() {
      try row.bind(Int64(place), at: 1)
      try row.bind(forebear.device.text, at: 2)
      try row.bind(Int64(clamping: forebear.number), at: 3)
      try row.bind(forebear.fact, at: 4)
      try row.bind(forebear.mark, at: 5)
      try row.run()
      if try followed(forebear.device) < forebear.number { try follow(forebear.device, to: forebear.number) }
    }
  }

  /// Whether the person must still be told of the new id; clears the mark.
  package func takeNews() throws(SQLiteError) -> Bool {
    let row = try database.prepare("UPDATE state SET told = 1 WHERE told = 0 RETURNING id")
    return try row.step()
  }
}
