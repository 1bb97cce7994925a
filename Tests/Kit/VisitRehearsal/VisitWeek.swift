package import FocusWire
import SessionRehearsal
import SiteRules

/// A random week with visits, lived twice: by the session machine, and by a walk with tables written by hand. After
/// everything that happens both say the same, to the millisecond, and what is open is what was granted.
package struct VisitWeek {
  /// What came out differently, and after what.
  package struct Difference: Error, CustomStringConvertible {
    /// What, and after which happenings.
    package let description: String
  }

  /// How often something was opened, and how often a rule said no, by its name.
  package private(set) var opened = 0
  /// How often each rule said no.
  package private(set) var refused: [String: Int] = [:]

  private let seed: UInt64
  private var random: RandomNumbers
  private var desk: Desk
  /// The fold of the facts, kept as they come: each kill folds all of them at once.
  private var folded: SessionMachine
  private var foldedCount = 0
  private var plain: PlainVisits
  private let profiles: [PlainVisits.Profile]
  /// What happened when; it is put into words only if something comes out differently.
  private var story: [(at: Int64, words: () -> String)] = []
  private var cardIsThere = false

  private static let things = [
    "reddit.com", "old.reddit.com", "reddit.com/r/fun", "news.example", "play.example", "org.app.One", "games",
    "free.example", "free.example/r",
  ]

  /// A week, the same for the same seed.
  package init(seed: UInt64, zone: CivilZone) {
    self.seed = seed
    random = RandomNumbers(seed: seed)
    let starts = ["2026-10-22T20:00:00Z", "2026-03-26T20:00:00Z", "2026-11-23T09:00:00Z", "2026-11-22T22:40:00Z"]
    let start = starts[random.below(starts.count)]
    let own = Self.profile(
      "work",
      [
        "reddit.com": "reddit.com", "old.reddit.com": "old.reddit.com", "reddit.com/r/fun": "reddit.com/r/fun",
        "news.example": "news.example", "org.app.One": "org.app.One",
      ], visits: true, &random)
    let side = Self.profile(
      "side",
      [
        "reddit.com": "reddit.com", "old.reddit.com": "old.reddit.com", "reddit.com/r/fun": "reddit.com/r/fun",
        "play.example": "play.example", "games": "games",
      ], visits: random.below(3) > 0, &random)
    let plainOnly = Self.profile(
      "bare",
      ["reddit.com": "reddit.com", "old.reddit.com": "old.reddit.com", "reddit.com/r/fun": "reddit.com/r/fun"],
      visits: false, &random)
    profiles = [own, side, plainOnly]
    var settings = Settings(zone: zone)
    settings.profiles = [
      Self.profile(own, Blocks(sites: ["reddit.com", "news.example", "!free.news.example"], apps: ["org.app.One"])),
      Self.profile(side, Blocks(sites: ["reddit.com"], categories: ["games"])),
      Self.profile(plainOnly, Blocks(sites: ["reddit.com"])),
    ]
    settings.keys = [
      Key(id: "may", uid: CardUID([4, 1]), may: RoleSet([.visit])),
      Key(id: "maynot", uid: CardUID([4, 2]), may: RoleSet([.start, .stop, .takeBreak, .switchProfile])),
    ]
    desk = Desk(settings, at: start, lists: OneList())
    folded = SessionMachine(settings: settings)
    plain = PlainVisits(start: ISO8601.moment(start) ?? Timestamp(milliseconds: 0), zone: zone)
  }

  private static func profile(
    _ name: String, _ blocked: [String: String], visits: Bool, _ random: inout RandomNumbers
  ) -> PlainVisits.Profile {
    var profile = PlainVisits.Profile(name: name, blocked: blocked)
    guard visits else { return profile }
    profile.perSession = 1 + random.below(4)
    profile.minutes = 1 + random.below(10)
    profile.perDay = [0, 3, 8, 15, 40][random.below(5)]
    if random.below(2) == 0 {
      // As people write it: a site stands for those below it.
      profile.of = ["reddit.com", "old.reddit.com", "reddit.com/r/fun"]
      if blocked["games"] != nil { profile.of.formUnion(["games", "play.example"]) }
    }
    return profile
  }

  private static func profile(_ plain: PlainVisits.Profile, _ blocks: Blocks) -> Profile {
    var policy = Policy(profile: ProfileID(plain.name), blocks: blocks)
    if plain.hasVisits {
      let of = plain.of.subtracting(["old.reddit.com", "reddit.com/r/fun", "play.example"]).sorted()
      policy.visits = VisitRules(
        perSession: plain.perSession, minutes: plain.minutes, minutesPerDay: plain.perDay, of: of)
    }
    return Profile(policy: policy)
  }

  /// Lives it.
  package mutating func live() throws(Difference) {
    let end = Int64(7 * 24 * 3_600_000)
    while plain.now < end {
      // Many things close together, then a night.
      let step = random.below(20) == 0 ? random.below(16 * 3_600_000) : random.below(6 * 60_000)
      desk.pass(Lapse(milliseconds: Int64(step)))
      plain.walk(to: plain.now + Int64(step))
      try compare("passing")
      try happen()
      let last = story.last
      try compare(last?.words() ?? "")
      _ = desk.takeEvents()
    }
  }

  private mutating func happen() throws(Difference) {
    let lapse = Int64(1 + random.below(40 * 60_000))
    switch random.below(26) {
    case 0: start(minutes: nil)
    case 1, 2: start(minutes: Int64(1 + random.below(180)))
    case 3: add(profiles[1])
    case 4: if random.below(3) == 0 { add(profiles[2]) }
    case 5:
      note("end")
      desk.give(.rehearseEnd)
      plain.finish()
    case 6:
      note("break")
      desk.ask(.takeBreak(minutes: 3))
      plain.rest(minutes: 3)
    case 7:
      note("resume")
      desk.ask(.resume)
      plain.endBreak()
    case 8:
      note("suspend \(lapse)")
      desk.suspend(Lapse(milliseconds: lapse))
      plain.walk(to: plain.now + lapse)
    case 9:
      note("kill \(lapse)")
      desk.crash(Lapse(milliseconds: lapse))
      plain.walk(to: plain.now + lapse)
    case 10:
      note("reboot \(lapse)")
      desk.reboot(Lapse(milliseconds: lapse))
      plain.walk(to: plain.now + lapse)
    case 11:
      let jump = Int64(random.below(60)) * 3_600_000 - 30 * 3_600_000
      note("clock \(jump)")
      plain.wallError += jump
      desk.setClock(by: Lapse(milliseconds: jump))
    case 12: try soft()
    case 13, 14: try tap()
    case 15, 16:
      note("leave")
      let answer = desk.give(.endVisit)
      let isOpen = plain.session?.visit != nil
      guard (answer == .accepted) == isOpen else { throw difference("leave: \(answer)") }
      plain.closeVisit()
    default: try ask()
    }
  }

  private mutating func note(_ what: @escaping @autoclosure () -> String) { story.append((plain.now, what)) }

  private mutating func start(minutes: Int64?) {
    guard plain.session == nil else { return }
    note("start \(minutes.map { "\($0)" } ?? "-")")
    desk.start("work", minutes: minutes.map { Int($0) })
    plain.begin(profiles[0], minutes: minutes)
  }

  private mutating func add(_ profile: PlainVisits.Profile) {
    guard plain.session != nil else { return }
    note("add \(profile.name)")
    desk.start(ProfileID(profile.name))
    plain.add(profile)
  }

  private mutating func anything() -> VisitRequest {
    VisitRequest(
      what: Self.things[random.below(Self.things.count)], minutes: random.below(2) == 0 ? nil : 1 + random.below(9))
  }

  private mutating func ask() throws(Difference) {
    let ask = anything()
    note("visit \(ask.what) \(ask.minutes.map { "\($0)" } ?? "-")")
    try expect(plain.visit(ask.what, minutes: ask.minutes.map { Int64($0) }), desk.ask(.visit(ask)))
  }

  private mutating func soft() throws(Difference) {
    let ask = anything()
    note("soft \(ask.what)")
    let before = desk.status.visit
    guard case .refused = desk.open(.visit(ask)), desk.status.visit?.thing == before?.thing else {
      throw difference("a soft link opened something")
    }
  }

  /// A card with the link of a visit, of a key that may or of one that may not.
  private mutating func tap() throws(Difference) {
    let ask = anything()
    let mayVisit = random.below(2) == 0
    note("tap \(ask.what) \(mayVisit)")
    let answer = desk.tap(mayVisit ? [4, 1] : [4, 2], .ours(.visit(ask)))
    if plain.session?.visit?.name == ask.what {
      guard answer == .accepted else { throw difference("the second tap closes nothing") }
      plain.closeVisit()
    } else if mayVisit {
      try expect(plain.visit(ask.what, minutes: ask.minutes.map { Int64($0) }), answer)
    } else {
      guard case .refused = answer else { throw difference("a key opened that may not") }
    }
    plain.walk(to: plain.now + 2000)
  }

  private mutating func expect(_ rule: String?, _ answer: Answer) throws(Difference) {
    if let rule { refused[rule, default: 0] += 1 } else { opened += 1 }
    guard rule == (answer.rule?.word), rule == nil || answer != .accepted else {
      throw difference("\(rule ?? "opens") and the machine says \(answer)")
    }
  }

  // MARK: Comparing

  private func difference(_ what: String) -> Difference {
    let last = story.suffix(30).map { "\($0.at): \($0.words())" }
    return Difference(description: "week \(seed): \(what) after \(last.joined(separator: "; "))")
  }

  private mutating func compare(_ when: @autoclosure () -> String) throws(Difference) {
    let (machine, status) = (desk.machine, desk.status)
    let visit = plain.session?.visit
    guard status.visit?.thing.name == visit?.name, status.visit?.left.milliseconds == visit.map({ $0.ends - plain.now })
    else {
      throw difference("\(when()): visit \(String(describing: status.visit)), plain \(String(describing: visit))")
    }
    guard status.focused.milliseconds == plain.focused else {
      throw difference("\(when()): focused \(status.focused.milliseconds), plain \(plain.focused)")
    }
    guard (status.state == .idle) == (plain.session == nil), status.visits?.leftToday.milliseconds == plain.leftToday
    else { throw difference("\(when()): left \(String(describing: status.visits)), plain \(plain.leftToday ?? -1)") }
    for fact in desk.log[foldedCount...] { folded.apply(fact) }
    foldedCount = desk.log.count
    guard folded.state == machine.state, folded.ledger == machine.ledger else {
      throw difference("\(when()): the fold is not the state")
    }
    // What is open is exactly what was granted, in exactly the profiles that granted it.
    let open = machine.shield?.visit
    let names = open.map { open in open.places.map { machine.shield?.profiles[$0].text ?? "" } }
    guard names.map({ Set($0) }) == visit.map({ Set($0.profiles) }) else {
      throw difference("\(when()): open in \(names ?? []), granted in \(visit?.profiles ?? [])")
    }
    if let plannedEnd = plain.session?.plannedEnd, let visit, visit.ends > plannedEnd {
      throw difference("\(when()): a visit outlasts the session")
    }
  }
}

/// One list of sites, `games`.
private struct OneList: ListBook {
  func ships(_ list: String) -> Bool { list == "games" }

  func entry(for host: SiteName, in list: String, _ changes: Category?) -> ListEntry? {
    let name = host.text
    guard list == "games", name == "play.example" || name.hasSuffix(".play.example") else { return nil }
    return ListEntry(length: 12, isNamed: true)
  }

  func hasApp(_ app: String, in list: String, _ changes: Category?) -> Bool { false }
  func isInstalled(_ app: String) -> Bool { false }
}

/// Chance that is the same for the same seed (SplitMix64).
struct RandomNumbers {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  mutating func below(_ count: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(count))
  }
}
