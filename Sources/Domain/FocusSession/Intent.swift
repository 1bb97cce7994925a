public import Allowance
public import Gates
public import Guarding
public import Learning
public import Pledge

/// What a link, a card or a person asks of the session, whatever way it came.
public enum Intent: Equatable, Sendable {
  /// Begin a session.
  case start(StartRequest)
  /// The one-card link: begin when idle, ask what next when active, come back when on a break.
  case focus(StartRequest)
  /// Ask to end the session.
  case stop
  /// Ask for a break; of the usual length where none is given.
  case takeBreak(minutes: Int?)
  /// Open one blocked thing for a few minutes.
  case visit(VisitRequest)
  /// Come back from a break.
  case resume
  /// Show the state.
  case status
  /// Work on this task, or on the next one.
  case work(StartRequest)
  /// The task of the session is done.
  case finishTask
  /// Good night.
  case bed
  /// Good morning.
  case up
  /// What a guard calls straying was work.
  case excuse

  /// The one-card link of a profile.
  public static func focus(_ profile: ProfileID) -> Intent { .focus(StartRequest(profile: profile)) }
}

/// What a start says about the session that is to begin.
public struct StartRequest: Equatable, Sendable {
  /// Which profile; the last used one where none is named.
  public var profile: ProfileID?
  /// After how many minutes the session completes by itself; open-ended without.
  public var minutes: Int?
  /// What the person means to do.
  public var task: String?
  /// The task that these words name, once it was found among the person's.
  public var work: SessionTask?
  /// In how many minutes the session is to begin; at once without.
  public var inMinutes: Int?

  /// A start.
  public init(
    profile: ProfileID? = nil, minutes: Int? = nil, task: String? = nil, work: SessionTask? = nil,
    inMinutes: Int? = nil
  ) {
    self.profile = profile
    self.minutes = minutes
    self.task = task
    self.work = work
    self.inMinutes = inMinutes
  }
}

/// Everything that can happen to a session, no matter who caused it.
public enum Command: Equatable, Sendable {
  /// Something that a link can also say, from the local user or from a link that is not a key.
  case ask(Intent, by: Mouth)
  /// The local user answers the open question with *end* (or *switch*).
  case confirm
  /// The local user answers the open question with *go on*, or takes back an emergency exit that still waits.
  case keep
  /// The local user closes the visit that is under way.
  case endVisit
  /// The local user types the sentence that a gate asks for.
  case type(String)
  /// What there is here to pass gates with.
  case means(GateMeans)
  /// The local user moves the planned end out.
  case extend(minutes: Int)
  /// The local user asks for an emergency exit; it is granted its wait only with the right sentence.
  case emergency(sentence: String?)
  /// The local user types a recovery code; the digest of it is handed in.
  case recover(digest: [UInt8])
  /// A recovery code was made and shown; the digest of it is kept.
  case recoveryCodeMade(digest: [UInt8])
  /// Cards came to lie on a reader: one, or several at the same moment.
  case cardsArrived(ReaderID, [CardReading])
  /// The highest counters that cards showed before facts told of them.
  case countersKept([CardCounter])
  /// Cards that lay on a reader already when it was first looked at.
  case cardsFound(ReaderID, [CardReading])
  /// A reader sees several cards at once and could read none.
  case severalCards(ReaderID)
  /// A card was taken away; all cards of the reader where no UID is given.
  case cardLeft(ReaderID, CardUID?)
  /// A reader is gone. The cards that lay there are thought to lie there still.
  case readerLost(ReaderID)
  /// Something that is blocked was asked for.
  case attempt(Attempt)
  /// Something turned off a layer of the shield, and it was restored.
  case bypass(layer: String)
  /// The service stood still for that long, though the computer was awake: what is blocked may have opened.
  case halted(milliseconds: Int64)
  /// The person keeps their promise, in front of something blocked where it is named.
  case keepPromise(Attempt?)
  /// Cards were learned, seen or marked.
  case learned([LearnFact])
  /// The settings are to become these.
  case configure(Settings)
  /// The timer of ``SessionMachine/nextDeadline`` rang.
  case timer(generation: Int)
  /// The system says that the wall clock was set.
  case clockChanged
  /// A source says what the person or the computer does.
  case signal(GuardSignal)
  /// The person says that what a guard calls straying was work.
  case excuse
  /// The person wants the alarm to be silent for a while.
  case snooze
  /// The person wants the alarm to be silent for the rest of the session.
  case hush
  /// The person says good night.
  case bed
  /// The person is up.
  case up
  /// Somebody can show the person the report of a night.
  case greet
  /// The person says how their eyes feel after the night.
  case feel(EyeFeeling)
  /// The person did a set of an exercise or the like, proven that way; or more of a set of which some was handed in.
  case moved(String, Int, MovementTrust, after: Int = 0)
  /// Three laps of the person's own showed how long a lap takes at least.
  case lapsCalibrated(least: Lapse)
  /// The person learned that many cards. Only rehearsals say this, which have none; a service says what was learned.
  case cardsLearned(Int)
  /// What followed each suggestion to move for others who share it.
  case messagesHeard([NudgeLedger.Outcome])
  /// The person writes something about a session, the one under way or any that ended.
  case note(SessionID, String)
  /// Forget a session that is over.
  case forget(ForgottenSession)
  /// The person gave what they had pledged.
  case settle(Money)
  /// The person claims a condition that lifts restrictions.
  case override(String)
  /// The session ends now, as an answered question ends it. Only rehearsals say this; no mouth of the service does.
  case rehearseEnd
  /// Another device of the person's did something.
  case device(DeviceAsk)
  /// The service came up. `lastAlive` is the last moment at which it is known to have run.
  case serviceStarted(lastAlive: Moment?)
}

