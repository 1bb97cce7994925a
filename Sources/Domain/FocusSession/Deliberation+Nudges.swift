internal import Allowance
internal import Coach
internal import Guarding

enum NudgeDue: Equatable {
  case plan
  case tell(quarter: Int)
  case unanswered
}

extension Deliberation {
  /// A suggestion that is later than this is left out, because the computer slept.
  private static let lateness = Lapse.minutes(15)

  mutating func fallNudge(_ due: NudgeDue, upTo end: Tick) {
    switch due {
    case .plan: planNudges(at: now.stamp(at: max(end, now.tick)))
    case .tell(let quarter):
      if isToBeLeftAlone || end - now.tick > Self.lateness {
        record(.move(.nudge(.passed(quarter: quarter))), quietly: true)
      } else {
        nudge(quarter)
      }
    case .unanswered:
      guard let open = machine.ledger.movement.nudges.open else { return }
      record(.move(.nudge(.answered(message: open.message, moved: false))))
    }
  }

  mutating func answerNudge() {
    guard let open = machine.ledger.movement.nudges.open else { return }
    record(.move(.nudge(.answered(message: open.message, moved: now.tick <= open.until))))
  }

  /// Records what followed the messages for others who share it.
  mutating func hear(_ others: [NudgeLedger.Outcome]) -> Answer {
    let isNews = others != machine.ledger.movement.nudges.others
    if isNews, others.count == Nudge.messages { record(.move(.nudge(.heard(others))), quietly: true) }
    return .nothing
  }

  /// In a session, a call, at night, away, just after moving, and once the day's challenge is met.
  private var isToBeLeftAlone: Bool {
    guard case .idle = machine.state else { return true }
    let surroundings = machine.surroundings
    if surroundings.isCallOn || machine.nightWatch.night != nil { return true }
    if surroundings.since(.away, work: Work(), watchesCard: false) != nil { return true }
    if let moved = machine.ledger.movement.nudges.lastMoved, now.tick - moved < Nudge.answerTime { return true }
    return machine.challengeNow(at: now).isMet
  }

  /// Plans the present day only: days that passed unseen are not planned afterwards.
  private mutating func planNudges(at present: Stamp) {
    let zone = machine.settings.zone
    let day = machine.dayOfMovement(at: present)
    let began = present.tick(at: zone.moment(day: day, minuteOfDay: 0))
    let next = present.tick(at: zone.moment(day: day + 1, minuteOfDay: SessionMachine.movementDayStarts))
    let plan = machine.plannedNudges(on: day)
    let times = plan.quarters.filter { began + .minutes(Int64($0) * 15) >= present.tick }
    let planned = NudgeDay(
      day: day, began: began, ends: max(next, present.tick + .hours(1)), quarters: times, reason: plan.reason)
    record(.move(.nudge(.planned(planned))), quietly: true)
  }

  private mutating func nudge(_ quarter: Int) {
    let nudges = machine.ledger.movement.nudges
    let seed = entropy.low ^ UInt64(bitPattern: now.tick.milliseconds)
    let (own, others) = (nudges.outcomes, nudges.others)
    var choice = MessageChoice(
      after: own.map { .init(moved: $0.moved, stayed: $0.stayed) },
      others: others.map { .init(moved: $0.moved, stayed: $0.stayed) }, last: nudges.lastMessage, seed: seed)
    let pick = choice.choose()
    let idle = nudges.lastMoved.map { (now.tick - $0).wholeSeconds / 3600 } ?? 24
    let nudge = Nudge(
      message: pick.message, chance: Int((pick.chance * 1000).rounded()), quarter: quarter,
      idleHours: Int(min(max(0, idle), 24)), until: now.tick + Nudge.answerTime)
    record(.move(.nudge(.told(nudge))))
  }
}

extension SessionMachine {
  var nudgeDues: [(due: NudgeDue, at: Tick)] {
    let nudges = ledger.movement.nudges
    var dues: [(due: NudgeDue, at: Tick)] = nudges.open.map { [(.unanswered, $0.until)] } ?? []
    guard settings.coach.nudges else { return dues }
    guard let plan = nudges.plan else { return dues + [(.plan, last?.tick ?? Tick(milliseconds: 0))] }
    if let next = plan.quarters.first { dues.append((.tell(quarter: next), plan.tick(of: next))) }
    dues.append((.plan, plan.ends))
    return dues
  }

  /// When to suggest movement on a day, judged by what followed on the days before.
  func plannedNudges(on day: CivilDay) -> NudgePlan {
    let past = ledger.movement.nudges.days
    let records = past.map { known in
      NudgeRecord(
        day: CoachDay(Int(known.day.number)), open: Set(known.used),
        nudges: known.nudges.map { one in
          NudgeRecord.Nudge(quarter: one.quarter, idleHours: Double(one.idleHours), moved: one.moved)
        })
    }
    let exercises = past.flatMap { known in
      known.moves.map { PastExercise(day: CoachDay(Int(known.day.number)), hour: Double($0) / 4) }
    }
    let today = CoachDay(Int(day.number))
    let hour = ExerciseHour.predicted(
      for: today, from: exercises, pinned: settings.coach.hour.map { Double($0.minuteOfDay) / 60 })
    return NudgePlan.planned(for: today, from: records, lead: ExerciseWindow(around: hour.hour).start / 15)
  }
}

/// What is suggested today.
public struct NudgesNow: Equatable, Sendable {
  /// The times that are still to come.
  public var times: [Timestamp]
  /// Why then.
  public var reason: String
}

extension SessionMachine {
  /// `nil` where nothing should be suggested.
  func nudgesNow(at now: Stamp) -> NudgesNow? {
    guard settings.coach.nudges, let plan = ledger.movement.nudges.plan else { return nil }
    if challengeNow(at: now).isMet { return NudgesNow(times: [], reason: "The day's challenge is met.") }
    return NudgesNow(times: plan.quarters.map { now.wall(at: plan.tick(of: $0)) }, reason: plan.reason)
  }
}
