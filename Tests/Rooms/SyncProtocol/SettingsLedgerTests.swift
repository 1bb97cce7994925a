import SyncProtocol
import Testing

@Suite("Settings that devices share")
struct SettingsLedgerTests {
  @Test("whatever devices do, and in whatever order words arrive, all come to the same")
  func histories() {
    var (words, edits) = (0, 0)
    for seed in 0..<10_000 {
      var household = RandomSettings(seed: UInt64(seed))
      household.live()
      household.comeToRest()
      let first = household.devices[0].here
      for one in household.devices {
        #expect(one.here == first, "seed \(seed)")
        #expect(one.ledger.waiting { _ in true }.isEmpty, "seed \(seed)")
      }
      // Each edit is said at most once, and nothing that came from others is.
      let said = household.said.reduce(0) { $0 + $1.count }
      #expect(said <= household.edits, "seed \(seed)")
      (words, edits) = (words + said, edits + household.edits)
    }
    #expect(words > 50_000 && words <= edits)
  }

  @Test("what is held is carried out when it is let go, and the later word of two counts")
  func held() {
    var ledger = SettingsLedger()
    #expect(ledger.begin(with: ["profile/work": [1]]).map(\.item) == ["profile/work"])
    ledger.say(SettingChange(item: "profile/work", value: [1]), at: HybridTime(bits: 1), by: device(1))
    for (bits, value) in [(9, [9]), (5, [5])] as [(UInt64, [UInt8])] {
      ledger.hear(SettingChange(item: "profile/work", value: value), at: HybridTime(bits: bits), by: device(2))
    }
    for _ in 0..<2 {
      #expect(ledger.look(["profile/work": [1]]) { _ in true }.isEmpty)
      #expect(ledger.waiting { _ in true }.map(\.value) == [[9]])
    }
    ledger.settle([SettingChange(item: "profile/work", value: [9])], as: ["profile/work": [9, 0]])
    // As this version of the program writes it: not a change of the person's.
    #expect(ledger.look(["profile/work": [9, 0]]) { _ in true }.isEmpty)
    #expect(ledger.waiting { _ in true }.isEmpty)
  }

  @Test("a device that ended between carrying a word out and noting that says nothing")
  func cutOff() {
    var ledger = SettingsLedger()
    ledger.hear(SettingChange(item: "key/desk", value: [1]), at: HybridTime(bits: 5), by: device(2))
    #expect(ledger.look(["key/desk": [1]]) { _ in true }.isEmpty)
    #expect(ledger.waiting { _ in true }.isEmpty)
    #expect(ledger.look([:]) { _ in true } == [SettingChange(item: "key/desk", value: nil)])
  }

  @Test("who comes later takes over what is agreed on, and brings what nobody knows")
  func newcomer() {
    var ledger = SettingsLedger()
    ledger.hear(SettingChange(item: "profile/work", value: [1]), at: HybridTime(bits: 5), by: device(2))
    ledger.hear(SettingChange(item: "profile/sleep", value: nil), at: HybridTime(bits: 6), by: device(2))
    let mine: [String: [UInt8]] = ["profile/work": [7], "profile/sleep": [7], "profile/play": [7]]
    #expect(ledger.begin(with: mine).map(\.item) == ["profile/play"])
    #expect(ledger.waiting { _ in true }.map(\.item) == ["profile/sleep", "profile/work"])
  }

  @Test("secret keys are neither said nor carried out without being chosen, and wait until they are")
  func secrets() {
    let isPlain = { (item: String) in !item.hasPrefix(SharedSettings.secrets) }
    var ledger = SettingsLedger()
    ledger.hear(SettingChange(item: "signing/04", value: [1]), at: HybridTime(bits: 5), by: device(2))
    #expect(ledger.look(["signing/05": [2]], where: isPlain).isEmpty)
    #expect(ledger.waiting(where: isPlain).isEmpty)
    #expect(ledger.waiting { _ in true }.map(\.item) == ["signing/04"])
    #expect(ledger.look(["signing/05": [2]]) { _ in true }.map(\.item) == ["signing/05"])
  }

  @Test("lists come before the profiles that name them, profiles before their schedules")
  func order() {
    var ledger = SettingsLedger()
    for (place, item) in ["schedule/a/b", "key/x", "profile/a", "category/z", "signing/04"].enumerated() {
      ledger.hear(SettingChange(item: item, value: [1]), at: HybridTime(bits: UInt64(place)), by: device(2))
    }
    let order = ledger.waiting { _ in true }.map(\.item)
    #expect(order == ["category/z", "profile/a", "schedule/a/b", "key/x", "signing/04"])
  }
}

