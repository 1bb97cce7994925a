public import SessionTime

/// What guards found, as it is kept for ever.
public enum GuardFact: Equatable, Sendable {
  /// An episode of straying became certain.
  case strayed(began: Tick, Cause)
  /// Another cause of the open episode became certain.
  case strayJoined(Cause)
  /// The alarm has rung that often in the open episode.
  case alarmRang(Int)
  /// The open episode is over.
  case strayEnded(Stray)
  /// The episode that began then is over and was work: it does not count. What counts as work stays as it is.
  case strayExcused(began: Tick)
  /// The alarm is silent until then.
  case alarmSnoozed(until: Tick)
  /// The alarm is silent for the rest of the session.
  case alarmHushed
  /// The computer is in use at night, on the night of that day.
  case awake(began: Tick, CivilDay)
  /// That use is over.
  case awakeEnded(began: Tick, at: Tick)
  /// The person said good night.
  case goodNight
  /// The person is up, before it was time to wake or later.
  case up
  /// Input is watched, or no longer: without it nobody knows that the computer is at rest.
  case inputWatched(Bool)
  /// A night is over.
  case nightReported(NightReport)
  /// That report was shown to the person, once, when they were there.
  case greeted(NightReport)
  /// How the person's eyes feel after the night of that day; a later answer takes the place of an earlier one.
  case felt(EyeFeeling, CivilDay)
}

/// An episode of straying that is over.
public struct Stray: Equatable, Sendable {
  /// When it began.
  public var began: Tick
  /// When it ended.
  public var ended: Tick
  /// Its causes in the order in which they became certain.
  public var causes: [Cause]
  /// Why it ended.
  public var why: EpisodeEnd
  /// How often the alarm rang.
  public var rings: Int
  /// What was in front and is work for the rest of the session, where the person said so.
  public var excused: Front?

  /// An episode that is over.
  public init(
    began: Tick, ended: Tick, causes: [Cause], why: EpisodeEnd, rings: Int = 0, excused: Front? = nil
  ) {
    self.began = began
    self.ended = ended
    self.causes = causes
    self.why = why
    self.rings = rings
    self.excused = excused
  }
}
