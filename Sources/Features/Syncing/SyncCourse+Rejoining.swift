internal import FocusPorts
internal import Sealing
internal import ServiceContract
internal import SyncFiles

/// A home that was in the household before: it left, and joins again. What it sent then is its own past, so it is not
/// sent again, and what others counted of it counts once.
extension SyncCourse {
  func isNewcomer() throws(SyncFault) -> Bool {
    guard Files.exists(home.database) else { return false }
    return try SyncFault.storing { () throws(SQLiteError) in
      let (said, taken, line) = (try store.ownHead(note.device).number, try store.taken(), try store.line())
      return said == 0 && taken == 0 && line.isEmpty
    }
  }

  /// Says hello as an earlier device's continuation, if the log here was sent under its id.
  func goOnWhereItLeft(
    _ mailbox: any HouseholdMailbox, _ acquaintance: inout Acquaintance, at wall: Int64
  ) throws(SyncFault) {
    guard let line = try longestPast(), let last = line.last else { return }
    let (offset, half) = try compareClocks(mailbox, at: wall)
    let hello = Hello(
      name: note.name, continues: last.device, offset: offset, halfTrip: half, seen: try seen(last, mailbox))
    // A service and a command may both come here: the first one does it.
    try succession.alone { () throws(SyncFault) in
      guard try isNewcomer() else { return }
      try SyncFault.storing { () throws(SQLiteError) in
        try store.turn(
          SyncStore.Turn(line: line, device: note.device, hello: hello, sent: 0, isLogAnother: false),
          from: note.device, called: note.name, wall: wall, keys: ring.newest, by: sodium.functions)
      }
    }
    acquaintance.meet(offset: offset)
    acquaintance.greeting.say(hello)
  }

  /// The ids, in order, under which the longest beginning of this log was sent; `nil` if none was.
  private func longestPast() throws(SyncFault) -> [SyncStore.Forebear]? {
    let others = try SyncFault.storing { () throws(SQLiteError) in try store.devices() }
      .filter { $0.head.device != note.device && $0.head.number > 0 }
    var best: [SyncStore.Forebear]?
    for other in others {
      let line = try commonPast(withThoseUpTo: other.head)
      if line.last?.fact ?? 0 > best?.last?.fact ?? 0 { best = line }
    }
    return best
  }

  /// How far this log agrees with a device's and with those that the device continues.
  private func commonPast(withThoseUpTo head: Head) throws(SyncFault) -> [SyncStore.Forebear] {
    var line: [SyncStore.Forebear] = []
    for part in try lineage(of: head) {
      var past = CommonPast(after: line.last?.fact ?? 0)
      try compare(&past, with: part.device, upTo: part.number)
      guard past.message > 0 else { break }
      let mark = try mark(ofFact: past.fact) ?? ""
      line.append(SyncStore.Forebear(device: part.device, number: past.message, fact: past.fact, mark: mark))
      if past.isOver { break }
    }
    return line
  }

  /// The ids that a device had, oldest first, each up to where the next one continues it.
  private func lineage(of head: Head) throws(SyncFault) -> [Head] {
    var line = [head]
    // An id never comes after itself, whatever somebody says.
    while line.count <= Self.deepest, let past = try past(of: line[0].device),
      !line.contains(where: { $0.device == past.device })
    {
      line.insert(past, at: 0)
    }
    return line
  }

  private func past(of device: DeviceID) throws(SyncFault) -> Head? {
    try SyncFault.storing { () throws(SQLiteError) in try store.firstHello(of: device)?.past }
  }

  /// The most ids of one home that are followed back.
  private static let deepest = 16
}
