import Allowance
import FocusSession
import Guarding
import Learning
import SessionRehearsal

/// A random week, lived twice: by the session machine and by a walk from second to second. After everything that
/// happens both say the same of every allowance, to the second, and the same is blocked.
package struct AllowanceWeek {
  /// What came out differently, and when.
  package struct Difference: Error, CustomStringConvertible {
    /// What, and after which happenings.
    package let description: String
  }

  /// How often something was blocked.
  package private(set) var shut = 0
  /// How often something that was tried while it was blocked was refused.
  package private(set) var refused = 0

  private let seed: UInt64
  private let script: AllowanceScript
  private var desk: Desk
  private var plain: PlainAllowances
  private let beginning: Tick
  private var cards = 0
  private var idleSince: Int?
  /// What was seen when the service went away.
  private var before: (place: Place?, isLocked: Bool, isAsleep: Bool) = (nil, false, false)
  /// What happened when; it is put into words only if something comes out differently.
  private var story: [(at: Int, what: Happening)] = []

  /// A week, the same for the same seed.
  package init(seed: UInt64) {
    self.seed = seed
    script = AllowanceScript(seed: seed)
    desk = Desk(
      Settings(
        allowances: script.rules.map(\.allowance), coach: CoachPins(challenge: 20), zone: Self.zone(0, script.moved)))
    plain = PlainAllowances(script.rules, moved: script.moved)
    beginning = desk.machine.tick(at: desk.now)
  }

  /// The time of a place: some hours ahead of UTC, with clocks that are moved once.
  private static func zone(_ hours: Int, _ moved: (at: Int, by: Int)?) -> CivilZone {
    let monday: Int64 = 1_795_392_000
    let moves = moved.map { [(at: monday + Int64($0.at), offset: hours * 3600 + $0.by)] } ?? []
    return CivilZone(first: hours * 3600, moves: moves)
  }

  /// Lives it.
  package mutating func live() throws(Difference) {
    for (at, what) in script.happenings {
      desk.pass(.seconds(Int64(at - plain.second)))
      plain.walk(to: at)
      try compare("before \(what)")
      story.append((at, what))
      try happen(what)
      desk.pass(.zero)
      plain.settle()
      try compare("after \(what)")
      shut += desk.takeEvents().count { $0.isReached }
    }
  }

  // MARK: Happenings

  private mutating func happen(_ what: Happening) throws(Difference) {
    switch what {
    case .show(let place): show(place)
    case .idle(let seconds): idle(since: plain.second - seconds)
    case .input:
      idleSince = nil
      plain.idleSince = nil
      desk.give(.signal(.input(since: tick(plain.second))))
    case .locked(let isLocked):
      plain.isLocked = isLocked
      desk.give(.signal(.locked(isLocked)))
    case .asleep(let isAsleep): sleep(isAsleep)
    case .kill(let seconds):
      die()
      desk.crash(.seconds(Int64(seconds)))
      plain.walk(to: plain.second + seconds)
      rise()
    case .suspend(let seconds):
      let wasAsleep = plain.isAsleep
      sleep(true)
      desk.suspend(.seconds(Int64(seconds)))
      plain.look()
      plain.walk(to: plain.second + seconds)
      sleep(wasAsleep)
    case .reboot(let seconds):
      die()
      desk.reboot(.seconds(Int64(seconds)))
      plain.walk(to: plain.second + seconds)
      rise()
    case .setClock(let seconds):
      plain.clockSet += seconds
      desk.setClock(by: .seconds(Int64(seconds)))
    case .change(let change, let index): try self.change(change, of: index)
    case .move(let squats, let trust):
      plain.move(squats, trust)
      desk.give(.moved("squat", squats, trust))
    case .learn:
      cards += 1
      plain.learn()
      desk.give(.learned([.reviewed(CardID(deck: "d", card: "\(cards)"), .good, took: 2000)]))
    case .override:
      let isGranted = plain.override()
      guard (desk.give(.override("ill")) == .accepted) == isGranted else {
        throw differs("the condition was \(isGranted ? "refused" : "granted")")
      }
    }
    plain.look()
  }

  private mutating func sleep(_ isAsleep: Bool) {
    plain.isAsleep = isAsleep
    desk.give(.signal(.asleep(isAsleep)))
  }

  private func tick(_ second: Int) -> Tick { beginning + .seconds(Int64(second)) }

  private mutating func show(_ place: Place?) {
    plain.place = place
    desk.give(.signal(place.map { .front($0.front) } ?? .nothingInFront))
  }

  private mutating func idle(since second: Int) {
    plain.takeBack(max(0, plain.second - (second + 60)))
    idleSince = min(idleSince ?? second, second)
    plain.idleSince = idleSince
    desk.give(.signal(.idle(since: tick(second))))
  }

  /// While the service is away nobody sees what is in front.
  private mutating func die() {
    before = (plain.place, plain.isLocked, plain.isAsleep)
    (plain.place, plain.idleSince, plain.isLocked, plain.isAsleep) = (nil, nil, false, false)
    plain.look()
  }

  /// Sources say again what they see.
  private mutating func rise() {
    plain.isLocked = before.isLocked
    plain.isAsleep = before.isAsleep
    desk.give(.signal(.locked(before.isLocked)))
    desk.give(.signal(.asleep(before.isAsleep)))
    if let idleSince {
      plain.idleSince = idleSince
      desk.give(.signal(.idle(since: tick(idleSince))))
    }
    show(before.place)
  }

  private mutating func change(_ change: Change, of index: Int) throws(Difference) {
    let isAllowed = plain.change(change, of: index)
    var settings = desk.machine.settings
    settings.allowances = wanted(change, of: index)
    switch change {
    case .zone(let hours): settings.zone = Self.zone(hours, script.moved)
    // It is taken back at once: what a repetition is worth is not this week's matter.
    case .challenge: settings.coach.challenge = 1
    default: break
    }
    let answer = desk.give(.configure(settings))
    guard (answer.rule == nil) == isAllowed else { throw differs("a change was \(isAllowed ? "refused" : "taken")") }
    if !isAllowed { refused += 1 }
    if case .challenge = change, isAllowed {
      settings.coach.challenge = 20
      desk.give(.configure(settings))
    }
  }

  /// The allowances as somebody writes them who wants that change.
  private func wanted(_ change: Change, of index: Int) -> [DailyAllowance] {
    plain.all.indices.compactMap { place in
      var rules = plain.all[place].rules
      var isThere = plain.all[place].isThere
      if place == index {
        rules = rules.changed(by: change)
        if case .remove = change { isThere = false }
        if case .bringBack = change { isThere = true }
      }
      return isThere ? rules.allowance : nil
    }
  }

  // MARK: The comparison

  private func compare(_ moment: @autoclosure () -> String) throws(Difference) {
    let there = plain.all.indices.filter { plain.all[$0].isThere }.map { plain.shownNow($0) }
    let machine = desk.status.allowances
    guard machine.count == there.count else { throw differs("\(moment()): \(machine.count) allowances") }
    for (one, other) in zip(machine, there) where !one.isSame(as: other) {
      func seconds(_ lapse: Lapse?) -> String { lapse.map { "\($0.milliseconds)" } ?? "-" }
      func plainly(_ seconds: Int?) -> String { seconds.map { "\($0 * 1000)" } ?? "-" }
      let said =
        "\(one.state) used \(one.used.milliseconds) left \(seconds(one.left)) earned \(one.earned) "
        + "week \(seconds(one.weekLeft)) over \(seconds(one.rolledOver)) minutes \(one.minutes.map { "\($0)" } ?? "-")"
      let wanted =
        "\(other.state) used \(other.used * 1000) left \(plainly(other.left)) earned \(other.earned) "
        + "week \(plainly(other.weekLeft)) over \(other.carried * 1000) "
        + "minutes \(other.granted?.minutes.map { "\($0)" } ?? "-")"
      throw differs("\(moment()): \(one.id.text): \(said), not \(wanted)")
    }
    let blocked = desk.machine.shield?.blocks ?? []
    guard blocked == there.filter(\.isShut).map(\.rulesToday.allowance.closing) else {
      throw differs("\(moment()): \(blocked) is blocked")
    }
  }

  private func differs(_ what: String) -> Difference {
    Difference(
      description: "week \(seed), second \(plain.second): \(what); \(plain.all) after \(story.suffix(12))")
  }
}

extension Event {
  fileprivate var isReached: Bool {
    guard case .recorded(let fact) = kind, case .move(.reached) = fact.body else { return false }
    return true
  }
}

extension AllowanceNow {
  /// Whether both say the same, to the second.
  fileprivate func isSame(as other: PlainAllowances.One) -> Bool {
    func isSame(_ lapse: Lapse?, _ seconds: Int?) -> Bool { lapse?.milliseconds == seconds.map { Int64($0) * 1000 } }
    let isInState =
      switch other.state {
      case .open: state == .open
      case .warned: state == .warned
      case .shut: state == .shut
      }
    return isInState && isSame(used, other.used) && isSame(left, other.left) && earned == other.earned
      && isSame(weekLeft, other.weekLeft) && isSame(rolledOver, other.carried) && minutes == other.granted?.minutes
  }
}
