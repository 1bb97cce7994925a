import FocusSession

/// Random scripts, played by the machine and by the plain session side by side: they must never differ.
package struct RandomScripts {
  /// What differed, and the script up to there.
  package struct Difference: Error, CustomStringConvertible {
    /// What differed.
    package let what: String
    /// What was done.
    package let script: [String]

    package var description: String { what + "\n  " + script.joined(separator: "\n  ") }
  }

  private var chance: Chance
  /// How many commands were given.
  package private(set) var commands = 0

  /// Scripts of that seed.
  package init(seed: UInt64) { chance = Chance(state: seed) }

  /// Plays N scripts.
  package mutating func play(_ count: Int) throws(Difference) {
    for _ in 0..<count { try playOne() }
  }

  // MARK: One script

  private mutating func playOne() throws(Difference) {
    let settings = settings()
    let start = 1_795_996_500 + Int(chance.below(4)) * 43_201  // around a Sunday's midnight
    var pair = Pair(settings: settings, second: start)
    let length = 4 + Int(chance.below(28))
    for _ in 0..<length {
      commands += 1
      try step(&pair)
    }
  }

  private mutating func step(_ pair: inout Pair) throws(Difference) {
    let profiles: [ProfileID] = ["work", "study", "exam", "sprint"]
    let profile = profiles[Int(chance.below(4))]
    switch chance.below(34) {
    case 0...8: try pair.pass(waits[Int(chance.below(UInt64(waits.count)))])
    case 9...11:
      let minutes = chance.below(2) == 0 ? nil : 1 + Int(chance.below(9))
      let later = chance.below(6) == 0 ? 1 + Int(chance.below(4)) : nil
      let isSoft = chance.below(4) == 0
      let named = chance.below(5) == 0 ? nil : chance.below(12) == 0 ? "nobody" : profile
      try pair.ask(.start(StartRequest(profile: named, minutes: minutes, inMinutes: later)), isSoft: isSoft)
    case 12: try pair.ask(.focus(profile), isSoft: chance.below(2) == 0)
    case 13...14: try pair.ask(.stop, isSoft: chance.below(5) == 0)
    case 15...16: try pair.compare("confirm", .confirm) { $0.confirm() }
    case 17: try pair.compare("keep", .keep) { $0.keep() }
    case 18...20:
      try pair.ask(
        .takeBreak(minutes: chance.below(2) == 0 ? nil : 1 + Int(chance.below(4))), isSoft: chance.below(6) == 0)
    case 21: try pair.ask(.resume, isSoft: chance.below(3) == 0)
    case 22:
      let minutes = 1 + Int(chance.below(5))
      try pair.compare("extend \(minutes)", .extend(minutes: minutes)) { $0.extend(minutes) }
    case 23:
      let sentence = chance.below(4) == 0 ? "wrong" : pair.settings.emergency.sentence
      try pair.compare("emergency", .emergency(sentence: sentence)) { $0.emergency(sentence) }
    case 24...27: try pair.lay(card())
    case 28...29: try pair.lift()
    case 30: try pair.sleep(waits[Int(chance.below(UInt64(waits.count)))], crashes: chance.below(3))
    case 31: try pair.setClock(by: jumps[Int(chance.below(UInt64(jumps.count)))])
    default: try pair.compare("attempt", .attempt(Attempt(kind: .site, name: "x"))) { $0.attempt() }
    }
  }

  private let waits = [1, 1, 2, 4, 5, 6, 10, 30, 31, 60, 61, 90, 120, 180, 240, 300, 500, 900]
  private let jumps = [3, -3, 60, -60, 900, -900, 3600, -3600, 40_000, -40_000, 90_000]

  private mutating func card() -> CardReading {
    let links: [CardLink] = [
      .none, .none, .none, .none, .ours(.stop), .ours(.focus("work")), .ours(.start(StartRequest(profile: "study"))),
      .ours(.takeBreak(minutes: 1)), .faulty,
    ]
    let link = links[Int(chance.below(UInt64(links.count)))]
    let proof: Proof = chance.below(3) == 0 ? .sun : .presence
    let uid = CardUID([UInt8(1 + chance.below(6))])
    // Some taps count, often with a counter that was there before.
    let counter = chance.below(2) == 0 ? UInt32(chance.below(12)) : nil
    return CardReading(uid: uid, link: link, proof: proof, counter: counter)
  }

  private mutating func settings() -> Settings {
    let schedules = chance.below(2) == 0
    func at(_ minute: Int) -> TimeOfDay {
      // Every minute of a day is on a clock.
      TimeOfDay(hour: minute / 60 % 24, minute: minute % 60)!
    }
    func schedule(_ id: ScheduleID, _ chance: inout Chance) -> Schedule {
      let start = (23 * 60 + 40 + Int(chance.below(50))) % 1440
      return Schedule(
        id: id, days: .everyDay, start: at(start), end: at(start + 15 + Int(chance.below(20))))
    }
    return Settings(
      profiles: [
        Profile(
          policy: Policy(profile: "work", breaks: rules(), switchTo: chance.below(2) == 0 ? ["study", "exam"] : []),
          schedules: schedules ? [schedule("a", &chance)] : []),
        Profile(
          policy: Policy(
            profile: "study", breaks: rules(),
            question: QuestionTimes(wait: .seconds(2), closes: .seconds(20))),
          schedules: schedules && chance.below(2) == 0 ? [schedule("b", &chance)] : []),
        Profile(policy: Policy(profile: "exam", end: .key, proof: chance.below(3) == 0 ? .sun : .uid)),
        Profile(policy: Policy(profile: "sprint", breaks: BreakRules(perSession: 1), end: .timer)),
      ],
      keys: [
        Key(id: "stop", uid: CardUID([1]), may: RoleSet([.stop]), ask: .stop),
        Key(id: "start", uid: CardUID([2]), may: RoleSet([.start]), ask: .start(StartRequest(profile: "work"))),
        Key(id: "desk", uid: CardUID([3]), ask: .focus("work")),
        Key(id: "signed", uid: CardUID([4]), ask: .focus("exam"), proof: .sun),
        Key(id: "pause", uid: CardUID([5]), may: RoleSet([.takeBreak]), ask: .takeBreak(minutes: nil)),
      ], emergency: EmergencyRules(count: 2, period: .minutes(30), waits: [.seconds(10), .seconds(100)]))
  }

  private mutating func rules() -> BreakRules {
    func maybe(_ choices: [Int64]) -> Lapse? {
      chance.below(3) == 0 ? .seconds(choices[Int(chance.below(UInt64(choices.count)))]) : nil
    }
    return BreakRules(
      length: maybe([60, 120, 300]), perSession: chance.below(3) == 0 ? Int(chance.below(4)) : nil,
      every: maybe([60, 300, 600]), perSessionBudget: maybe([60, 180, 400]), dayBudget: maybe([60, 200, 400]),
      weekBudget: maybe([100, 300, 900]), after: maybe([30, 300]), gap: maybe([30, 200]),
      earn: chance.below(4) == 0 ? .init(time: .seconds(60), perFocused: .seconds(100)) : nil)
  }
}

/// Chance that is the same for the same seed.
package struct Chance: Sendable {
  var state: UInt64

  /// Chance of that seed.
  package init(state: UInt64) { self.state = state }

  /// A number below `limit`.
  package mutating func below(_ limit: UInt64) -> UInt64 {
    // SplitMix64, from its published description.
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return (mixed ^ (mixed >> 31)) % limit
  }
}