/// Devices that edit, hear each other late, hold items for a while, and end at any step.
private struct RandomSettings {
  struct Device {
    var id: DeviceID
    var here: [String: [UInt8]] = [:]
    var ledger = SettingsLedger()
    var clock = HybridClock()
    /// How much of each other's words was read.
    var read = [0, 0, 0, 0]
    var isIn = false
    /// Items that a session holds.
    var held: Set<String> = []
    /// How far the wall clock is off, in milliseconds: less than hybrid clocks set right.
    var shift: Int64
  }

  struct Word {
    var change: SettingChange
    var time: HybridTime
  }

  private var random: SettingsRandom
  var devices: [Device] = []
  /// What each device said, in order.
  var said: [[Word]] = []
  var edits = 0
  private var wall: Int64 = 1_000_000
  private static let items = ["profile/a", "profile/b", "schedule/a/x", "category/c", "key/k"]

  init(seed: UInt64) {
    random = SettingsRandom(seed: seed)
    for number in 0..<(2 + random.below(3)) {
      var one = Device(id: device(UInt64(number)), shift: Int64(random.below(200_000)))
      for item in Self.items where random.below(3) == 0 {
        one.here[item] = [UInt8(random.below(4))]
        edits += 1
      }
      devices.append(one)
      said.append([])
    }
  }

  mutating func live() {
    for _ in 0..<(20 + random.below(40)) {
      wall += Int64(random.below(2000))
      let place = random.below(devices.count)
      switch random.below(7) {
      case 0, 1: edit(place)
      case 2: look(place)
      case 3: hear(place, most: 1 + random.below(4))
      case 4: carryOut(place, dies: random.below(3) == 0)
      case 5: devices[place].held = Set(Self.items.filter { _ in random.below(2) == 0 })
      default: round(place)
      }
    }
  }

  mutating func comeToRest() {
    for place in devices.indices { devices[place].held = [] }
    for _ in 0..<3 { for place in devices.indices { round(place) } }
  }

  private mutating func edit(_ place: Int) {
    let item = Self.items[random.below(Self.items.count)]
    // A person cannot change what a session holds.
    guard !devices[place].held.contains(item) else { return }
    devices[place].here[item] = random.below(4) == 0 ? nil : [UInt8(random.below(250))]
    edits += 1
    // Usually it is noticed at once; else the device ended before.
    if random.below(8) != 0 { look(place) }
  }

  private mutating func look(_ place: Int) {
    guard devices[place].isIn else { return }
    say(devices[place].ledger.look(devices[place].here) { _ in true }, place)
  }

  private mutating func say(_ changes: [SettingChange], _ place: Int) {
    for change in changes {
      let time = devices[place].clock.now(wall: wall + devices[place].shift)
      said[place].append(Word(change: change, time: time))
      devices[place].ledger.say(change, at: time, by: devices[place].id)
    }
  }

  /// Reads some words of each other device: each in its order, one device before the other as it comes.
  private mutating func hear(_ place: Int, most: Int) {
    look(place)
    for other in devices.indices.shuffled(using: &random) where other != place {
      let start = devices[place].read[other]
      let end = min(said[other].count, start + most)
      for word in said[other][start..<end] {
        devices[place].ledger.hear(word.change, at: word.time, by: devices[other].id)
        devices[place].clock.hear(word.time, wall: wall + devices[place].shift)
      }
      devices[place].read[other] = end
    }
  }

  private mutating func carryOut(_ place: Int, dies: Bool) {
    look(place)
    let held = devices[place].held
    let changes = devices[place].ledger.waiting { !held.contains($0) }
    for change in changes { devices[place].here[change.item] = change.value }
    if !dies { devices[place].ledger.settle(changes, as: devices[place].here) }
  }

  private mutating func round(_ place: Int) {
    hear(place, most: .max / 2)
    if !devices[place].isIn {
      devices[place].isIn = true
      say(devices[place].ledger.begin(with: devices[place].here), place)
    }
    carryOut(place, dies: false)
  }
}

private struct SettingsRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 0x1234_5678_9ABC_DEF1 }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }

  mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }
}
