internal import FocusHistory
package import FocusSession
package import Following
internal import SessionRehearsal
internal import SyncProtocol

/// Some devices of one person, and what may happen to them: sessions, breaks, ends and attempts on any of them, several
/// at once, clocks that are set by days, devices that are away, services that are killed.
package struct RandomHousehold {
  /// The devices.
  package private(set) var devices: [RehearsalDevice]
  /// What they share.
  package private(set) var mailbox = RehearsalMailbox()
  /// The mailbox's clock.
  package private(set) var server: Timestamp
  private var chance: Chance

  /// A household of two to four devices.
  package init(seed: UInt64, _ keys: RehearsalKeys) {
    chance = Chance(state: seed)
    let noon = ISO8601.moment("2026-11-23T09:00:00Z") ?? Timestamp(milliseconds: 0)
    server = noon
    devices = []
    for number in 1...(2 + Int(chance.below(3))) {
      let settings = Settings(
        profiles: [
          Profile(
            policy: Policy(
              profile: "work", blocks: Blocks(sites: ["a.example"]), breaks: BreakRules(dayBudget: .minutes(20)))),
          Profile(policy: Policy(profile: "study", blocks: Blocks(sites: ["b.example"]))),
          Profile(policy: Policy(profile: "exam", blocks: Blocks(sites: ["c.example"]), end: .key)),
          Profile(policy: Policy(profile: "sprint", blocks: Blocks(sites: ["d.example"]), end: .timer)),
        ], keys: [Key(id: "desk", uid: CardUID([4, 1]), ask: .focus("exam"))])
      var desk = Desk(settings, chance: UInt16(number))
      if chance.below(2) == 0 { desk.give(.recoveryCodeMade(digest: [UInt8(number)])) }
      let follow = chance.below(3) != 0
      devices.append(RehearsalDevice(number, desk, SyncSettings(follow: follow), keys))
      skew(number - 1)
    }
  }

  /// Sets a device's clock up to two days off, either way.
  private mutating func skew(_ index: Int) {
    guard chance.below(2) == 0 else { return }
    let day = Lapse.days(1).milliseconds
    let wanted = Int64(chance.below(UInt64(4 * day))) - 2 * day
    let now = devices[index].desk.now.wall
    devices[index].desk.setClock(by: (server + Lapse(milliseconds: wanted)) - now)
  }

  /// Lets some things happen.
  package mutating func live(steps: Int) {
    for _ in 0..<steps {
      let index = Int(chance.below(UInt64(devices.count)))
      switch chance.below(12) {
      case 0...3: act(index)
      case 4:
        // Two at once.
        act(index)
        act(Int(chance.below(UInt64(devices.count))))
      case 5: devices[index].isOnline.toggle()
      case 6: devices[index].desk.crash()
      case 7: skew(index)
      case 8, 9: sync(index)
      default: pass(Lapse(milliseconds: Int64(chance.below(1_500_000))))
      }
    }
  }

  private mutating func act(_ index: Int) {
    let profiles: [ProfileID] = ["work", "work", "study", "exam", "sprint"]
    let profile = profiles[Int(chance.below(5))]
    let minutes = chance.below(3) == 0 ? nil : 1 + Int(chance.below(90))
    switch chance.below(9) {
    case 0...2: devices[index].desk.start(profile, minutes: minutes)
    case 3: devices[index].desk.ask(.takeBreak(minutes: 1 + Int(chance.below(8))))
    case 4: devices[index].desk.ask(.resume)
    case 5:
      devices[index].desk.ask(.stop)
      pass(.seconds(6))
      devices[index].desk.give(.confirm)
    case 6: devices[index].desk.give(.attempt(Attempt(kind: .site, name: "a.example")))
    case 7: devices[index].desk.give(.extend(minutes: 1 + Int(chance.below(30))))
    default: devices[index].desk.give(.emergency(sentence: EmergencyRules().sentence))
    }
  }

  private mutating func pass(_ lapse: Lapse) {
    server = server + lapse
    for index in devices.indices { devices[index].desk.pass(lapse) }
  }

  private mutating func sync(_ index: Int) {
    guard devices[index].isOnline else { return }
    devices[index].sync(&mailbox, at: server, diesBeforeRecording: chance.below(4) == 0)
  }

  /// Lets the mailbox play a trick on one device.
  ///
  /// - Returns: whether it showed anything but the truth, and whether that was named in the same sync.
  package mutating func deceive(_ index: Int, _ trick: RehearsalMailbox.Trick) -> (isLie: Bool, isNamed: Bool) {
    let before = devices[index].faults.count
    let isLie = devices[index].sync(&mailbox, at: server, trick: trick, place: Int(chance.below(100)))
    return (isLie, devices[index].faults.count > before)
  }

  /// The mailbox hides from the first device what the second did, and the third saw.
  ///
  /// - Returns: whether the first device names that; `nil` where there is no third.
  package mutating func withhold() -> Bool? {
    guard devices.count > 2 else { return nil }
    devices[1].desk.start("study")
    // The third reads it, and says so when it connects the next time.
    for index in [1, 2, 2] { devices[index].sync(&mailbox, at: server) }
    devices[0].sync(&mailbox, at: server, trick: .withhold)
    let (device, by) = (devices[1].id, devices[2].id)
    return devices[0].faults.contains { fault in
      if case .withheld(device, _, _, by) = fault { true } else { false }
    }
  }

  /// All meet, everything runs out, and all read all.
  package mutating func settle() {
    for index in devices.indices { devices[index].isOnline = true }
    for _ in 0..<3 {
      for index in devices.indices { devices[index].sync(&mailbox, at: server) }
    }
    pass(.hours(3))
    for _ in 0..<4 {
      for index in devices.indices { devices[index].sync(&mailbox, at: server) }
    }
  }

  /// The union as one device sees it.
  package func union(on index: Int) -> UnionHistory {
    UnionHistory(devices[index].known, at: server, in: .utc)
  }

  /// What did not hold; `nil` where everything did. Call it after ``settle()``.
  package func fault() -> String? {
    for device in devices {
      if let broken = device.broken.first { return broken }
      if let fault = device.faults.first { return "an honest mailbox is accused: \(fault)" }
    }
    let first = union(on: 0)
    for index in devices.indices.dropFirst() {
      let other = union(on: index)
      if other.sessions.map(\.id) != first.sessions.map(\.id) { return "devices list other sessions" }
      if other.statistics() != first.statistics() { return "devices have other statistics" }
    }
    return nil
  }
}
