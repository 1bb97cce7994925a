package import FocusSession

/// One session as the history shows it, with everything that is known about it.
package struct SessionRecord: Equatable, Sendable {
  /// Its name for ever.
  package var id: SessionID
  /// Its own profile.
  package var profile: ProfileID
  /// What the person meant to do.
  package var task: String?
  /// When it began.
  package var started: Timestamp
  /// When it ended; `nil` while it lasts.
  package var ended: Timestamp?
  /// When it was to complete by itself.
  package var plannedEnd: Timestamp?
  /// Why it ended.
  package var why: SessionEnd?
  /// Focus without breaks; nothing yet while it lasts.
  package var focused: Lapse
  /// How many breaks began.
  package var breaks: Int
  /// How many blocked things were asked for.
  package var attempts: Int
  /// What else happened in it.
  package var details: SessionDetails

  /// A session's line.
  package init(
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
package struct SessionDetails: Equatable, Sendable {
  /// What began it: the command line, a card with its key and reader, a link, a schedule.
  package var trigger: Trigger
  /// Profiles whose blocks came on top.
  package var added: [ProfileID] = []
  /// The breaks.
  package var pauses: [Pause] = []
  package var visits: [Visited] = []
  package var questions: [Asked] = []
  /// What was blocked and asked for, and how often.
  package var attempts: [Count] = []
  /// When the wall clock was set, and by how much.
  package var clockJumps: [Change] = []
  /// When the service was not running, and for how long.
  package var gaps: [Change] = []
  /// When an emergency exit was asked for, whether or not it was taken back.
  package var emergencies: [Timestamp] = []
  /// The person's tasks that it worked on, and for how long.
  package var tasks: [Worked] = []
  /// What the person wrote about it.
  package var note: String?
  /// Whether it is focus: sleep is a session, and in no sum.
  package var isFocus = true

  /// Nothing yet.
  package init(trigger: Trigger = .command) { self.trigger = trigger }

  /// A break.
  package struct Pause: Equatable, Sendable {
    /// When it began.
    package var began: Timestamp
    /// When it ended; `nil` while it lasts.
    package var ended: Timestamp?

    /// A break.
    package init(began: Timestamp, ended: Timestamp?) {
      self.began = began
      self.ended = ended
    }
  }

  /// A visit.
  package struct Visited: Equatable, Sendable {
    /// What was open.
    package var thing: VisitThing
    /// When it began.
    package var began: Timestamp
    /// When it ended; `nil` while it lasts.
    package var ended: Timestamp?
    /// How long it took by the session's own clock; nothing yet while it lasts.
    package var took: Lapse

    /// A visit.
    package init(thing: VisitThing, began: Timestamp, ended: Timestamp? = nil, took: Lapse = .zero) {
      self.thing = thing
      self.began = began
      self.ended = ended
      self.took = took
    }
  }

  /// A question and its answer.
  package struct Asked: Equatable, Sendable {
    /// When it was put.
    package var at: Timestamp
    /// Whether it was about another profile.
    package var isSwitch: Bool
    /// How it was answered; `nil` while it is open.
    package var answer: QuestionAnswer?

    /// A question.
    package init(at: Timestamp, isSwitch: Bool, answer: QuestionAnswer?) {
      self.at = at
      self.isSwitch = isSwitch
      self.answer = answer
    }
  }

  /// Focus on one of the person's tasks.
  package struct Worked: Equatable, Sendable {
    /// What names the task for ever.
    package var uid: String
    /// Its words at that time.
    package var words: String
    /// Focus without breaks.
    package var focused: Lapse

    /// Focus on a task.
    package init(uid: String, words: String, focused: Lapse = .zero) {
      self.uid = uid
      self.words = words
      self.focused = focused
    }
  }

  /// Attempts on one thing.
  package struct Count: Equatable, Sendable {
    /// What was asked for.
    package var what: Attempt
    /// How often.
    package var times: Int

    /// How many attempts there were on one thing.
    package init(what: Attempt, times: Int) {
      self.what = what
      self.times = times
    }
  }

  /// Something that lasted or moved by so much.
  package struct Change: Equatable, Sendable {
    /// When.
    package var at: Timestamp
    /// By how much, or for how long.
    package var by: Lapse

    /// Something of that size then.
    package init(at: Timestamp, by: Lapse) {
      self.at = at
      self.by = by
    }
  }
}
