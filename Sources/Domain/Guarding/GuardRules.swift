public import SessionTime

/// What a guard does about each cause, and how its alarm rings.
public struct GuardRules: Equatable, Sendable {
  /// What is done about a cause once it is certain.
  public enum Response: String, Sendable, CaseIterable {
    /// Nothing.
    case off
    /// It is told once each time, and makes no episode.
    case notice
    /// It makes an episode.
    case count
    /// It makes an episode, and the alarm rings.
    case alarm
  }

  /// What holds for one cause.
  public struct Rule: Equatable, Sendable {
    /// For how long the cause may be true; exactly as long is still fine.
    public var after: Lapse
    /// What is done about it.
    public var does: Response

    /// A rule.
    public init(after: Lapse, does: Response) {
      self.after = after
      self.does = does
    }
  }

  private var rules: [Rule]
  /// For how long no cause may be true until an episode is over.
  public var settle: Lapse
  /// How the alarm rings.
  public var alarm: AlarmRules

  /// The rule for a cause.
  public subscript(cause: Cause) -> Rule {
    get { rules[cause.rawValue] }
    set { rules[cause.rawValue] = newValue }
  }

  /// What holds for straying unless a profile says otherwise.
  public static let straying = GuardRules(
    rules: [
      Rule(after: .seconds(30), does: .count), Rule(after: .seconds(20), does: .alarm),
      Rule(after: .seconds(15), does: .alarm), Rule(after: .seconds(180), does: .count),
      Rule(after: .seconds(10), does: .notice), Rule(after: .seconds(30), does: .notice),
      Rule(after: .zero, does: .off),
    ], settle: .seconds(10), alarm: AlarmRules())

  /// Rules for what is only counted while it is used: at night, or against an allowance.
  ///
  /// - Parameters:
  ///   - after: shorter use makes no episode.
  ///   - settle: a shorter pause ends none.
  public static func use(after: Lapse, settle: Lapse) -> GuardRules {
    var rules = [Rule](repeating: Rule(after: .zero, does: .off), count: Cause.allCases.count)
    rules[Cause.using.rawValue] = Rule(after: after, does: .count)
    return GuardRules(rules: rules, settle: settle, alarm: AlarmRules())
  }

  /// After an attempt on something blocked its cause is true for this long; another attempt meanwhile makes it longer.
  public static let temptation = Lapse.seconds(30)
}

/// When and how often the alarm rings: nobody is tortured.
public struct AlarmRules: Equatable, Sendable {
  /// How long it is from one ring to the next.
  public var every: Lapse
  /// The most rings of one episode.
  public var most: Int
  /// The most rings while nobody is there: an empty room is not rung at.
  public var mostAway: Int
  /// For how long a snooze silences it.
  public var snooze: Lapse
  /// How many snoozes there are in one session.
  public var snoozes: Int
  /// The loudest ring, in percent of the sink's present volume.
  public var volume: Int

  /// The rules as they ship.
  public init(
    every: Lapse = .seconds(20), most: Int = 30, mostAway: Int = 3, snooze: Lapse = .seconds(60), snoozes: Int = 3,
    volume: Int = 60
  ) {
    self.every = every
    self.most = most
    self.mostAway = mostAway
    self.snooze = snooze
    self.snoozes = snoozes
    self.volume = volume
  }

  /// The shortest time from one ring to the next that a profile may ask for.
  public static let shortestEvery = Lapse.seconds(10)
  /// The loudest that a profile may ask for.
  public static let loudest = 80

  /// How loud a ring is, in percent: it begins softly and grows to the cap.
  public func volume(ofRing number: Int) -> Int { min(volume, 20 + 10 * max(1, number)) }
}
