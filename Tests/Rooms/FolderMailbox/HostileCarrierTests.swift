import FolderMailbox
import Glibc
import LinuxRuntime
import RealParts
import Sealing
import SyncProtocol
import TestSupport
import Testing

/// A carrier that is late, reorders, cuts, doubles, deletes, flips bits and mixes names up, between the folders of
/// three devices: what arrives at last is read, as it was sent, and each fault is named and no other.
@Suite(.realParts) struct HostileCarrierTests {
  /// How many histories: more with `FOCUSKEY_HISTORIES=10000`.
  private static let histories =
    unsafe getenv("FOCUSKEY_HISTORIES").flatMap { unsafe UInt64(String(cString: $0)) } ?? 60

  @Test func nothingIsLostThatArrivesAtLastAndEachFaultIsNamed() throws {
    let began = ContinuousClock.now
    for seed in 1...Self.histories {
      var history = try History(seed)
      defer { history.remove() }
      try history.play()
      #expect(history.broken.isEmpty, "history \(seed): \(history.broken)")
      if !history.broken.isEmpty { return }
    }
    print("\(Self.histories) histories in \(ContinuousClock.now - began)")
  }
}

/// One history from its seed.
private struct History {
  private var chance: UInt64
  private let trial: CarrierTrial
  private let memory: String
  private var devices: [Device] = []
  /// What each file held when it was written.
  private var truth: [String: [UInt8]] = [:]
  private(set) var broken: [String] = []

  struct Device {
    let id: DeviceID
    let folder: String
    let mailbox: FolderMailbox
    var own: DeviceLog
    var messages: [[UInt8]] = []
    var logs: [DeviceID: DeviceLog] = [:]
    var heard: [DeviceID: [[UInt8]]] = [:]
  }

  init(_ seed: UInt64) throws {
    chance = seed &* 0x9E37_79B9_7F4A_7C15
    trial = try CarrierTrial(.folder)
    // In memory, where nothing waits for a disk.
    memory = try Files.isFolder("/dev/shm") ? Files.makeNewFolder("/dev/shm/focuskey-test-") : trial.folder.path
    for number in 1...3 as ClosedRange<UInt64> {
      let folder = "\(memory)/folder-\(number)"
      try Files.makeFolder(folder)
      let mailbox = try FolderMailbox(
        at: folder, keeping: "\(memory)/kept-\(number)", of: trial.owner, with: trial.ring,
        by: trial.sodium.functions)
      let id = CarrierTrial.device(number)
      try mailbox.enroll(
        id, key: CarrierTrial.token(number), token: [],
        ticket: number == 1 ? nil : [UInt8](repeating: UInt8(number), count: 16))
      devices.append(Device(id: id, folder: folder, mailbox: mailbox, own: trial.log(of: number)))
      try remember(devices.count - 1)
    }
  }

  /// Leaves nothing in memory.
  func remove() {
    for folder in (try? Files.names(inFolder: memory)) ?? [] {
      let path = "\(memory)/\(folder)"
      for name in (try? Files.names(inFolder: path)) ?? [] { try? Files.remove("\(path)/\(name)") }
      unsafe rmdir(path)
    }
    unsafe rmdir(memory)
  }

