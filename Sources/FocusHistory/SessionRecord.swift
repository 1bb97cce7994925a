public import FocusSession

/// One session as the history shows it: a line of a table, a row of a file.
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

  /// A session's line.
  public init(
    id: SessionID, profile: ProfileID, task: String? = nil, started: Timestamp, ended: Timestamp? = nil,
    plannedEnd: Timestamp? = nil, why: SessionEnd? = nil, focused: Lapse = .zero, breaks: Int = 0, attempts: Int = 0
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
  }
}
