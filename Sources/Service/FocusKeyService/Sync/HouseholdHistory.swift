internal import FocusHistory
internal import FocusPorts
internal import FocusSession
internal import FocusWire
internal import Following
internal import LinuxRuntime
internal import SQLiteFiles
internal import SQLiteLog
internal import ServiceAPI
internal import ServiceContract
internal import SyncProtocol

/// The history of a person over all devices, folded on a thread of its own: each question reads only what is new.
actor HouseholdHistory {
  private let thread = ThreadExecutor(named: "household")
  private let home: Home
  private let zone: CivilZone
  private var me: DeviceID?
  private var devices: [DeviceID: (history: DeviceHistory, number: UInt64)] = [:]
  private var forgotten = Forgotten()
  /// The mailbox's clock minus this one.
  private var offset = Lapse.zero
  private static let page = 5000

  /// The thread that the messages are read on.
  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

  init(_ home: Home, _ zone: CivilZone) {
    self.home = home
    self.zone = zone
  }

  deinit { thread.close() }

  /// The statistics over all devices, or of those of one name.
  func statistics(of name: String?, at now: Timestamp) -> SyncPorts.Statistics {
    guard let note = SyncNote(at: home.sync), Files.exists(home.syncStore) else {
      return name == nil ? .alone : .unknownDevice
    }
    if me != note.device { (me, devices, forgotten, offset) = (note.device, [:], Forgotten(), .zero) }
    do throws(SyncFault) {
      let store = try SyncFault.storing { () throws(SQLiteError) in try SyncStore(path: home.syncStore) }
      let members = try SyncFault.storing { () throws(SQLiteError) in try store.devices() }
      let others = members.filter { $0.head.device != note.device && $0.head.number > 0 }
      var wanted = others.filter { $0.name == name || name == nil }.map { $0.head.device }
      for device in wanted { try read(device, from: store) }
      let isOwn = name == note.name || name == nil
      if name != nil, !isOwn, wanted.isEmpty { return .unknownDevice }
      // Who is alone has the same from the log, sooner.
      if wanted.isEmpty { return .alone }
      if isOwn { wanted.append(note.device) }
      let own = try ownHistory(note.device, store)
      let histories = wanted.map { device in
        device == note.device ? own : devices[device]?.history ?? DeviceHistory(device: device, zone: zone)
      }
      let union = UnionHistory(
        histories, without: Set(forgotten.sessions.map { SessionID($0) }), at: now + offset, in: zone)
      return .union(union.statistics())
    } catch {
      // The log alone tells of this device.
      return .alone
    }
  }

  /// Folds what was heard of a device since.
  private func read(_ device: DeviceID, from store: borrowing SyncStore) throws(SyncFault) {
    var (history, number) = devices[device] ?? (DeviceHistory(device: device, zone: zone), 0)
    while true {
      let messages = try SyncFault.storing { () throws(SQLiteError) in
        device == me
          ? try store.own(after: number, most: Self.page) : try store.heard(device, after: number, most: Self.page)
      }
      guard let last = messages.last else { break }
      for (_, octets) in messages { take(octets, &history, isOwn: device == me) }
      number = last.number
    }
    devices[device] = (history, number)
  }

  private func take(_ octets: [UInt8], _ history: inout DeviceHistory, isOwn: Bool) {
    guard let message = try? SyncMessage(octets: octets) else { return }
    switch message.body {
    case .hello(let hello):
      if isOwn { offset = Lapse(milliseconds: hello.offset) }
      history.take(hello)
    case .fact(let text): if let fact = try? Fact(octets: text) { history.take(fact, at: message.time) }
    case .forget(let wish): forgotten.take(wish)
    case .setting: break
    }
  }

  /// What this device sent, and the facts of its log that were not made messages yet.
  private func ownHistory(_ device: DeviceID, _ store: borrowing SyncStore) throws(SyncFault) -> DeviceHistory {
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
          history.take(fact, at: HybridTime(milliseconds: fact.stamp.moment.wall.milliseconds))
        }
        number = last.number
      }
    } catch { throw .log(error) }
    return history
  }
}
