package import FocusWire
package import Following
internal import Sealing
package import SessionRehearsal
package import SyncProtocol

/// One device of a household: its own machine and log, what it reads of the others, and a clock that may be days off.
package struct RehearsalDevice: Sendable {
  /// Its id.
  package let id: DeviceID
  /// Its own session.
  package var desk: Desk
  /// What the person chose on it.
  package var settings: SyncSettings
  /// Whether it reaches the mailbox.
  package var isOnline = true
  /// What it found wrong with the mailbox.
  package private(set) var faults: [MailboxFault] = []
  /// What did not hold.
  package private(set) var broken: [String] = []
  /// How many asks changed something here.
  package private(set) var heeded = 0

  private let sodium: Sodium
  private let owner: OwnerID
  private let ring: KeyRing
  private var clock = HybridClock()
  /// Its own messages by number, from 1.
  private var messages: [[UInt8]] = []
  private var chains: [ChainLink] = []
  private var envelopes: [Envelope] = []
  private var own: DeviceLog
  private var acknowledged: UInt64 = 0
  private var compacted = 0
  private var told = 0
  private var greeting = Greeting()
  private var offset: Int64 = 0
  private var logs: [DeviceID: DeviceLog] = [:]
  private var read: [DeviceID: [ChainLink]] = [:]
  private var peers: [DeviceID: Peer] = [:]
  private var histories: [DeviceID: DeviceHistory] = [:]
  /// Asks that came out of messages that were kept, and are not known to be recorded yet.
  private var waiting: [DeviceAsk] = []

  init(_ number: Int, _ desk: Desk, _ settings: SyncSettings, _ keys: RehearsalKeys) {
    id = DeviceID(halves: SyncHalves(high: 0xD0, low: UInt64(number)))
    self.desk = desk
    self.settings = settings
    (sodium, owner, ring) = (keys.sodium, keys.owner, keys.ring)
    own = DeviceLog(owner: keys.owner, head: Head(device: id))
    histories[id] = DeviceHistory(device: id, zone: .utc)
  }

  /// All that it read and its own, as histories.
  package var known: [DeviceHistory] { histories.values.sorted { $0.device < $1.device } }

  /// The other devices as it sees them.
  package var others: [Peer] { peers.values.sorted { $0.device < $1.device } }

  /// Makes messages of what was recorded since.
  private mutating func collect() {
    for fact in desk.log[told...] where fact.isShared { say(.fact(fact.json.octets)) }
    told = desk.log.count
  }

  private mutating func say(_ body: SyncMessage.Body) {
    let message = SyncMessage(time: clock.now(wall: desk.now.wall.milliseconds), body: body)
    take(message, from: id)
    messages.append(message.octets)
    guard let envelope = try? own.seal(message.octets, nonce: sodium.nonce(), with: ring, by: sodium.functions) else {
      return broken.append("an own message cannot be sealed")
    }
    envelopes.append(envelope)
    chains.append(envelope.chain)
  }

  /// Takes a message into the history of its device.
  private mutating func take(_ message: SyncMessage, from device: DeviceID) {
    switch message.body {
    case .hello(let hello): histories[device]?.take(hello)
    case .fact(let octets):
      do {
        histories[device]?.take(try Fact(octets: octets), at: message.time)
      } catch {
        broken.append("a fact cannot be read: \(error)")
      }
    case .setting, .forget, .leftOut, .moved: break
    }
  }

  /// One sync. With a trick, the mailbox plays it on this device.
  ///
  /// - Returns: whether the mailbox showed anything but the truth.
  @discardableResult
  package mutating func sync(
    _ mailbox: inout RehearsalMailbox, at server: Timestamp, trick: RehearsalMailbox.Trick? = nil, place: Int = 0,
    diesBeforeRecording: Bool = false
  ) -> Bool {
    collect()
    offset = server.milliseconds - desk.now.wall.milliseconds
    let known = Heads(logs.values.map { $0.head })
    greet(known)
    let lie = trick.flatMap { mailbox.heads($0, to: id, known: known) }
    let shown = lie ?? mailbox.heads
    let chains = chains
    let plan = SyncPlan(
      known: known,
      own: OwnLog(head: own.head, acknowledged: acknowledged) { number in
        number == 0 ? .start : (number <= UInt64(chains.count) ? chains[Int(number) - 1] : nil)
      }, shown: shown)
    faults += plan.faults
    var isLie = lie != nil
    var hellos: [(DeviceID, Hello)] = []
    for pull in plan.pulls {
      let upTo = shown[pull.device]?.number ?? 0
      let honest = mailbox.pull(pull.device, after: pull.after).filter { $0.header.number <= upTo }
      if let snapshot = mailbox.snapshot(of: pull.device), let first = honest.first,
        first.header.number > pull.after + 1
      {
        accept(snapshot, of: pull.device, &hellos)
        continue
      }
      let spoilt = isLie ? nil : trick.flatMap { mailbox.spoilt(honest, $0, after: pull.after, place: place) }
      if spoilt != nil { isLie = true }
      for envelope in spoilt ?? honest {
        guard accept(envelope, of: pull.device, &hellos) else { break }
      }
    }
    push(plan.own, to: &mailbox)
    judge(hellos, shown)
    if diesBeforeRecording { desk.crash() }
    record()
    collect()
    return isLie
  }

  private mutating func greet(_ known: Heads) {
    let hello = Hello(name: "device", offset: offset, halfTrip: 20, seen: known)
    guard greeting.isDue(hello) else { return }
    greeting.say(hello)
    say(.hello(hello))
  }

  private mutating func accept(
    _ envelope: Envelope, of device: DeviceID, _ hellos: inout [(DeviceID, Hello)]
  ) -> Bool {
    var log = logs[device] ?? DeviceLog(owner: owner, head: Head(device: device))
    do {
      let octets = try log.accept(envelope, with: ring, by: sodium.functions)
      logs[device] = log
      read[device, default: []].append(log.head.chain)
      guard let message = try? SyncMessage(octets: octets) else {
        broken.append("a message cannot be read")
        return true
      }
      if case .hello(let hello) = message.body { hellos.append((device, hello)) }
      hear(message, log.head.number, from: device)
      return true
    } catch {
      faults.append(error)
      return false
    }
  }

  /// What was sent while this one was away is one snapshot, and what came after it waits for the next sync.
  private mutating func accept(_ snapshot: Snapshot, of device: DeviceID, _ hellos: inout [(DeviceID, Hello)]) {
    var log = logs[device] ?? DeviceLog(owner: owner, head: Head(device: device))
    var number = log.head.number
    do {
      var heard: [[UInt8]] = []
      let packs = try log.accept(
        snapshot, with: ring, by: sodium.functions, unpacking: .none, { heard.append($0) })
      logs[device] = log
      read[device] = chain(of: packs)
      for octets in heard {
        number += 1
        guard let message = try? SyncMessage(octets: octets) else { return broken.append("a message cannot be read") }
        if case .hello(let hello) = message.body { hellos.append((device, hello)) }
        hear(message, number, from: device)
      }
    } catch { faults.append(error) }
  }

  private func chain(of packs: [MessagePack]) -> [ChainLink] {
    var (links, link) = ([ChainLink](), ChainLink.start)
    for message in packs.flatMap({ $0.messages(by: .none) ?? [] }) {
      link = link.next(message.octets, with: ring.newest, by: sodium.functions) ?? link
      links.append(link)
    }
    return links
  }

  /// Every nine messages, so that many who were away find one.
  private mutating func compact(in mailbox: inout RehearsalMailbox) {
    guard messages.count >= compacted + 9 else { return }
    var maker = MessagePack.Maker(by: .none)
    for octets in messages where !maker.add(.init(octets), epoch: ring.newest.epoch) {
      return broken.append("a message cannot be packed")
    }
    guard let body = maker.finish(),
      let snapshot = try? Snapshot.seal(
        body, upTo: own.head, owner: owner, nonce: sodium.nonce(), with: ring, by: sodium.functions)
    else { return broken.append("a snapshot cannot be sealed") }
    mailbox.compact(snapshot)
    compacted = messages.count
  }

  private mutating func hear(_ message: SyncMessage, _ number: UInt64, from device: DeviceID) {
    greeting.read(message.body)
    clock.hear(message.time, wall: desk.now.wall.milliseconds)
    if histories[device] == nil { histories[device] = DeviceHistory(device: device, zone: .utc) }
    take(message, from: device)
    var peer = peers[device] ?? Peer(device: device)
    switch message.body {
    case .hello(let hello): peer.hear(hello)
    case .fact(let octets):
      let here = Here(wall: desk.now.wall, offset: offset, settings: settings)
      if let fact = try? Fact(octets: octets) { waiting += peer.hear(fact, number: number, at: here) }
    case .setting, .forget, .leftOut, .moved: break
    }
    peers[device] = peer
  }

  private mutating func push(_ own: SyncPlan.Own, to mailbox: inout RehearsalMailbox) {
    switch own {
    case .even: break
    case .suspectFork: broken.append("a fork is suspected where there is none")
    case .push(let after):
      for envelope in envelopes.dropFirst(Int(after)) where !mailbox.push(envelope) {
        return broken.append("the mailbox refused an own message")
      }
    }
    acknowledged = UInt64(envelopes.count)
    compact(in: &mailbox)
  }

  private mutating func judge(_ hellos: [(DeviceID, Hello)], _ shown: Heads) {
    var known = Heads(logs.values.map { $0.head })
    known[id] = own.head
    let (read, chains, id) = (read, chains, id)
    for (device, hello) in hellos where (logs[device]?.head.number ?? 0) <= (shown[device]?.number ?? 0) {
      faults += SyncPlan.faults(seen: hello.seen, by: device, shown: shown, known: known) { whose, number in
        let list = whose == id ? chains : read[whose] ?? []
        return number > 0 && number <= UInt64(list.count) ? list[Int(number) - 1] : nil
      }
    }
  }

  /// Hands the machine what waits, and looks at what each ask does to the shield.
  private mutating func record() {
    for ask in waiting {
      desk.give(.clockChanged)
      let before = desk.machine
      if desk.give(.device(ask)) == .accepted { heeded += 1 }
      if let fault = Looseness.found(from: before, to: desk.machine, by: ask) { broken.append(fault) }
    }
    waiting = []
  }
}

/// What all devices of a household share.
package struct RehearsalKeys: Sendable {
  let sodium: Sodium
  let owner = OwnerID(halves: SyncHalves(high: 1, low: 1))
  let ring: KeyRing

  /// Keys of chance.
  package init() throws {
    sodium = try Sodium()
    guard let keys = sodium.keys(of: .first, group: sodium.chance(32)) else { throw SealingError.badKey }
    ring = KeyRing(keys)
  }
}

extension PackFunctions {
  /// Packs nothing: what is rehearsed is the order of things.
  fileprivate static let none = PackFunctions(pack: { $0 }, unpack: { $1 == $0.count ? $0 : nil })
}
