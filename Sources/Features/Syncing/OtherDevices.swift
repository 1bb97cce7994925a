internal import FocusEngine
internal import FocusWire
internal import Following
internal import ServiceContract
internal import SyncFiles
internal import SystemClock

/// Tracks the other devices by their messages; tells the session, in order, what concerns it.
struct OtherDevices {
  private let settings: SyncSettings
  /// Finds the card that signed a link, and its counter.
  private let signer: @Sendable (String) -> CardCounter?
  private var peers: [DeviceID: (peer: Peer, number: UInt64)] = [:]
  /// The number of messages that are read at a time.
  private static let page = 1000
  /// Asks handed in at a time: each commit waits for the disk, and a tap waits for the commit.
  private static let asks = 200
  /// The most ids of one device that are followed back.
  private static let deepest = 16

  init(_ chosen: ServiceConfiguration.Devices, _ signer: @escaping @Sendable (String) -> CardCounter?) {
    settings = SyncSettings(follow: chosen.follows, oneCardEndsAll: chosen.oneCardEndsAll)
    self.signer = signer
  }

  /// Reads what was heard since, and hands in what the session was not told yet.
  mutating func tell(
    _ engine: FocusEngine, of course: borrowing SyncCourse, offset: Int64
  ) async throws(SyncFault) {
    let devices = try SyncFault.storing { () throws(SQLiteError) in try course.store.devices() }
    peers = peers.filter { known, _ in devices.contains { $0.head.device == known } }
    for device in devices where device.head.device != course.note.device {
      try await tell(engine, of: device.head, course, offset)
    }
  }

  func shown(offset: Int64) -> [OtherDevice] {
    peers.values.sorted { $0.peer.device < $1.peer.device }.map { peer, _ in
      OtherDevice(id: peer.deviceName, name: peer.name, session: peer.session(at: here(offset)))
    }
  }

  /// Starts a device of which nothing was read; a new id continues where the earlier one was.
  private func newcomer(_ device: DeviceID, _ course: borrowing SyncCourse, depth: Int = 0) throws(SyncFault) -> Peer {
    let first = try SyncFault.storing { () throws(SQLiteError) in try course.messages(of: device, after: 0, most: 1) }
    guard let octets = first.first?.message, let past = HeardMessage(octets).past, depth < Self.deepest else {
      return Peer(device: device)
    }
    var peer = try newcomer(past.device, course, depth: depth + 1)
    var number: UInt64 = 0
    while number < past.number {
      let page = try SyncFault.storing { () throws(SQLiteError) in
        try course.messages(of: past.device, after: number, most: Self.page)
      }
      guard let last = page.last else { break }
      for (place, message) in HeardMessage.all(of: page) where place <= past.number {
        _ = hear(message, place, &peer, 0)
      }
      number = last.number
    }
    return Peer(continuing: peer, as: device)
  }

  private mutating func tell(
    _ engine: FocusEngine, of head: Head, _ course: borrowing SyncCourse, _ offset: Int64
  ) async throws(SyncFault) {
    let device = head.device
    var (peer, number) = peers[device] ?? (Peer(device: device), 0)
    guard number < head.number else { return }
    if number == 0 { peer = try newcomer(device, course) }
    let told = try SyncFault.storing { () throws(SQLiteError) in try course.store.followed(device) }
    var pages = HeardMessage.Pages(after: number)
    while let page = try pages.next({ last throws(SyncFault) in
      try SyncFault.storing { () throws(SQLiteError) in
        try course.store.heard(device, after: last, most: Self.page)
      }
    }) {
      var asked: [DeviceAsk] = []
      for (place, message) in page.joined() {
        let (asks, gone) = hear(message, place, &peer, offset)
        if place > told {
          asked += asks
          if let gone { try await forget(gone, engine, course) }
        }
      }
      for start in stride(from: 0, to: asked.count, by: Self.asks) {
        let some = Array(asked[start..<min(start + Self.asks, asked.count)])
        // What was not recorded is handed in again, of a device that is read again.
        guard case .decided = await engine.submit(some) else {
          peers[device] = nil
          return
        }
      }
      number = pages.number
      if number > told {
        try SyncFault.storing { () throws(SQLiteError) in try course.store.follow(device, to: number) }
      }
    }
    peers[device] = (peer, number)
  }

  /// What a message asks of this session, and the session that somebody wants forgotten.
  private func hear(
    _ message: HeardMessage, _ number: UInt64, _ peer: inout Peer, _ offset: Int64
  ) -> (asks: [DeviceAsk], forgotten: ForgottenSession?) {
    switch message {
    case .hello(let hello): peer.hear(hello)
    case .fact(let fact, _): return (peer.hear(fact, number: number, at: here(offset)), fact.forgottenSession)
    case .forget, .nothing: break
    }
    return ([], nil)
  }

  private func here(_ offset: Int64) -> Here {
    Here(wall: SystemTime.wall(), offset: offset, settings: settings) { [signer] link in signer(link) }
  }
}

struct OtherDevice: Equatable {
  var id: DeviceName
  var name: String
  var session: ShownSession?

  func json(at now: Timestamp, in zone: CivilZone) -> JSONValue {
    ["name": .string(name), "session": session.flatMap { $0.json(at: now, in: zone) } ?? .null]
  }
}

extension ShownSession {
  /// `nil` once its planned end is over: a device that is away need not report that.
  fileprivate func json(at now: Timestamp, in zone: CivilZone) -> JSONValue? {
    if let plannedEnd, plannedEnd <= now { return nil }
    func time(_ wall: Timestamp?) -> JSONValue { JSONValue(wall.map { ISO8601.text($0, in: zone) }) }
    return [
      "session": .string(id.text), "profile": .string(profile.text), "name": .string(name), "task": JSONValue(task),
      "started_at": time(began), "planned_end": time(plannedEnd), "break_ends_at": time(breakEnds),
      "question": .bool(hasQuestion), "followed": .bool(isFollowed),
    ]
  }
}
