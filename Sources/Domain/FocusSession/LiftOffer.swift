internal import Allowance
internal import Coach
internal import Gates
internal import Guarding
internal import Movement

/// Something that opens an allowance that is used up, and for how long.
public struct LiftOffer: Equatable, Sendable {
  /// What is done.
  public enum Deed: Equatable, Sendable {
    /// Before a camera.
    case jumpingJacks
    /// Between two readers.
    case laps
    /// Cards of the person's decks.
    case cards
  }

  /// What is done.
  public var deed: Deed
  /// How often.
  public var amount: Int
  /// For how many minutes it opens then.
  public var minutes: Int

  /// The amounts that can be offered; the least that gives a minute is.
  static let sets = [10, 20, 40, 80]
  static let cards = [5, 10, 20]
}

extension SessionMachine {
  func offers(on allowance: DailyAllowance, at now: Stamp) -> [LiftOffer] {
    if isHeld(allowance), ledger.movement.day(of: allowance.id)?.isShut != true {
      return offersOfHeld(allowance, at: now)
    }
    guard let lift = allowance.rules.lift, let day = ledger.movement.day(of: allowance.id),
      day.isShut
    else { return [] }
    func least(_ deed: LiftOffer.Deed, of amounts: [Int], earning earned: (Int) -> Int)
      -> LiftOffer?
    {
      for amount in amounts {
        let earned = earned(amount)
        let left = day.left(allowance.rules, at: now.tick, earning: earned) ?? .zero
        // What was used may be some seconds beyond the limit: nobody counts those.
        let minutes = Int((left + .seconds(30)).wholeSeconds / 60)
        if earned > 0, minutes > 0 {
          return LiftOffer(deed: deed, amount: amount, minutes: minutes)
        }
      }
      return nil
    }
    var offers: [LiftOffer] = []
    // A camera and laps measure; proof is for signed laps alone.
    if lift.by.contains(.move), lift.trust <= .measured, means.countsMovement != false {
      let deed: LiftOffer.Deed = means.hasCamera == false ? .laps : .jumpingJacks
      let worth = MovementPoints.own(challenge: challengeNow(at: now).target, effort: Exercise.jumpingJack.effort)
      if let offer = least(deed, of: LiftOffer.sets, earning: { day.minutes(for: worth.points(set: $0), lift) }) {
        offers.append(offer)
      }
    }
    if lift.by.contains(.learn), means.cards != 0 {
      let each = LiftRules.pointsPerCard / max(1, lift.pointsPerMinute)
      let known = means.cards ?? LiftOffer.cards.last ?? 0
      let amounts = LiftOffer.cards.filter { $0 <= known }
      if let offer = least(.cards, of: amounts, earning: { max(0, min($0 * each, lift.most - day.earned)) }) {
        offers.append(offer)
      }
    }
    return offers
  }
}

extension Status {
  /// The allowance that is used up and blocks a thing: one that names it, or else one with categories, whose lists are
  /// not at hand here; any where nobody said what was asked for.
  public func usedUp(_ asked: Attempt?, _ settings: Settings) -> AllowanceNow? {
    let shut = allowances.filter { $0.state == .shut }
    guard let asked else { return shut.first }
    let front = Front(app: asked.kind == .app ? [asked.name] : [], site: asked.kind == .site ? asked.name : nil)
    for now in shut { if let rules = settings.allowance(now.id), rules.covers(front) { return now } }
    for now in shut { if let rules = settings.allowance(now.id), !rules.blocks.categories.isEmpty { return now } }
    return nil
  }
}
