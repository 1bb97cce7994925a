internal import SyncProtocol

/// Who is in a household, by what its folder says.
struct FolderRoster {
  struct Device {
    var key: [UInt8]
    var ticket: [UInt8]?
    var epoch: Epoch
  }

  /// An epoch that somebody began.
  struct Beginning {
    var number: UInt64
    var said: CarriedEpoch
  }

  /// Who ever came in, and was not forgotten.
  var devices: [DeviceID: Device] = [:]
  /// The epochs, the oldest first; several of one number where devices put somebody out before they heard of each
  /// other.
  var epochs: [Beginning] = []
  /// Who left.
  var left: Set<DeviceID> = []
  /// The number of the last message that counts of those who were put out where the household was before.
  var lasts: [DeviceID: UInt64] = [:]
  /// What is forgotten.
  var forgotten: Set<DeviceID> = []
  /// The tickets, with when each was made.
  var tickets: [(made: UInt64, said: CarriedTicket)] = []
  /// Whether the household is no more.
  var isOver = false

  /// Takes in what a file says.
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

  /// The newest epoch.
  var epoch: Epoch { Epoch(UInt32(clamping: epochs.map { $0.number }.max() ?? 1)) }

  /// The epochs that a device was not told of: it was put out, or came in by a link that was void by then.
  private func without(_ device: DeviceID) -> [Beginning] {
    guard let entry = devices[device] else { return [] }
    return epochs.filter { epoch in
      epoch.said.target == device
        || epoch.number > UInt64(entry.epoch.number) && !epoch.said.told.contains { $0.device == device }
    }
  }

  /// Whether a device sends nothing any more.
  func isOut(_ device: DeviceID) -> Bool {
    devices[device] == nil || left.contains(device) || !without(device).isEmpty
  }

  /// The number of the last message that counts of a device that was put out: what the first who put it out had read.
  /// `nil` where all do.
  func last(of device: DeviceID) -> UInt64? {
    let without = without(device)
    guard let first = without.map({ $0.number }).min() else { return lasts[device] }
    return without.filter { $0.number == first }.map { $0.said.seen[device] ?? 0 }.max()
  }

  /// Who is in.
  var present: [DeviceID] { devices.keys.filter { !isOut($0) && !forgotten.contains($0) }.sorted() }

  /// Somebody who was put out and told the newest key: two devices put somebody out before they heard of each other.
  var outsider: DeviceID? {
    let newest = epochs.last?.number
    return epochs.filter { $0.number == newest }.flatMap { $0.said.told.map { $0.device } }
      .filter { !without($0).isEmpty }.min()
  }

  /// The sheet that lets somebody in: the one that was printed last, if no device was put out since.
  var sheet: CarriedTicket? { tickets.filter { $0.said.isLasting }.max { $0.made < $1.made }?.said }
}