/// Who says something without a card.
public enum Mouth: Equatable, Sendable, CaseIterable {
  /// A command, the dashboard with its token, a button of a notification.
  case localUser
  /// A link that did not come from a card: it may start or tighten, nothing else (Product.md 2.4).
  case soft
}

/// What a reader learned from one card, and what the link on it asks.
public struct CardReading: Equatable, Sendable {
  /// What the card answers with.
  public var uid: CardUID
  /// What the first link of ours on it says.
  public var link: CardLink
  /// What was proven beyond the card's presence: a counter or a signature. The UID is compared by the machine itself.
  public var proof: Proof
  /// The counter that goes with the proof; the proof holds only if it is higher than any that this card showed before.
  public var counter: UInt32?
  /// What a tap may do at the place where it was read, whatever the card's own rights are.
  public var may: RoleSet
  /// The link as the card showed it with its signature, where other devices are to check it.
  public var signedLink: String?

  /// A card as it was read.
  public init(
    uid: CardUID, link: CardLink = .none, proof: Proof = .presence, counter: UInt32? = nil, may: RoleSet = .all,
    signedLink: String? = nil
  ) {
    self.uid = uid
    self.link = link
    self.proof = proof
    self.counter = counter
    self.may = may
    self.signedLink = signedLink
  }
}

/// What the records of a card come to.
public enum CardLink: Equatable, Sendable {
  /// No record is a link of ours.
  case none
  /// The first link of ours asks this.
  case ours(Intent)
  /// The first link of ours cannot be understood.
  case faulty
}

/// Something blocked that was asked for.
public struct Attempt: Equatable, Sendable {
  /// What kind of thing it is.
  public enum Kind: String, Sendable, CaseIterable {
    /// A domain.
    case site
    /// A desktop entry.
    case app
  }

  /// What kind of thing it is.
  public var kind: Kind
  /// Its name.
  public var name: String

  /// An attempt to open something.
  public init(kind: Kind, name: String) {
    self.kind = kind
    self.name = name
  }
}
