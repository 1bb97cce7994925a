import Allowance
import FocusSession
import Guarding
import SessionTime

/// Chance that is the same in every run (splitmix64).
struct Chance {
  var state: UInt64

  mutating func below(_ bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((z ^ (z >> 31)) % UInt64(bound))
  }

  mutating func one<Value>(of values: [Value]) -> Value { values[below(values.count)] }
}

/// What there is to look at; each allowance names some of it.
enum Topic: CaseIterable, Sendable {
  case reddit
  case forum
  case game
}

/// What can be in front: the same site in two browsers, an exception, an app, and what no allowance names.
enum Place: CaseIterable, Sendable {
  case reddit
  case redditInAnotherBrowser
  case docsOfReddit
  case forum
  case game
  case editor

  var topic: Topic? {
    switch self {
    case .reddit, .redditInAnotherBrowser: .reddit
    case .forum: .forum
    case .game: .game
    case .docsOfReddit, .editor: nil
    }
  }

  var front: Front {
    switch self {
    case .reddit: Front(app: ["firefox"], site: "old.reddit.com")
    case .redditInAnotherBrowser: Front(app: ["chromium.desktop"], site: "Reddit.com")
    case .docsOfReddit: Front(app: ["firefox"], site: "docs.reddit.com")
    case .forum: Front(app: ["firefox"], site: "www.forum.example")
    case .game: Front(app: ["game.desktop", "Game"])
    case .editor: Front(app: ["editor"])
    }
  }
}

/// An allowance in plain numbers.
struct PlainRules: Equatable, Sendable {
  var name: String
  var topics: Set<Topic>
  /// The minutes of a day; nil where only the weekend or the week has a limit.
  var minutes: Int?
  /// The minutes of Saturday and Sunday, where they are others.
  var weekend: Int?
  /// The minutes of a week, where it is limited.
  var week: Int?
  /// How many minutes go over into the next day at most.
  var rollOver: Int?
  /// Whether the old face of one of the sites does not count.
  var spares: Bool
  /// How many minutes before the limit the person is warned.
  var warn: Int
  var dayStartsHour: Int
  var by: Set<LiftWay>
  var trust: MovementTrust
  var price: Int
  var most: Int
  var perMonth: Int
  /// How many seconds the condition waits.
  var wait: Int

  /// The same as the machine is told it.
  var allowance: DailyAllowance {
    guard let starts = TimeOfDay(hour: dayStartsHour, minute: 0) else { fatalError("an hour of the day") }
    var sites = ["!docs.reddit.com"]
    if topics.contains(.reddit) { sites.append("reddit.com") }
    if topics.contains(.forum) { sites.append("forum.example") }
    var rules = AllowanceRules(
      minutes: 0, dayStarts: starts, warn: .minutes(Int64(warn)),
      lift: LiftRules(
        by: LiftWay.allCases.filter(by.contains), trust: trust, pointsPerMinute: price, most: most),
      overrides: [OverrideRule(name: "ill", perMonth: perMonth, wait: .seconds(Int64(wait)))])
    rules.minutes = DayMinutes(weekend: weekend, usual: minutes)
    (rules.minutesPerWeek, rules.rollOver) = (week, rollOver)
    return DailyAllowance(
      id: AllowanceID(name), blocks: Blocks(sites: sites, apps: topics.contains(.game) ? ["game"] : []), rules: rules,
      except: spares ? ["old.reddit.com"] : [])
  }

  /// The minutes of a day, counted from a Monday.
  func minutes(on day: Int) -> Int? { (day % 7 + 7) % 7 < 5 ? minutes : weekend ?? minutes }

  /// Whether its days begin though nothing is used.
  var countsEveryDay: Bool { week != nil || rollOver != nil || (0..<7).contains { minutes(on: $0) == 0 } }

  /// The same with a setting changed.
  func changed(by change: Change) -> PlainRules {
    var rules = self
    switch change {
    case .minutes(let minutes): rules.minutes = minutes
    case .weekend(let minutes): rules.weekend = minutes
    case .week(let minutes): rules.week = minutes
    case .rollOver(let minutes): rules.rollOver = minutes
    case .spare(let spares): rules.spares = spares
    case .most(let most): rules.most = most
    case .warn(let warn): rules.warn = warn
    case .name(let topic): rules.topics.insert(topic)
    case .leaveOut(let topic): rules.topics.remove(topic)
    case .dayStarts(let hour): rules.dayStartsHour = hour
    case .perMonth(let count): rules.perMonth = count
    case .remove, .bringBack, .zone, .challenge: break
    }
    return rules
  }

  /// Whether these give no more than earlier ones.
  func isNoLooser(than earlier: PlainRules) -> Bool {
    givesNoMore(than: earlier) && most == earlier.most && topics.isSuperset(of: earlier.topics)
      && dayStartsHour == earlier.dayStartsHour && perMonth == earlier.perMonth
  }

  /// Whether these give no more minutes.
  func givesNoMore(than earlier: PlainRules) -> Bool {
    func isLess(_ one: Int?, _ other: Int?) -> Bool { one ?? 1_000_000 <= other ?? 1_000_000 }
    return (0..<7).allSatisfy { isLess(minutes(on: $0), earlier.minutes(on: $0)) } && isLess(week, earlier.week)
      && rollOver ?? 0 <= earlier.rollOver ?? 0 && (earlier.spares || !spares)
  }

