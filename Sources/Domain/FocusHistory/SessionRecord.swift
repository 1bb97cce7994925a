public import FocusSession

/// One session as the history shows it, with everything that is known about it.
public struct SessionRecord: Equatable, Sendable {
  /// Its name for ever.
  public var id: SessionID
  /// Its own profile.
  public var profile: ProfileID
  /// What the person meant to do.
  public var task: String?
  /// When it began.
  public var started: Timestamp
  /// When it ended; `nil` while it lasts.
  public var ended: Timestamp?
  /// When it was to complete by itself.
  public var plannedEnd: Timestamp?
  /// Why it ended.
  public var why: SessionEnd?
  /// Focus without breaks; nothing yet while it lasts.
  public var focused: Lapse
  /// How many breaks began.
  public var breaks: Int
  /// How many blocked things were asked for.
  public var attempts: Int
  /// What else happened in it.
  public var details: SessionDetails

  /// A session's line.
  public init(
    id: SessionID, profile: ProfileID, task: String? = nil, started: Timestamp, ended: Timestamp? = nil,
    plannedEnd: Timestamp? = nil, why: SessionEnd? = nil, focused: Lapse = .zero, breaks: Int = 0, attempts: Int = 0,
    details: SessionDetails = SessionDetails()
  ) {
    self.id = id
    self.profile = profile
    self.task = task
    self.started = started
    self.ended = ended
    self.plannedEnd = plannedEnd
    self.why = why
    self.focused = focused
    self.breaks = breaks
    self.attempts = attempts
    self.details = details
  }
}

/// What happened in a session, with its times.
public struct SessionDetails: Equatable, Sendable {
  /// What began it: the command line, a card with its key and reader, a link, a schedule.
  public var trigger: Trigger
  /// Profiles whose blocks came on top.
  public var added: [ProfileID] = []
  /// The breaks.
  public var pauses: [Pause] = []
  /// The visits.
  public var visits: [Visited] = []
  /// The questions.
  public var questions: [Asked] = []
  /// What was blocked and asked for, and how often.
  public var attempts: [Count] = []
  /// When the wall clock was set, and by how much.
  public var clockJumps: [Change] = []
  /// When the service was not running, and for how long.
  public var gaps: [Change] = []
  /// When an emergency exit was asked for, whether or not it was taken back.
  public var emergencies: [Timestamp] = []
  /// The person's tasks that it worked on, and for how long.
  public var tasks: [Worked] = []
  /// What the person wrote about it.
  public var note: String?
  /// Whether it is focus: sleep is a session, and in no sum.
  public var isFocus = true

  /// Nothing yet.
  public init(trigger: Trigger = .command) { self.trigger = trigger }

  /// A break.
  public struct Pause: Equatable, Sendable {
    /// When it began.
    public var began: Timestamp
    /// When it ended; `nil` while it lasts.
    public var ended: Timestamp?

    /// A break.
    public init(began: Timestamp, ended: Timestamp?) {
      self.began = began
      self.ended = ended
    }
  }

  /// A visit.
  public struct Visited: Equatable, Sendable {
    /// What was open.
    public var thing: VisitThing
    /// When it began.
    public var began: Timestamp
    /// When it ended; `nil` while it lasts.
    public var ended: Timestamp?
    /// How long it took by the session's own clock; nothing yet while it lasts.
    public var took: Lapse

    /// A visit.
    public init(thing: VisitThing, began: Timestamp, ended: Timestamp? = nil, took: Lapse = .zero) {
      self.thing = thing
      self.began = began
      self.ended = ended
      self.took = took
    }
  }

  /// A question and its answer.
  public struct Asked: Equatable, Sendable {
    /// When it was put.
    public var at: Timestamp
    /// Whether it was about another profile.
    public var isSwitch: Bool
    /// How it was answered; `nil` while it is open.
    public var answer: QuestionAnswer?

    /// A question.
    public init(at: Timestamp, isSwitch: Bool, answer: QuestionAnswer?) {
      self.at = at
      self.isSwitch = isSwitch
      self.answer = answer
    }
  }

  /// Focus on one of the person's tasks.
  public struct Worked: Equatable, Sendable {
    /// What names the task for ever.
    public var uid: String
    /// Its words at that time.
    public var words: String
    /// Focus without breaks.
    public var focused: Lapse

    /// Focus on a task.
    public init(uid: String, words: String, focused: Lapse = .zero) {
      self.uid = uid
      self.words = words
      self.focused = focused
    }
  }

  /// Attempts on one thing.
  public struct Count: Equatable, Sendable {
    /// What was asked for.
    public var what: Attempt
    /// How often.
    public var times: Int

    /// How many attempts there were on one thing.
    public init(what: Attempt, times: Int) {
      self.what = what
      self.times = times
    }
  }

  /// Something that lasted or moved by so much.
  public struct Change: Equatable, Sendable {
    /// When.
    public var at: Timestamp
    /// By how much, or for how long.
    public var by: Lapse

    /// Something of that size then.
    public init(at: Timestamp, by: Lapse) {
      self.at = at
      self.by = by
    }
  }
}
