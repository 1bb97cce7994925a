import FolderMailbox
import LinuxRuntime
import Sealing
import SyncProtocol

/// One history of five devices from its seed, by a hostile carrier, in which devices put others out before they heard
/// of each other.
///
/// At last those who stay have one newest key, which nobody who was put out has, and have read all that each of them
/// sent; of those who were put out they have read what counts, and what they had read before they heard of it.
package struct RevocationHistory {
  private let keys: CarrierKeys
  private var carrier: HostileCarrier
  private var devices: [Device] = []
  /// Up to where those were read who were put out, by each who did so.
  private var limits: [DeviceID: [UInt64]] = [:]
  /// What is not as it should be.
  package private(set) var broken: [String] = []
  /// Keys that were made because somebody who was out had the newest one.
  package private(set) var renewals = 0
  /// Keys of one epoch that devices made before they heard of each other, at most.
  package private(set) var siblings = 0

  private struct Device {
    let place: Int
    let id: DeviceID
    let keys: DeviceKeys
    var ring: KeyRing
    var mailbox: FolderMailbox
    var own: DeviceLog
    var messages: [[UInt8]] = []
    var logs: [DeviceID: DeviceLog] = [:]
    var heard: [DeviceID: [[UInt8]]] = [:]
    /// How much was read of each that is out when that was heard.
    var early: [DeviceID: Int] = [:]
    var isOut = false
  }

  package init(_ seed: UInt64, _ keys: CarrierKeys) throws {
    self.keys = keys
    carrier = try HostileCarrier(seed, folders: 5)
    for place in 0..<5 {
      let (id, own) = (keys.device(place), keys.sodium.deviceKeys())
      let mailbox = try Self.mailbox(place, keys.ring, keys, carrier)
      let ticket = place == 0 ? nil : [UInt8](repeating: UInt8(place), count: 16)
      try mailbox.enroll(id, key: own.publicKey, token: [], ticket: ticket)
      devices.append(
        Device(
          place: place, id: id, keys: own, ring: keys.ring, mailbox: mailbox,
          own: DeviceLog(owner: keys.owner, head: Head(device: id))))
      try carrier.remember(id, in: place)
    }
    try carrier.bringAll(of: devices.map { $0.id })
    for place in devices.indices { try look(place) }
  }

  private static func mailbox(
    _ place: Int, _ ring: KeyRing, _ keys: CarrierKeys, _ carrier: HostileCarrier
  ) throws -> FolderMailbox {
    try FolderMailbox(
      at: carrier.folders[place], keeping: carrier.kept(place), of: keys.owner, with: ring, by: keys.sodium.functions)
  }

  /// Leaves nothing in memory.
  package func remove() { carrier.remove() }

  package mutating func play() throws {
    var revocations = 0
    for _ in 0..<60 {
      switch carrier.pick(9) {
      case 0, 1: try push(carrier.pick(5))
      case 2: try look(carrier.pick(5))
      case 3 where revocations < 3:
        if try revoke(carrier.pick(5), carrier.pick(5)) { revocations += 1 }
      default: try carrier.carry()
      }
      if !broken.isEmpty { return }
    }
    // At last the carrier does what it should. What somebody writes then is brought the next time.
    for _ in 0..<4 {
      for place in devices.indices { try look(place) }
      try carrier.bringAll(of: devices.map { $0.id })
    }
    for place in devices.indices { try look(place) }
    try judge()
  }

  // MARK: What devices do

  private mutating func push(_ place: Int) throws {
    try look(place)
    var device = devices[place]
    if device.isOut { return }
    let count = carrier.pick(3) + 1
    let envelopes = try (0..<count).map { step in
      device.messages.append(Array("\(place) says \(device.messages.count) \(step)".utf8))
      return try device.own.seal(
        device.messages[device.messages.count - 1], nonce: keys.sodium.nonce(), with: device.ring,
        by: keys.sodium.functions)
    }
    _ = try device.mailbox.push(envelopes)
    devices[place] = device
    try carrier.remember(device.id, in: place)
  }

  private mutating func revoke(_ place: Int, _ other: Int) throws -> Bool {
    try look(place)
    let (device, target) = (devices[place], devices[other].id)
    guard place != other, !device.isOut else { return false }
    let members = try device.mailbox.members()
    guard members.contains(where: { $0.head.device == target && !$0.isRevoked }) else { return false }
    try begin(place, without: target, members)
    limits[target, default: []].append(device.logs[target]?.head.number ?? 0)
    try look(place)
    return true
  }

  private mutating func begin(_ place: Int, without target: DeviceID, _ members: [HouseholdMember]) throws {
    let device = devices[place]
    let staying = members.filter { !$0.isRevoked && $0.head.device != target }
      .map { NewEpoch.Member(device: $0.head.device, publicKey: $0.key) }
    let epoch = try keys.sodium.newEpoch(for: staying, owner: keys.owner, after: device.ring)
    _ = try device.mailbox.revoke(
      target, beginning: epoch.ring.newest.epoch, telling: epoch.sealed,
      after: Heads(device.logs.values.map { $0.head }))
    try carrier.remember(device.id, in: place)
  }

  /// One look: new keys are taken, a new one is made where somebody who is out has the newest, and all is read.
  private mutating func look(_ place: Int) throws {
    if devices[place].isOut { return }
    let changed = try carrier.changed(in: place)
    while let members = try members(place) {
      if let sealed = members.first(where: { $0.head.device == devices[place].id })?.sealed {
        let taken = keys.sodium.ring(
          devices[place].ring, addingAll: sealed, for: devices[place].id, owner: keys.owner, with: devices[place].keys)
        if !taken.refused.isEmpty { broken.append("refused: \(taken.refused)") }
        if taken.ring != devices[place].ring {
          devices[place].ring = taken.ring
          devices[place].mailbox = try Self.mailbox(place, taken.ring, keys, carrier)
          do throws(MailboxError) {
            try devices[place].mailbox.enter(devices[place].id, token: [])
          } catch {
            // With the new key it reads that it is out.
            if error != .revoked { broken.append("\(error)") }
            devices[place].isOut = true
            return
          }
          let newest = taken.ring.newest.epoch
          siblings = max(siblings, taken.ring.keys.filter { $0.epoch == newest }.count)
          continue
        }
        try devices[place].mailbox.taken(sealed, by: devices[place].id)
      }
      for fault in devices[place].mailbox.faults {
        guard case .changedFile(_, let name) = fault, changed.contains(name) else {
          broken.append("named: \(fault)")
          continue
        }
      }
      if let outsider = devices[place].mailbox.outsider {
        renewals += 1
        try begin(place, without: outsider, members)
        continue
      }
      return try read(place, members)
    }
  }

  /// - Returns: `nil` where the device is out.
  private mutating func members(_ place: Int) throws -> [HouseholdMember]? {
    let device = devices[place]
    do throws(MailboxError) {
      return try device.mailbox.members(known: Heads(device.logs.values.map { $0.head } + [device.own.head]))
    } catch {
      guard error == .revoked else { throw error }
      devices[place].isOut = true
      return nil
    }
  }

  private mutating func read(_ place: Int, _ members: [HouseholdMember]) throws {
    var device = devices[place]
    for member in members where member.head.device != device.id {
      let other = member.head.device
      if member.isRevoked, device.early[other] == nil { device.early[other] = device.heard[other]?.count ?? 0 }
      var log = device.logs[other] ?? DeviceLog(owner: keys.owner, head: Head(device: other))
      for envelope in try device.mailbox.pull(SyncPlan.Pull(device: other, after: log.head.number), of: keys.owner) {
        do {
          device.heard[other, default: []].append(
            try log.accept(envelope, with: device.ring, by: keys.sodium.functions))
        } catch { broken.append("refused: \(error)") }
      }
      if log.head != member.head { broken.append("the head is \(member.head.number), read was \(log.head.number)") }
      device.logs[other] = log
      let said = devices.first { $0.id == other }?.messages ?? []
      if Array(said.prefix(device.heard[other]?.count ?? 0)) != device.heard[other] ?? [] {
        broken.append("something else was read than was sent")
      }
    }
    devices[place] = device
  }

  // MARK: What comes of it

  private mutating func judge() throws {
    let staying = devices.filter { !$0.isOut }
    let newest = Set(staying.map { $0.ring.newest.group })
    if newest.count > 1 { broken.append("\(newest.count) newest keys") }
    for one in staying {
      for other in devices where other.id != one.id {
        let heard = one.heard[other.id] ?? []
        if other.isOut {
          let most = max(Int(limits[other.id]?.max() ?? 0), one.early[other.id] ?? 0)
          if heard.count > most { broken.append("\(heard.count) were read of one who is out, \(most) count") }
        } else if heard != other.messages {
          broken.append("\(one.id.text.suffix(2)) lacks messages of \(other.id.text.suffix(2))")
        }
      }
    }
    // Those who are out look for every key that they can get, allowed or not.
    for device in devices where device.isOut {
      let known = Set(try everything(of: device).keys.map { $0.group })
      if !known.isDisjoint(with: newest) { broken.append("one who is out has the newest key") }
    }
  }

  /// All keys that a device comes to with what is in its folder.
  private func everything(of device: Device) throws -> KeyRing {
    var ring = device.ring
    while true {
      let before = ring
      for text in try Files.names(inFolder: carrier.folders[device.place]) {
        guard let name = CarriedName(beginning: text), name.kind == .epoch,
          case .whole(let body) = CarriedFile.judge(
            try Files.read("\(carrier.folders[device.place])/\(text)"), named: name, with: ring,
            by: keys.sodium.functions),
          let grant = CarriedEpoch(octets: body)?.told.first(where: { $0.device == device.id })?.grant
        else { continue }
        ring =
          keys.sodium.ring(ring, addingAll: grant, for: device.id, owner: keys.owner, with: device.keys).ring
      }
      if ring == before { return ring }
    }
  }
}
