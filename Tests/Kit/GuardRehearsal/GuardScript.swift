package import Guarding
internal import SessionTime

/// What happens to a guard, second by second.
package struct GuardScript: Sendable {
  /// One thing that happens.
  package enum Deed: Equatable, Sendable {
    case turned(Cause, Bool)
    case tempted
    case rest
    case watch
    case excuse
    case snooze
    case hush
  }

  /// What the guard does about what.
  package var rules: GuardRules
  /// What happens, in order, each at a second; nothing is watched before the first `watch`.
  package var deeds: [(second: Int64, deed: Deed)]
  /// When the script is over: the stretch ends then.
  package var end: Int64

  /// A script by chance.
  package init(seed: UInt64) {
    var dice = Dice(state: seed)
    rules = .straying
    for cause in Cause.straying where dice.roll(3) == 0 {
      rules[cause].does = GuardRules.Response.allCases[dice.roll(4)]
      rules[cause].after = .seconds(Int64(dice.roll(5) * 10))
    }
    rules[.away].after = .seconds(Int64([40, 60, 180][dice.roll(3)]))
    rules.settle = .seconds([10, 10, 25][dice.roll(3)])
    if dice.roll(3) == 0 { rules.alarm = AlarmRules(most: 4, mostAway: 2, snooze: .seconds(30), snoozes: 2) }
    deeds = [(0, .watch)]
    var second: Int64 = 0
    var isWatching = true
    for _ in 0..<(5 + dice.roll(25)) {
      // Round steps make things meet in one second, where the rules about ties decide.
      second += 1 + Int64(dice.roll(2) == 0 ? 4 + dice.roll(9) * 5 : dice.roll(33))
      let deed = Self.deed(&dice, isWatching: &isWatching)
      deeds.append((second, deed))
    }
    end = second + 1 + Int64(dice.roll(100))
  }

  private static func deed(_ dice: inout Dice, isWatching: inout Bool) -> Deed {
    switch dice.roll(20) {
    case 0...11:
      let cause = Cause.straying[1 + [0, 0, 0, 1, 1, 2, 2, 3, 4][dice.roll(9)]]
      return .turned(cause, dice.roll(2) == 0)
    case 12...13: return .tempted
    case 14:
      isWatching.toggle()
      return isWatching ? .watch : .rest
    case 15...16: return .excuse
    case 17...18: return .snooze
    default: return dice.roll(3) == 0 ? .hush : .snooze
    }
  }
}

/// Chance that can be repeated (SplitMix64).
struct Dice {
  var state: UInt64

  mutating func roll(_ sides: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(sides))
  }
}

/// An episode as both models tell it; times are milliseconds.
package struct ToldEpisode: Equatable, Sendable {
  /// When it began.
  package var began: Int64
  /// When it ended.
  package var ended: Int64
  /// Its causes, in order.
  package var causes: [Cause]
  /// Why it ended.
  package var why: EpisodeEnd
  /// When the alarm rang.
  package var rings: [Int64]
}

/// What a script comes to.
package struct ToldStory: Equatable, Sendable {
  /// The episodes, in order.
  package var episodes: [ToldEpisode] = []
  /// What was only told, and when.
  package var notices: [String] = []
  /// Which snoozes were granted.
  package var snoozes: [Int64] = []
}

extension GuardScript {
  /// What the machine makes of it.
  package func run() -> ToldStory {
    var story = ToldStory()
    var watch = Watch(rules: rules)
    var rings: [Int64] = []
    func tick(_ second: Int64) -> Tick { Tick(milliseconds: second * 1000) }
    func give(_ command: Watch.Command, at now: Tick) {
      for outcome in watch.step(command, at: now) {
        switch outcome {
        case .began: rings = []
        case .joined, .hushed: break
        case .ended(let episode, let at, let why):
          story.episodes.append(
            ToldEpisode(
              began: episode.began.milliseconds, ended: at.milliseconds, causes: episode.causes, why: why, rings: rings)
          )
        case .rang: rings.append(now.milliseconds)
        case .noticed(let cause): story.notices.append("\(now.milliseconds) \(cause)")
        case .snoozed: story.snoozes.append(now.milliseconds)
        }
      }
    }
    func pass(to second: Int64) {
      while let due = watch.nextDeadline, due <= tick(second) { give(.due, at: due) }
    }
    for (second, deed) in deeds {
      pass(to: second)
      let now = tick(second)
      switch deed {
      case .turned(let cause, let isTrue): give(.turned(cause, isTrue, since: now), at: now)
      case .tempted: give(.tempted, at: now)
      case .rest: give(.rest(.onBreak), at: now)
      case .watch: give(.watch(since: now), at: now)
      case .excuse: if watch.episode != nil { give(.excuse, at: now) }
      case .snooze: give(.snooze, at: now)
      case .hush: give(.hush, at: now)
      }
    }
    pass(to: end)
    give(.rest(.sessionEnded), at: tick(end))
    return story
  }
}
