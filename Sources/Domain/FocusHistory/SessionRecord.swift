package import FocusSession

package struct SessionRecord: Equatable, Sendable {
  package var id: SessionID
  package var profile: ProfileID
  package var task: String?
  package var started: Timestamp
  package var ended: Timestamp?
  package var plannedEnd: Timestamp?
  package var why: SessionEnd?
  /// Focus without breaks; zero while the session lasts.
  package var focused: Lapse
  package var breaks: Int
  package var attempts: Int
  package var details: SessionDetails

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

package struct SessionDetails: Equatable, Sendable {
  package var trigger: Trigger
  /// Profiles whose blocks came on top.
  package var added: [ProfileID] = []
  package var pauses: [Pause] = []
  package var visits: [Visited] = []
  package var questions: [Asked] = []
  package var attempts: [Count] = []
  package var clockJumps: [Change] = []
  /// When the service was not running, and for how long.
  package var gaps: [Change] = []
  /// When an emergency exit was asked for, whether or not it was taken back.
  package var emergencies: [Timestamp] = []
  package var tasks: [Worked] = []
  package var note: String?
  /// False for sleep, which is a session but counts in no sum.
  package var isFocus = true

  package init(trigger: Trigger = .command) { self.trigger = trigger }

  package struct Pause: Equatable, Sendable {
    package var began: Timestamp
    package var ended: Timestamp?

    package init(began: Timestamp, ended: Timestamp?) {
      self.began = began
      self.ended = ended
    }
  }

  package struct Visited: Equatable, Sendable {
    package var thing: VisitThing
    package var began: Timestamp
    package var ended: Timestamp?
    /// By the session's own clock; zero while the visit lasts.
    package var took: Lapse

    package init(thing: VisitThing, began: Timestamp, ended: Timestamp? = nil, took: Lapse = .zero) {
      self.thing = thing
      self.began = began
      self.ended = ended
      self.took = took
    }
  }

  package struct Asked: Equatable, Sendable {
    package var at: Timestamp
    /// Whether it was about switching to another profile.
    package var isSwitch: Bool
    package var answer: QuestionAnswer?

    package init(at: Timestamp, isSwitch: Bool, answer: QuestionAnswer?) {
      self.at = at
      self.isSwitch = isSwitch
      self.answer = answer
    }
  }

  package struct Worked: Equatable, Sendable {
    package var uid: String
    /// The task's words at that time.
    package var words: String
    package var focused: Lapse

    package init(uid: String, words: String, focused: Lapse = .zero) {
      self.uid = uid
      self.words = words
      self.focused = focused
    }
  }

  package struct Count: Equatable, Sendable {
    package var what: Attempt
    package var times: Int

    package init(what: Attempt, times: Int) {
      self.what = what
      self.times = times
    }
  }

  /// A jump of the clock, or a gap in which the service did not run.
  package struct Change: Equatable, Sendable {
    package var at: Timestamp
    /// By how much, or for how long.
    package var by: Lapse

    package init(at: Timestamp, by: Lapse) {
      self.at = at
      self.by = by
    }
  }
}