  private mutating func pick(_ count: Int) -> Int {
    chance = chance &+ 0x9E37_79B9_7F4A_7C15
    var mixed = chance
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(count))
  }

  mutating func play() throws {
    for _ in 0..<40 {
      switch pick(6) {
      case 0: try push(pick(3))
      case 1: try sync(pick(3))
      default: try carry()
      }
      if !broken.isEmpty { return }
    }
    // At last the carrier does what it should.
    for _ in 0..<2 {
      for place in devices.indices { try sync(place) }
      for (from, to) in [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)] { try bringAll(from, to) }
    }
    for place in devices.indices { try sync(place) }
    for one in devices {
      for other in devices where other.id != one.id && one.heard[other.id] ?? [] != other.messages {
        broken.append("\(one.id.text.suffix(2)) lacks messages of \(other.id.text.suffix(2))")
      }
    }
  }

  /// Notes what a device wrote just now.
  private mutating func remember(_ place: Int) throws {
    let device = devices[place]
    for text in try Files.names(inFolder: device.folder) where truth[text] == nil {
      guard let name = CarriedName(beginning: text), name.isName(of: text), name.device == device.id else { continue }
      truth[text] = try Files.read("\(device.folder)/\(text)")
    }
  }

  private mutating func push(_ place: Int) throws {
    var device = devices[place]
    let count = pick(3) + 1
    let envelopes = try (0..<count).map { step in
      device.messages.append(Array("\(place) says \(device.messages.count) \(step)".utf8))
      return try device.own.seal(
        device.messages[device.messages.count - 1], nonce: trial.sodium.nonce(), with: trial.ring,
        by: trial.sodium.functions)
    }
    let kept = try device.mailbox.push(envelopes)
    if kept != device.own.head.number { broken.append("a push was not taken whole") }
    devices[place] = device
    try remember(place)
  }

  /// One look: what is named is what was changed, and what is read is what was sent.
  private mutating func sync(_ place: Int) throws {
    var device = devices[place]
    var changed: Set<String> = []
    for text in try Files.names(inFolder: device.folder) {
      guard let whole = truth[text], let now = try? Files.read("\(device.folder)/\(text)") else { continue }
      if now.count == whole.count && now != whole || now.count > whole.count { changed.insert(text) }
    }
    let known = Heads(device.logs.values.map { $0.head } + [device.own.head])
    let members = try device.mailbox.members(known: known)
    var named: Set<String> = []
    for fault in device.mailbox.faults {
      if case .changedFile(_, let name) = fault { named.insert(name) } else { broken.append("named: \(fault)") }
    }
    if named != changed { broken.append("named \(named), and changed were \(changed)") }
    for member in members where member.head.device != device.id {
      var log = device.logs[member.head.device] ?? DeviceLog(owner: trial.owner, head: Head(device: member.head.device))
      let pull = SyncPlan.Pull(device: member.head.device, after: log.head.number)
      for envelope in try device.mailbox.pull(pull, of: trial.owner) {
        do {
          device.heard[member.head.device, default: []].append(
            try log.accept(envelope, with: trial.ring, by: trial.sodium.functions))
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

  /// What a carrier does that is not as it should be, or just late.
  private mutating func carry() throws {
    let (from, to) = (devices[pick(3)], devices[pick(3)])
    let names = try Files.names(inFolder: from.folder).filter { truth[$0] != nil }
    guard !names.isEmpty else { return }
    let name = names[pick(names.count)]
    let octets = try Files.read("\(from.folder)/\(name)")
    let target = "\(to.folder)/\(name)"
    let stem = name.prefix { $0 != "." }
    switch pick(9) {
    case 0: try Files.remove(target)
    case 1: try Files.replace(target, with: Array(octets.prefix(pick(max(octets.count, 1)))))
    case 2:
      var flipped = octets
      guard !flipped.isEmpty else { return }
      flipped[pick(flipped.count)] ^= UInt8(1 << pick(8))
      try Files.replace(target, with: flipped)
    case 3:
      try Files.replace("\(to.folder)/\(stem).sync-conflict-20261126-1010\(10 + pick(9))-ABC.focuskey", with: octets)
    case 4: try Files.replace("\(to.folder)/\(stem) (conflicted copy).focuskey", with: Array(octets.prefix(700)))
    case 5: try Files.replace("\(to.folder)/\(names[pick(names.count)])", with: octets)
    case 6: try Files.replace("\(to.folder)/note-\(pick(5)).txt", with: octets)
    default: try Files.replace(target, with: octets)
    }
  }

  private func bringAll(_ from: Int, _ to: Int) throws {
    for text in try Files.names(inFolder: devices[from].folder) {
      guard let name = CarriedName(beginning: text), name.isName(of: text), name.device == devices[from].id else {
        continue
      }
      try Files.replace("\(devices[to].folder)/\(text)", with: Files.read("\(devices[from].folder)/\(text)"))
    }
  }
}
