public import Gates
public import SessionTime

/// The name of an allowance.
public struct AllowanceID: Hashable, Sendable {
  /// As the person wrote it.
  public var text: String

  /// The allowance of that name.
  public init(_ text: String) { self.text = text }
}

/// How movement was proven.
public enum MovementTrust: String, CaseIterable, Comparable, Sendable {
  /// The person, a phone or a file says so.
  case claimed
  /// A camera or a strap measured it.
  case measured
  /// Cards that prove themselves.
  case proof

  /// Weaker before stronger.
  public static func < (one: MovementTrust, other: MovementTrust) -> Bool {
    (allCases.firstIndex(of: one) ?? 0) < (allCases.firstIndex(of: other) ?? 0)
  }
}

/// What lifts a restriction.
public enum LiftWay: String, CaseIterable, Sendable {
  /// Movement.
  case move
  /// Cards that were learned.
  case learn
  /// A condition that was set beforehand.
  case override
  /// A new day.
  case day
  /// A new week.
  case week
}

/// What minutes cost.
public struct LiftRules: Equatable, Sendable {
  /// By what they are earned.
  public var by: [LiftWay]
  /// The weakest proof of movement that counts.
  public var trust: MovementTrust
  /// The points that a minute costs.
  public var pointsPerMinute: Int
  /// The most minutes that are earned on a day.
  public var most: Int

  /// The points that a learned card is worth.
  public static let pointsPerCard = 10

  /// Rules for earning minutes.
  public init(by: [LiftWay] = [.move], trust: MovementTrust = .measured, pointsPerMinute: Int = 5, most: Int = 60) {
    self.by = by
    self.trust = trust
    self.pointsPerMinute = pointsPerMinute
    self.most = most
  }
}

/// A condition under which a restriction is lifted for the rest of the day.
public struct OverrideRule: Equatable, Sendable {
  /// What it is called: `ill`.
  public var name: String
  /// How often within thirty days.
  public var perMonth: Int
  /// How long it waits before it lifts.
  public var wait: Lapse
  /// What is to be done before it lifts, beyond waiting.
  public var steps: [GateStep]

  /// The steps from claiming it until it lifts.
  public var gate: [GateStep] { [.wait(wait)] + steps }

  /// The thirty days.
  public static let month = Lapse.days(30)

  /// A condition.
  public init(name: String, perMonth: Int, wait: Lapse = .zero, steps: [GateStep] = []) {
    self.name = name
    self.perMonth = perMonth
    self.wait = wait
    self.steps = steps
  }
}

/// For how long something may be used on a day, and what gives more.
public struct AllowanceRules: Equatable, Sendable {
  /// The minutes of each day.
  public var minutes: DayMinutes
  /// The minutes of a week, which begins on Monday, on top of those of its days; `nil` where it is not limited.
  public var minutesPerWeek: Int?
  /// How many minutes of what was left of a day go over into the next one at most; `nil` where none do.
  public var rollOver: Int?
  /// When days begin.
  public var dayStarts: TimeOfDay
  /// How long before the limit the person is warned; never less than a tenth of the minutes.
  public var warn: Lapse
  /// How more is earned; `nil` where nothing gives more.
  public var lift: LiftRules?
  /// The conditions that lift it for a day.
  public var overrides: [OverrideRule]

  /// Days begin at four in the morning, unless told.
  public static let usualStart = TimeOfDay(minutesAfterMidnight: 4 * 60)

  /// Rules for one allowance.
  public init(
    minutes: Int, dayStarts: TimeOfDay, warn: Lapse = .minutes(5), lift: LiftRules? = nil,
    overrides: [OverrideRule] = []
  ) {
    self.minutes = DayMinutes(minutes)
    self.dayStarts = dayStarts
    self.warn = warn
    self.lift = lift
    self.overrides = overrides
  }

  /// Whether its days have to begin though nothing is used: they may be shut from their beginning, or leave something.
  public var countsEveryDay: Bool { rollOver != nil || minutesPerWeek != nil || minutes.hasEmptyDay }

  /// Whether these give no more than earlier ones: fewer minutes and fewer ways, nothing else changed.
  public func isNoLooser(than earlier: AllowanceRules) -> Bool {
    var comparable = self
    comparable.minutes = earlier.minutes
    comparable.minutesPerWeek = earlier.minutesPerWeek
    comparable.rollOver = earlier.rollOver
    comparable.overrides = earlier.overrides
    comparable.warn = earlier.warn
    return comparable == earlier && givesNoMore(than: earlier) && overrides.allSatisfy(earlier.overrides.contains)
  }

  /// Whether these give no more minutes than earlier ones.
  public func givesNoMore(than earlier: AllowanceRules) -> Bool {
    minutes.isNoMore(than: earlier.minutes) && minutesPerWeek ?? .max <= earlier.minutesPerWeek ?? .max
      && rollOver ?? 0 <= earlier.rollOver ?? 0
  }
}
