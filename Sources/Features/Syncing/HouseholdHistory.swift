internal import FocusPorts
internal import FocusWire
internal import Following
internal import SQLiteLog
internal import ServiceContract
internal import SyncFiles

/// Folds what the devices did from messages and this log; reading again reads only what is new.
struct HouseholdHistory {
  private let home: Home
  private let zone: CivilZone
  private var me: DeviceID?
  private var devices: [DeviceID: (history: DeviceHistory, number: UInt64)] = [:]
  private var forgotten = Forgotten()
  /// The mailbox's clock minus this one.
  private var offset = Lapse.zero
  private static let page = 5000
  /// The most ids of one home that are followed back.
  private static let deepest = 16
  private var depth = 0

  init(_ home: Home, _ zone: CivilZone) {
    self.home = home
    self.zone = zone
  }

  enum Reading {
    case alone
    case unknownDevice
    case union(Union)
  }

  struct Union {
    var history: UnionHistory
    var names: [DeviceID: String]
    var me: DeviceID
    /// The mailbox's clock minus this one.
    var offset: Lapse
  }

  mutating func read(_ wish: String?, at now: Timestamp) throws(SyncFault) -> Reading {
    guard let note = SyncNote(at: home.sync), Files.exists(home.syncStore) else {
      return wish == nil ? .alone : .unknownDevice
    }
    if me != note.device { (me, devices, forgotten, offset) = (note.device, [:], Forgotten(), .zero) }
    let store = try SyncFault.storing { () throws(SQLiteError) in try SyncStore(path: home.syncStore, makes: false) }
    let members = try SyncFault.storing { () throws(SQLiteError) in try store.devices() }
    let others = members.filter { $0.head.device != note.device && $0.head.number > 0 }
    var names: [DeviceID: String] = [note.device: note.name]
    for other in others { names[other.head.device] = other.name ?? other.head.device.shortText }
    var wanted = others.map { $0.head.device }.filter { $0.isMeant(by: wish, names) }
    let isOwn = note.device.isMeant(by: wish, names)
    if wanted.isEmpty { return isOwn ? .alone : .unknownDevice }
    // Any of them may have said that a session is to be forgotten.
    for other in others { try read(other.head.device, from: store) }
    let own = try ownHistory(note.device, store)
    if isOwn { wanted.append(note.device) }
    let histories = wanted.map { device in
      device == note.device ? own : devices[device]?.history ?? DeviceHistory(device: device, zone: zone)
    }
    let history = UnionHistory(
      histories, without: Set(forgotten.sessions.map { SessionID($0) }), at: now + offset, in: zone)
    return .union(Union(history: history, names: names, me: note.device, offset: offset))
  }

  private mutating func read(_ device: DeviceID, from store: borrowing SyncStore) throws(SyncFault) {
    let (past, number) = devices[device] ?? (DeviceHistory(device: device, zone: zone), 0)
    var history = past
    let isOwn = device == me
    var pages = HeardMessage.Pages(after: number)
    while let page = try pages.next({ last throws(SyncFault) in
      try Self.messages(of: device, isOwn: isOwn, after: last, from: store)
    }) {
      for (place, message) in page.joined() {
        if place == 1, let past = message.past {
          history = DeviceHistory(continuing: try self.history(of: past, from: store), as: device)
        }
        take(message, &history, isOwn: isOwn)
      }
    }
    devices[device] = (history, pages.number)
  }

  /// The history of a device up to one of its messages.
  private mutating func history(of past: Head, from store: borrowing SyncStore) throws(SyncFault) -> DeviceHistory {
    var history = DeviceHistory(device: past.device, zone: zone)
    let isOwn = past.device == me
    var pages = HeardMessage.Pages(after: 0)
    while pages.number < past.number,
      let page = try pages.next({ last throws(SyncFault) in
        try Self.messages(of: past.device, isOwn: isOwn, after: last, from: store)
      })
    {
      for (place, message) in page.joined() where place <= past.number {
        // An id never comes after itself, whatever somebody says: what it continues was there before.
        if place == 1, let before = message.past, before.device != past.device, depth < Self.deepest {
          depth += 1
          defer { depth -= 1 }
          history = DeviceHistory(continuing: try self.history(of: before, from: store), as: past.device)
        }
        take(message, &history, isOwn: false)
      }
    }
    return history
  }

  private static func messages(
    of device: DeviceID, isOwn: Bool, after number: UInt64, from store: borrowing SyncStore
  ) throws(SyncFault) -> HeardMessage.Octets {
    try SyncFault.storing { () throws(SQLiteError) in
      isOwn ? try store.own(after: number, most: page) : try store.heard(device, after: number, most: page)
    }
  }

  private mutating func take(_ message: HeardMessage, _ history: inout DeviceHistory, isOwn: Bool) {
    switch message {
    case .hello(let hello):
      if isOwn { offset = Lapse(milliseconds: hello.offset) }
      history.take(hello)
    case .fact(let fact, let time): take(fact, at: time, &history)
    case .forget(let wish): forgotten.take(wish)
    case .nothing: break
    }
  }

  private mutating func take(_ fact: Fact, at time: HybridTime, _ history: inout DeviceHistory) {
    history.take(fact, at: time)
    if let gone = fact.forgottenSession { forgotten.take(.session(gone.id.text)) }
  }

  /// What this device sent, and the facts of its log that are not yet messages.
  private mutating func ownHistory(
    _ device: DeviceID, _ store: borrowing SyncStore
  ) throws(SyncFault) -> DeviceHistory {
    try read(device, from: store)
    var history = devices[device]?.history ?? DeviceHistory(device: device, zone: zone)
    var number = try SyncFault.storing { () throws(SQLiteError) in try store.taken() }
    do throws(LogError) {
      let log = try LogReader(path: home.database)
      while true {
        let page = try log.bodies(after: number, most: Self.page)
        guard let last = page.last else { break }
        for line in page {
          guard let fact = try? Fact(octets: Array(line.text.utf8)), fact.isShared else { continue }
          take(fact, at: HybridTime(milliseconds: fact.stamp.moment.wall.milliseconds), &history)
        }
        number = last.number
      }
    } catch { throw .log(error) }
    return history
  }
}

extension DeviceID {
  /// Whether a person means it by that name or id prefix; `nil` means all devices.
  fileprivate func isMeant(by wish: String?, _ names: [DeviceID: String]) -> Bool {
    guard let wish else { return true }
    return names[self] == wish || wish.utf8.count >= Self.shortest && text.hasPrefix(wish.lowercased())
  }
}
