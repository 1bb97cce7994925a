internal import BoardSigning
internal import FocusHistory
package import FocusPorts
internal import Octets
package import Rewards
internal import SQLiteLog
package import ServiceContract

/// The board among friends: one signed file of each in a folder that they share by any means.
package struct FriendsBoard: Sendable {
  package enum Fault: Error, Equatable {
    case notJoined
    /// The person declined any board for good.
    case off(note: String)
    /// The name is not a valid file name everywhere.
    case name(String)
    case folder(String)
    case taken(String)
    case unsigned
    case system(SystemError)
    case log(LogError)
  }

  let home: Home
  private let zone: CivilZone
  /// Further files, and larger ones, are not read.
  static let mostFiles = 200
  static let longestFile = 4096

  package init(_ home: Home, _ zone: CivilZone) {
    self.home = home
    self.zone = zone
  }

  /// Joins the board in a folder, or moves to it, and writes this person's file there.
  package func join(_ folder: String, as name: String, at now: Timestamp) throws(Fault) {
    var note = try note() ?? BoardNote()
    if note.isOff { throw .off(note: home.board) }
    guard BoardEntry.isName(name) else { throw .name(name) }
    guard Files.isFolder(folder) else { throw .folder(folder) }
    if note.secret.isEmpty { note.secret = SystemRandom.octets(SigningKey.length) }
    let key = try SigningKey(of: note)
    let own = HexText.text(of: key.publicOctets)
    if let other = entries(in: folder).first(where: { $0.name == name }), other.key != own { throw .taken(name) }
    note.folder = folder
    note.name = name
    try save(note)
    try write(note, key, at: now)
  }

  /// Leaves the board and removes this person's file; `forGood`: no board is offered again.
  package func leave(forGood: Bool) throws(Fault) {
    guard var note = try note(), note.folder != nil || forGood else {
      guard forGood else { throw .notJoined }
      var note = BoardNote()
      note.isOff = true
      return try save(note)
    }
    if let folder = note.folder {
      // A folder that is away now keeps the file; nothing is added to it any more.
      try renaming(Fault.system, Files.remove("\(folder)/\(note.name).json"))
      try renaming(Fault.system, Files.remove(messagesFile(of: note.name, in: folder)))
    }
    note.folder = nil
    note.sharesMessages = false
    note.isOff = forGood
    try save(note)
  }

  package func board(at now: Timestamp, by order: Board.Order = .week) throws(Fault) -> JSONValue {
    guard var note = try note(), let folder = note.folder else { throw .notJoined }
    guard Files.isFolder(folder) else { throw .folder(folder) }
    try write(note, try SigningKey(of: note), at: now)
    let entries = entries(in: folder)
    let before = note.known
    for entry in entries where note.known[entry.name] == nil { note.known[entry.name] = entry.key }
    if note.known != before { try save(note) }
    let board = Board(entries, week: week(at: now), known: note.known, by: order)
    let lines = board.lines.map { line in
      JSONValue.members([
        "name": .string(line.entry.name), "week": .string(line.entry.week),
        "focused_seconds": .integer(line.entry.focused), "points": .integer(line.entry.points),
        "free_streak": line.entry.freeStreak.map { .integer($0) } ?? .null,
        "me": .bool(line.entry.name == note.name), "current": .bool(line.isCurrent),
        "standing": .string(line.standing.rawValue),
      ])
    }
    return [
      "folder": .string(folder), "name": .string(note.name), "week": .string(week(at: now)),
      "by": .string(order.rawValue),
      "place": board.lines.firstIndex { $0.entry.name == note.name }.map { JSONValue($0 + 1) } ?? .null,
      "lines": .array(lines),
      "messages": [
        "shared": .bool(note.sharesMessages), "friends": JSONValue(messages(in: folder, besides: note.name).count),
      ],
    ]
  }

  /// Writes this person's file again, if they joined a board.
  package func refresh(at now: Timestamp) throws(Fault) {
    guard let note = try note(), note.folder != nil else { return }
    let key = try SigningKey(of: note)
    try write(note, key, at: now)
    try writeMessages(note, key)
  }

  private func write(_ note: BoardNote, _ key: SigningKey, at now: Timestamp) throws(Fault) {
    guard let folder = note.folder else { return }
    var entry = try own(note.name, at: now, key: HexText.text(of: key.publicOctets))
    let path = "\(folder)/\(note.name).json"
    if let before = Self.entry(at: path) {
      entry.signature = before.signature
      if entry == before { return }
    }
    entry.signature = HexText.text(
      of: try renaming({ (_: SystemError) in Fault.unsigned }, key.signature(over: entry.signedOctets)))
    try renaming(Fault.system, Files.replace(path, with: entry.json.octets + [0x0A], mode: 0o644))
  }

  private func own(_ name: String, at now: Timestamp, key: String) throws(Fault) -> BoardEntry {
    do throws(LogError) {
      let tally = try RewardsTally(home, zone)
      var focused: Int64 = 0
      if Files.exists(home.database) {
        let reader = try LogReader(path: home.database)
        let first = monday(at: now)
        // Sleep is a session, and in no day's focus.
        for day in try reader.totals(in: zone) where day.day >= first { focused += day.totals.focused.wholeSeconds }
      }
      return BoardEntry(
        name: name, week: week(at: now), focused: focused, points: Int64(tally.rewards.points),
        freeStreak: tally.deeds.freeStreak.map { Int64($0) }, key: key)
    } catch {
      throw .log(error)
    }
  }

  private func monday(at now: Timestamp) -> CivilDay {
    let today = zone.day(at: now)
    return today + -today.weekday.rawValue
  }

  private func week(at now: Timestamp) -> String { ISO8601.text(monday(at: now)) }

  /// The entries in a folder that are signed by the key that they name.
  func entries(in folder: String) -> [BoardEntry] {
    var entries: [BoardEntry] = []
    for name in Folder.names(in: folder).prefix(Self.mostFiles) where name.hasSuffix(".json") && !name.hasPrefix(".") {
      guard let entry = Self.entry(at: "\(folder)/\(name)"), name == "\(entry.name).json" else { continue }
      entries.append(entry)
    }
    return entries
  }

  private static func entry(at path: String) -> BoardEntry? {
    guard let octets = try? Files.read(path, limit: longestFile), let root = try? JSONDocument(octets).root,
      let entry = BoardEntry(root), let key = try? HexText.octets(of: entry.key),
      let signature = try? HexText.octets(of: entry.signature),
      SigningKey.isRight(signature, over: entry.signedOctets, of: key)
    else { return nil }
    return entry
  }

  func note() throws(Fault) -> BoardNote? {
    return try renaming(Fault.system, BoardNote(at: home.board))
  }

  func save(_ note: BoardNote) throws(Fault) {
    try renaming(Fault.system, Files.makeFolder(home.stateFolder))
    try renaming(Fault.system, Files.replace(home.board, with: note.octets))
  }
}

extension SigningKey {
  convenience init(of note: BoardNote) throws(FriendsBoard.Fault) {
    do throws(SystemError) { try self.init(secret: note.secret) } catch { throw .unsigned }
  }
}
