public import Gates
public import Guarding
public import Pledge

/// Work, Study, Sleep or the person's own: what is blocked, when breaks are granted, how a session ends, the schedules.
public struct Profile: Equatable, Sendable {
  /// What holds while a session of this profile lasts.
  public var policy: Policy
  /// When it starts by itself.
  public var schedules: [Schedule]
  /// How it is drawn; by what its name speaks of where none was chosen.
  public var icon: ProfileIcon?

  /// A profile with its schedules.
  public init(policy: Policy, schedules: [Schedule] = [], icon: ProfileIcon? = nil) {
    self.policy = policy
    self.schedules = schedules
    self.icon = icon
  }

  /// What links and commands call it.
  public var id: ProfileID { policy.profile }
}

/// What a profile demands while it is in force. A session carries it as it stood at the start, so that later settings
/// change nothing about what was.
public struct Policy: Equatable, Sendable {
  /// Whose policy this is.
  public var profile: ProfileID
  /// What people call the profile.
  public var name: String
  /// What it closes.
  public var blocks: Blocks
  /// When a break is granted.
  public var breaks: BreakRules
  /// What may be visited; nothing without.
  public var visits: VisitRules?
  /// How a session may end.
  public var end: EndRule
  /// How strongly a key must be proven to end a session that only a key may end.
  public var proof: Proof
  /// How long the question about ending waits and stays open.
  public var question: QuestionTimes
  /// What a person does before a break, a visit and the end, beyond the question.
  public var gate: GateRules
  /// The profiles to which a session may be switched.
  public var switchTo: [ProfileID]
  /// The apps to work with, by their desktop entries' ids; without any, nothing in front is called straying.
  public var apps: [String]
  /// Whether the key's card has to lie on its reader.
  public var presence: Bool
  /// What is done about straying.
  public var straying: GuardRules
  /// What plays while the session is in focus.
  public var music: Music?
  /// What an episode of straying costs.
  public var pledge: PledgeTerms?
  /// Whether time in it is focus: in sums, streaks, badges and on the board. Sleep is not, unless the person says so.
  public var countsAsFocus: Bool

  /// A policy; whatever is left out asks for nothing.
  public init(
    profile: ProfileID, name: String? = nil, blocks: Blocks = Blocks(), breaks: BreakRules = BreakRules(),
    visits: VisitRules? = nil, end: EndRule = .confirm, proof: Proof = .uid, question: QuestionTimes = QuestionTimes(),
    gate: GateRules = .none, switchTo: [ProfileID] = [], apps: [String] = [], presence: Bool = false,
    straying: GuardRules = .straying, music: Music? = nil, pledge: PledgeTerms? = nil, countsAsFocus: Bool? = nil
  ) {
    self.profile = profile
    self.name = name ?? profile.text
    self.blocks = blocks
    self.breaks = breaks
    self.visits = visits
    self.end = end
    self.proof = proof
    self.question = question
    self.gate = gate
    self.switchTo = switchTo
    self.apps = apps
    self.presence = presence
    self.straying = straying
    self.music = music
    self.pledge = pledge
    self.countsAsFocus = countsAsFocus ?? Self.usuallyCounts(profile)
  }

  /// Earlier facts and settings say nothing about it: then it goes by the name of the shipped profile.
  public static func usuallyCounts(_ profile: ProfileID) -> Bool { profile.text != "sleep" }
}

/// The three ways in which a session may end (Product.md 4).
public enum EndRule: String, Sendable, CaseIterable {
  /// Anyone at this computer may end it, by answering the question.
  case confirm
  /// Only a proven key that may stop ends it, by answering the question.
  case key
  /// Only its planned end ends it.
  case timer
}

/// How the question behaves once it is open.
public struct QuestionTimes: Equatable, Sendable {
  /// How long it cannot be answered with *end*.
  public var wait: Lapse
  /// After how long without an answer the focus goes on.
  public var closes: Lapse

  /// The times; five and thirty seconds unless told (Product.md 4, "Stop").
  public init(wait: Lapse = .seconds(5), closes: Lapse = .seconds(30)) {
    self.wait = wait
    self.closes = closes
  }
}

/// How strongly it is shown that a card was really tapped here; each is stronger than those before it (Product.md 2.5).
public enum Proof: Int, Comparable, Sendable, CaseIterable {
  /// A card was read on a local reader.
  case presence
  /// The card's UID is the registered one.
  case uid
  /// The card's own counter rose.
  case counter
  /// The card signed the tap (NTAG 424 DNA, SUN).
  case sun

  /// Weaker before stronger.
  public static func < (left: Proof, right: Proof) -> Bool { left.rawValue < right.rawValue }
}
