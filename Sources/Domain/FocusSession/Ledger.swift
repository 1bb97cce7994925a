public import Allowance
public import Pledge

/// What is remembered from session to session: what was spent, what was proven, what is settled about the schedules.
public struct Ledger: Equatable, Sendable {
  /// The profile that was used last.
  public var lastProfile: ProfileID?
  /// What each profile's breaks took.
  public var spendings: [Spending] = []
  /// Until when those count.
  public var periods: BudgetPeriods?
  /// When emergency exits were used.
  public var exits: [Tick] = []
  /// Keys that may stop and were tapped once, with the strongest proof that was seen.
  public var provenKeys: [ProvenKey] = []
  /// The highest counter that each card has shown.
  public var counters: [CardCounter] = []
  /// The digests of recovery codes that can still be used.
  public var recoveryCodes: [[UInt8]] = []
  /// Occurrences that have begun, were joined or were skipped: they never begin again.
  public var settled: [Occurrence] = []
  /// Occurrences that were announced.
  public var noticed: [Occurrence] = []
  /// A start that is to happen later.
  public var plannedStart: PlannedStart?

  /// What was used of allowances, and what was done for them.
  public var movement = MovementLedger()

  /// What is owed for straying.
  public var pledges = PledgeLedger()

  /// The night that is recorded, and the last one that was.
  public var nights = NightLedger()

  /// What was heard of other devices.
  public var devices = DeviceLedger()

  /// What the visits of the day took.
  public var visits = VisitSpending()

  /// How far the wall clock could be believed when it was last looked at.
  public var wallTrust = WallTrust.synchronized

  /// What one profile's breaks took.
  public struct Spending: Equatable, Sendable {
    /// Whose breaks.
    public var profile: ProfileID
    /// When the last one began.
    public var lastBegan: Tick?
    /// When the last one ended.
    public var lastEnded: Tick?
    /// How long those of this day were.
    public var today: Lapse
    /// How long those of this week were.
    public var thisWeek: Lapse

    /// What a profile's breaks took.
    public init(profile: ProfileID, lastBegan: Tick?, lastEnded: Tick?, today: Lapse, thisWeek: Lapse) {
      self.profile = profile
      self.lastBegan = lastBegan
      self.lastEnded = lastEnded
      self.today = today
      self.thisWeek = thisWeek
    }
  }

  /// A key that may stop and was tapped.
  public struct ProvenKey: Equatable, Sendable {
    /// Which key.
    public var key: KeyID
    /// The strongest proof that was seen.
    public var proof: Proof

    /// A key that was proven that strongly.
    public init(key: KeyID, proof: Proof) {
      self.key = key
      self.proof = proof
    }
  }

  /// Nothing remembered yet.
  public init() {}

  /// Whether a card has not shown this counter, or a higher one, before.
  public func isFresh(_ counter: UInt32, of card: CardUID) -> Bool {
    counters.first { $0.card == card }.map { counter > $0.highest } ?? true
  }

  /// The emergency exits that still count.
  public func exits(within period: Lapse, before now: Tick) -> [Tick] { exits.filter { now - $0 < period } }

  /// What that profile's breaks took.
  public func spending(of profile: ProfileID) -> Spending {
    spendings.first { $0.profile == profile }
      ?? Spending(profile: profile, lastBegan: nil, lastEnded: nil, today: .zero, thisWeek: .zero)
  }

  mutating func change(_ profile: ProfileID, _ change: (inout Spending) -> Void) {
    var spending = spending(of: profile)
    change(&spending)
    if let index = spendings.firstIndex(where: { $0.profile == profile }) {
      spendings[index] = spending
    } else {
      spendings.append(spending)
    }
  }

  /// A new day or week begins with nothing spent.
  mutating func enter(_ next: BudgetPeriods) {
    if next.dayEnds != periods?.dayEnds {
      for index in spendings.indices { spendings[index].today = .zero }
    }
    if next.weekEnds != periods?.weekEnds {
      for index in spendings.indices { spendings[index].thisWeek = .zero }
    }
    periods = next
  }

  mutating func enter(_ counter: UInt32, of card: CardUID) {
    guard isFresh(counter, of: card) else { return }
    counters.removeAll { $0.card == card }
    counters.append(CardCounter(card: card, highest: counter))
  }

  mutating func settle(_ occurrence: Occurrence, at wall: Timestamp) {
    // A week and a day: schedules repeat weekly, and what is over for that long cannot come due again.
    let forgotten = wall - .days(8)
    settled.removeAll { $0.end < forgotten }
    noticed.removeAll { $0.end < forgotten || $0.isSame(as: occurrence) }
    settled.append(occurrence)
  }
}

/// The highest counter that a card has shown.
public struct CardCounter: Equatable, Sendable {
  /// Which card.
  public var card: CardUID
  /// The counter of an NTAG, or that of a signed tap.
  public var highest: UInt32

  /// A card's counter.
  public init(card: CardUID, highest: UInt32) {
    self.card = card
    self.highest = highest
  }
}

extension Occurrence {
  /// Whether this is the same occurrence, even if the schedule's times were changed since.
  func isSame(as other: Occurrence) -> Bool {
    day == other.day && schedule == other.schedule && profile == other.profile
  }
}
