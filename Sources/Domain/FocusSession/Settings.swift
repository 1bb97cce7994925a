public import Gates
public import Guarding
internal import Spelling

/// Everything a person configures that the session depends on. Changing it is a command: the machine says no to what
/// would loosen a session that is under way.
public struct Settings: Equatable, Sendable {
  /// The profiles, in the order in which the person keeps them.
  public var profiles: [Profile]
  /// The registered cards and tags.
  public var keys: [Key]
  /// What the person changed about the lists that ship, and their own lists.
  public var categories: [Category]
  /// What the person wrote to their future self.
  public var promise: String?
  /// How long a card must have been away to count again (Product.md 2.2).
  public var awayTime: Lapse
  /// How the way out is guarded.
  public var emergency: EmergencyRules
  /// The hours in which use of the computer is recorded; none where the person set none.
  public var bedtime: Bedtime?
  /// What may be used for some minutes a day.
  public var allowances: [DailyAllowance]
  /// What the person chose instead of a prediction.
  public var coach: CoachPins
  /// The signals that the person turned on or off, by their names; what is not here is as `config.json5` has it.
  public var signals: [String: Bool]
  /// How civil clocks go here.
  public var zone: CivilZone

  /// Settings; what is left out is as it ships.
  public init(
    profiles: [Profile] = [], keys: [Key] = [], categories: [Category] = [], promise: String? = nil,
    awayTime: Lapse = .seconds(1), emergency: EmergencyRules = EmergencyRules(), bedtime: Bedtime? = nil,
    allowances: [DailyAllowance] = [], coach: CoachPins = CoachPins(), signals: [String: Bool] = [:],
    zone: CivilZone = .utc
  ) {
    self.profiles = profiles
    self.keys = keys
    self.categories = categories
    self.promise = promise
    self.awayTime = awayTime
    self.emergency = emergency
    self.bedtime = bedtime
    self.allowances = allowances
    self.coach = coach
    self.signals = signals
    self.zone = zone
  }

  /// The signals that there are, by the names that files and requests have for them.
  public static let signalNames = ["front", "input", "lock", "noise", "media", "card"]

  /// The profile with that name.
  public func profile(_ id: ProfileID) -> Profile? { profiles.first { $0.id == id } }

  /// The profile that a person means: by its id, by its id in other letters, or by its name (`?profile=Work`).
  public func profile(meantBy text: String) -> Profile? {
    meant(by: text, among: profiles, id: { $0.id.text }, name: { $0.policy.name })
  }

  /// The key with that UID.
  public func key(uid: CardUID) -> Key? { keys.first { $0.uid == uid } }
}

/// The way out that every profile has: a few times in a rolling month, each with a longer wait, and with a sentence to
/// type.
public struct EmergencyRules: Equatable, Sendable {
  /// How many exits there are within ``period``.
  public var count: Int
  /// The rolling month.
  public var period: Lapse
  /// How long the first, second ... exit within the period waits; further ones wait as long as the last.
  public var waits: [Lapse]
  /// What has to be typed.
  public var sentence: String

  /// The rules; three exits in thirty days unless told.
  public init(
    count: Int = 3, period: Lapse = .days(30), waits: [Lapse] = [.minutes(1), .minutes(5), .minutes(15)],
    sentence: String = "I am breaking off this session and I know what I promised."
  ) {
    self.count = count
    self.period = period
    self.waits = waits
    self.sentence = sentence
  }

  /// What a person does for the exit after `used` others: the sentence first, then a wait that nothing shortens.
  public func gate(afterExits used: Int) -> [GateStep] { [.type(sentence), .wait(wait(afterExits: used))] }

  /// How long the exit after `used` others waits.
  public func wait(afterExits used: Int) -> Lapse {
    waits.isEmpty ? .zero : waits[min(max(0, used), waits.count - 1)]
  }
}