  /// Some allowance.
  init(name: String, _ chance: inout Chance) {
    self.name = name
    topics = [chance.one(of: Topic.allCases), chance.one(of: Topic.allCases)]
    minutes = chance.one(of: [0, 1, 10, 30, 45, 90, nil])
    weekend = chance.one(of: [nil, nil, 0, 20, 120])
    week = chance.one(of: [nil, nil, 0, 60, 150])
    rollOver = chance.one(of: [nil, nil, 15, 60])
    spares = chance.below(3) == 0
    warn = chance.one(of: [0, 5, 5, 20])
    dayStartsHour = chance.one(of: [0, 4, 4, 12, 23])
    by = [chance.one(of: [.move, .learn]), chance.one(of: [.move, .learn])]
    trust = chance.one(of: [.claimed, .measured, .measured, .proof])
    price = chance.one(of: [1, 5, 5, 7, 40])
    most = chance.one(of: [0, 15, 60, 600])
    perMonth = chance.below(4)
    wait = chance.one(of: [0, 60, 1800])
  }
}

/// A change of the settings, as somebody tries it who may want more.
enum Change: Sendable {
  case minutes(Int)
  case weekend(Int?)
  case week(Int?)
  case rollOver(Int?)
  case spare(Bool)
  case most(Int)
  case warn(Int)
  case remove
  case bringBack
  case name(Topic)
  case leaveOut(Topic)
  case dayStarts(Int)
  case perMonth(Int)
  /// Travelling, or saying so: hours ahead of UTC.
  case zone(Int)
  /// Another number of repetitions for the day's challenge, which makes each worth more.
  case challenge
}

/// One thing that happens in a week.
enum Happening: Sendable {
  case show(Place?)
  /// There was no input for as many seconds.
  case idle(seconds: Int)
  case input
  case locked(Bool)
  case asleep(Bool)
  /// The service is killed and is away for as many seconds.
  case kill(seconds: Int)
  /// The computer sleeps with the service in it.
  case suspend(seconds: Int)
  /// The computer starts again.
  case reboot(seconds: Int)
  case setClock(seconds: Int)
  case change(Change, of: Int)
  case move(Int, MovementTrust)
  case learn
  case override
}

/// A random week with allowances: what is configured, and what happens at which second.
struct AllowanceScript: Sendable {
  private(set) var rules: [PlainRules] = []
  /// When clocks are moved, in seconds since Monday midnight, and by how much.
  private(set) var moved: (at: Int, by: Int)?
  private(set) var happenings: [(at: Int, what: Happening)] = []

  static let week = 7 * 86_400

  init(seed: UInt64) {
    var chance = Chance(state: seed)
    for name in ["social", "games", "both"].prefix(1 + chance.below(3)) {
      rules.append(PlainRules(name: name, &chance))
    }
    if chance.below(2) == 0 {
      moved = (at: 3600 + 86_400 * chance.below(7), by: chance.one(of: [3600, -3600]))
    }
    var second = 0
    while second < Self.week {
      second += Self.pause(&chance)
      let what = Self.happening(&chance, allowances: rules.count)
      happenings.append((second, what))
      // Nothing else happens while nothing of ours runs.
      switch what {
      case .kill(let seconds), .reboot(let seconds), .suspend(let seconds): second += seconds
      default: break
      }
    }
  }

  private static func pause(_ chance: inout Chance) -> Int {
    switch chance.below(8) {
    case 0: 0
    case 1: chance.below(10)
    case 2, 3: chance.below(300)
    case 4, 5: chance.below(1_800)
    case 6: chance.below(7_200)
    // A night.
    default: chance.below(3) == 0 ? chance.below(40_000) : 600
    }
  }

  private static func happening(_ chance: inout Chance, allowances: Int) -> Happening {
    switch chance.below(25) {
    case 0...7: return .show(chance.below(9) == 0 ? nil : chance.one(of: Place.allCases))
    case 8: return .idle(seconds: chance.one(of: [0, 60, 300, 4_000]))
    case 9, 10: return .input
    case 11: return .locked(chance.below(3) == 0)
    case 12: return .asleep(chance.below(3) == 0)
    case 13: return .kill(seconds: chance.one(of: [0, 1, 30, 3_000]))
    case 14: return .reboot(seconds: chance.one(of: [1, 60, 900, 50_000]))
    case 15: return .setClock(seconds: chance.below(200_000) - 100_000)
    case 16, 17, 18: return .change(change(&chance), of: chance.below(allowances))
    case 19, 20: return .move(chance.one(of: [1, 2, 3, 10, 25]), chance.one(of: MovementTrust.allCases))
    case 21, 22: return .learn
    case 23: return .suspend(seconds: chance.one(of: [5, 600, 30_000]))
    default: return .override
    }
  }

  private static func change(_ chance: inout Chance) -> Change {
    switch chance.below(17) {
    case 12: .weekend(chance.one(of: [nil, 0, 20, 90]))
    case 13, 14: .week(chance.one(of: [nil, 30, 100, 400]))
    case 15: .rollOver(chance.one(of: [nil, 10, 30, 90]))
    case 16: .spare(chance.below(2) == 0)
    case 0, 1: .minutes(chance.one(of: [0, 5, 20, 60, 120]))
    case 2: .most(chance.one(of: [0, 30, 900]))
    case 3: .warn(chance.one(of: [0, 1, 30]))
    case 4: .remove
    case 5, 6: .bringBack
    case 7: .name(chance.one(of: Topic.allCases))
    case 8: .leaveOut(chance.one(of: Topic.allCases))
    case 9: chance.below(2) == 0 ? .dayStarts(chance.below(24)) : .zone(chance.below(24) - 11)
    case 10: .perMonth(chance.below(5))
    default: .challenge
    }
  }
}
