internal import Allowance
public import Coach

/// The day's challenge as it is now.
public struct DayChallenge: Equatable, Sendable {
  /// The day; days of movement begin at four in the morning.
  public var day: CivilDay
  /// The repetitions that it asks for.
  public var target: Int
  /// The repetitions that were done.
  public var done: Int
  /// Whether it is met.
  public var isMet: Bool
  /// Why it asks for that.
  public var reason: String
  /// All repetitions that were ever booked.
  public var repetitions: Int

  /// How experienced the person is.
  public var level: MovementLevel { MovementLevel(repetitions: repetitions) }
}

extension SessionMachine {
  /// When days of movement begin, in minutes since midnight: a late night belongs to the day before.
  static let movementDayStarts = 4 * 60

  func dayOfMovement(at now: Stamp) -> CivilDay {
    settings.zone.day(at: now.moment.wall - .minutes(Int64(Self.movementDayStarts)))
  }

  func keptChallenge(at now: Stamp) -> MovementLedger.ChallengeDay? {
    guard let last = ledger.movement.challenges.last else { return nil }
    return last.ends > now.tick || last.day >= dayOfMovement(at: now) ? last : nil
  }

  var plannedChallenge: DailyChallenge { planned(after: ledger.movement.challenges) }

  private func planned(after challenges: some Sequence<MovementLedger.ChallengeDay>) -> DailyChallenge {
    let records = challenges.map { past in
      ChallengeRecord(day: CoachDay(Int(past.day.number)), target: past.target, done: past.done)
    }
    return DailyChallenge.next(after: records, pinned: settings.coach.challenge)
  }

  /// The day's challenge: the one that was made, or the one that the first set of the day makes.
  func challengeNow(at now: Stamp) -> DayChallenge {
    let repetitions = ledger.movement.repetitions
    guard let kept = keptChallenge(at: now) else {
      let planned = plannedChallenge
      return DayChallenge(
        day: dayOfMovement(at: now), target: planned.target, done: 0, isMet: false, reason: planned.reason,
        repetitions: repetitions)
    }
    let planned = planned(after: ledger.movement.challenges.dropLast())
    return DayChallenge(
      day: kept.day, target: kept.target, done: kept.done, isMet: kept.isMet,
      reason: planned.target == kept.target ? planned.reason : "Made when the day began, and kept.",
      repetitions: repetitions)
  }
}
