/// What became known of another device of the person's, as far as it can concern the session here. The machine is
/// the only judge of it (Product.md, "Several devices"); it never answers a question from afar.
public struct DeviceAsk: Equatable, Sendable {
  /// The message that it comes from. What adds to a sum counts once for each message.
  public var source: SyncSource
  /// How long ago it happened, by both clocks as far as they are known; never negative.
  public var age: Lapse
  /// What it is.
  public var what: What

  /// Something that another device did that long ago.
  public init(source: SyncSource, age: Lapse, what: What) {
    self.source = source
    self.age = max(.zero, age)
    self.what = what
  }

  /// What another device did.
  public enum What: Equatable, Sendable {
    /// A session that it began is under way: it began just now, or blocks more, or lasts longer.
    case session(SessionElsewhere)
    /// It takes a break of the session that it began; for that long yet.
    case breakBegan(SessionID, left: Lapse)
    /// A break of its own ended.
    case breakEnded(BreakElsewhere)
    /// A visit of its own ended, which took that long.
    case visitEnded(Lapse)
    /// The session that it began is over.
    case ended(SessionID, SessionEnd, EndProof)
    /// It used an emergency exit.
    case exit
    /// A card showed it a counter.
    case counter(CardUID, UInt32)
  }

  /// What is older begins nothing.
  public static let oldest = Lapse.minutes(10)
}

/// A session that another device began, as it is there now.
public struct SessionElsewhere: Equatable, Sendable {
  /// Its name for ever.
  public var id: SessionID
  /// What its own profile demands.
  public var own: Policy
  /// Profiles whose blocks are on top there, each with how long yet; as long as the session where nothing is said.
  public var added: [(policy: Policy, left: Lapse?)]
  /// After how long it completes by itself; `nil` if it does not.
  public var left: Lapse?
  /// What the person means to do.
  public var task: String?
  /// Whether the person wants sessions to begin here too (`follow`).
  public var mayStart: Bool

  /// A session elsewhere.
  public init(
    id: SessionID, own: Policy, added: [(policy: Policy, left: Lapse?)] = [], left: Lapse?, task: String? = nil,
    mayStart: Bool
  ) {
    self.id = id
    self.own = own
    self.added = added
    self.left = left
    self.task = task
    self.mayStart = mayStart
  }

  /// Two are the same if all about them is.
  public static func == (one: Self, other: Self) -> Bool {
    one.id == other.id && one.own == other.own && one.left == other.left && one.task == other.task
      && one.mayStart == other.mayStart
      && one.added.elementsEqual(other.added) { $0.policy == $1.policy && $0.left == $1.left }
  }
}

/// A break that another device took.
public struct BreakElsewhere: Equatable, Sendable {
  /// In which session.
  public var session: SessionID
  /// The number of the message that said that it began.
  public var began: UInt64
  /// How long it took.
  public var took: Lapse
  /// Whose blocks it lowered: their budgets are spent.
  public var profiles: [ProfileID]

  /// A break elsewhere.
  public init(session: SessionID, began: UInt64, took: Lapse, profiles: [ProfileID]) {
    self.session = session
    self.began = began
    self.took = took
    self.profiles = profiles
  }
}

/// How strongly it is shown that a session elsewhere was ended in earnest.
public struct EndProof: Equatable, Sendable {
  /// How strongly the other device says that the card was proven there. Believed only of a session that it began
  /// itself.
  public var told: Proof?
  /// The card whose signature over the tap was checked here, with its counter; `nil` where the person did not
  /// choose that one card ends all (`oneCardEndsAll`).
  public var signed: CardCounter?

  /// How strongly an end is shown.
  public init(told: Proof? = nil, signed: CardCounter? = nil) {
    self.told = told
    self.signed = signed
  }
}
