internal import SyncProtocol

struct FolderRoster {
  struct Device {
    var key: [UInt8]
    var ticket: [UInt8]?
    var epoch: Epoch
  }

  struct Beginning {
    var number: UInt64
    var said: CarriedEpoch
  }

  /// All devices that ever came in and were not forgotten.
  var devices: [DeviceID: Device] = [:]
  /// Oldest first; several have one number where devices put others out at the same time.
  var epochs: [Beginning] = []
  var left: Set<DeviceID> = []
  /// The last valid message number of devices put out before the household moved here.
  var lasts: [DeviceID: UInt64] = [:]
  var forgotten: Set<DeviceID> = []
  var tickets: [(made: UInt64, said: CarriedTicket)] = []
  var isOver = false

  mutating func take(_ name: CarriedName, _ body: [UInt8]) {
    switch name.kind {
    case .device:
      guard body.count == 32 || body.count == 48 else { return }
      let ticket = body.count == 48 ? Array(body[32...]) : nil
      // One that came in long ago may have been taken in again by a later key.
      if let known = devices[name.device], known.epoch > name.epoch { return }
      devices[name.device] = Device(key: Array(body[..<32]), ticket: ticket, epoch: name.epoch)
    case .epoch:
      if let said = CarriedEpoch(octets: body) { epochs.append(Beginning(number: name.number, said: said)) }
    case .ticket: if let said = CarriedTicket(octets: body) { tickets.append((name.number, said)) }
    case .leave:
      left.insert(name.device)
      if let last = CarriedLeave(octets: body)?.last { lasts[name.device] = min(last, lasts[name.device] ?? .max) }
    case .forgotten: if let gone = DeviceID(octets: body) { forgotten.insert(gone) }
    case .end: isOver = true
    case .messages, .snapshot: break
    }
  }

  var epoch: Epoch { Epoch(UInt32(clamping: epochs.map { $0.number }.max() ?? 1)) }

  /// The epochs that a device was not told of: it was put out, or its invitation was void.
  private func without(_ device: DeviceID) -> [Beginning] {
    guard let entry = devices[device] else { return [] }
    return epochs.filter { epoch in
      epoch.said.target == device
        || epoch.number > UInt64(entry.epoch.number) && !epoch.said.told.contains { $0.device == device }
    }
  }

  /// Whether a device has left, was put out or never came in.
  func isOut(_ device: DeviceID) -> Bool {
    devices[device] == nil || left.contains(device) || !without(device).isEmpty
  }

  /// The last valid message number of a device that was put out; `nil` if all are valid.
  func last(of device: DeviceID) -> UInt64? {
    let without = without(device)
    guard let first = without.map({ $0.number }).min() else { return lasts[device] }
    return without.filter { $0.number == first }.map { $0.said.seen[device] ?? 0 }.max()
  }

  var present: [DeviceID] { devices.keys.filter { !isOut($0) && !forgotten.contains($0) }.sorted() }

  /// A device that was put out but knows the newest key: two were put out at the same time.
  var outsider: DeviceID? {
    let newest = epochs.last?.number
    return epochs.filter { $0.number == newest }.flatMap { $0.said.told.map { $0.device } }
      .filter { !without($0).isEmpty }.min()
  }

  /// The sheet that lets somebody in: the one that was printed last, if no device was put out since.
  var sheet: CarriedTicket? { tickets.filter { $0.said.isLasting }.max { $0.made < $1.made }?.said }
}
