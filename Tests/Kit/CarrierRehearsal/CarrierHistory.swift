import FolderMailbox
import LinuxRuntime
import Sealing
import SyncProtocol

/// One history of three devices from its seed: what arrives at last is read, as it was sent, and each fault is named
/// and no other.
package struct CarrierHistory {
  private let keys: CarrierKeys
  private var carrier: HostileCarrier
  private var devices: [Device] = []
  /// What is not as it should be.
  package private(set) var broken: [String] = []

  private struct Device {
    let id: DeviceID
    let mailbox: FolderMailbox
    var own: DeviceLog
    var messages: [[UInt8]] = []
    var logs: [DeviceID: DeviceLog] = [:]
    var heard: [DeviceID: [[UInt8]]] = [:]
  }

  package init(_ seed: UInt64, _ keys: CarrierKeys) throws {
    self.keys = keys
    carrier = try HostileCarrier(seed, folders: 3)
    for place in 0..<3 {
      let id = keys.device(place)
      let mailbox = try FolderMailbox(
        at: carrier.folders[place], keeping: carrier.kept(place), of: keys.owner, with: keys.ring,
        by: keys.sodium.functions)
      let octets = [UInt8](repeating: UInt8(place), count: 32)
      try mailbox.enroll(id, key: octets, token: [], ticket: place == 0 ? nil : Array(octets.prefix(16)))
      devices.append(
        Device(id: id, mailbox: mailbox, own: DeviceLog(owner: keys.owner, head: Head(device: id))))
      try carrier.remember(id, in: place)
    }
  }

  /// Leaves nothing in memory.
  package func remove() { carrier.remove() }

  package mutating func play() throws {
    for _ in 0..<40 {
      switch carrier.pick(6) {
      case 0: try push(carrier.pick(3))
      case 1: try sync(carrier.pick(3))
      default: try carrier.carry()
      }
      if !broken.isEmpty { return }
    }
    // At last the carrier does what it should.
    for _ in 0..<2 {
      for place in devices.indices { try sync(place) }
      try carrier.bringAll(of: devices.map { $0.id })
    }
    for place in devices.indices { try sync(place) }
    for one in devices {
      for other in devices where other.id != one.id && one.heard[other.id] ?? [] != other.messages {
        broken.append("\(one.id.text.suffix(2)) lacks messages of \(other.id.text.suffix(2))")
      }
    }
  }

  private mutating func push(_ place: Int) throws {
    var device = devices[place]
    let count = carrier.pick(3) + 1
    let envelopes = try (0..<count).map { step in
      device.messages.append(Array("\(place) says \(device.messages.count) \(step)".utf8))
      return try device.own.seal(
        device.messages[device.messages.count - 1], nonce: keys.sodium.nonce(), with: keys.ring,
        by: keys.sodium.functions)
    }
    let kept = try device.mailbox.push(envelopes)
    if kept != device.own.head.number { broken.append("a push was not taken whole") }
    devices[place] = device
    try carrier.remember(device.id, in: place)
  }

  /// One look: what is named is what was changed, and what is read is what was sent.
  private mutating func sync(_ place: Int) throws {
    var device = devices[place]
    let changed = try carrier.changed(in: place)
    let known = Heads(device.logs.values.map { $0.head } + [device.own.head])
    let members = try device.mailbox.members(known: known)
    var named: Set<String> = []
    for fault in device.mailbox.faults {
      if case .changedFile(_, let name) = fault { named.insert(name) } else { broken.append("named: \(fault)") }
    }
    if named != changed { broken.append("named \(named), and changed were \(changed)") }
    for member in members where member.head.device != device.id {
      var log = device.logs[member.head.device] ?? DeviceLog(owner: keys.owner, head: Head(device: member.head.device))
      let pull = SyncPlan.Pull(device: member.head.device, after: log.head.number)
      for envelope in try device.mailbox.pull(pull, of: keys.owner) {
        do {
          device.heard[member.head.device, default: []].append(
            try log.accept(envelope, with: keys.ring, by: keys.sodium.functions))
        } catch { broken.append("refused: \(error)") }
      }
      if log.head != member.head { broken.append("the head is \(member.head.number), read was \(log.head.number)") }
      device.logs[member.head.device] = log
      let said = devices.first { $0.id == member.head.device }?.messages ?? []
      if Array(said.prefix(device.heard[member.head.device]?.count ?? 0)) != device.heard[member.head.device] ?? [] {
        broken.append("something else was read than was sent")
      }
    }
    if members.contains(where: { $0.isRevoked }) { broken.append("somebody is out") }
    devices[place] = device
  }
}

/// What the devices of a history share at its beginning.
package struct CarrierKeys: Sendable {
  let sodium: Sodium
  let owner = OwnerID(halves: SyncHalves(high: 9 << 32, low: 1))
  let ring: KeyRing

  /// Keys of chance.
  package init() throws {
    sodium = try Sodium()
    guard let keys = sodium.keys(of: .first, group: sodium.chance(32)) else { throw SealingError.badKey }
    ring = KeyRing(keys)
  }

  func device(_ place: Int) -> DeviceID { DeviceID(halves: SyncHalves(high: 7, low: UInt64(place) + 1)) }
}
