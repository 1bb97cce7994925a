public import FocusHistory
public import FocusSession

/// The sessions that were, without going through all facts.
public protocol SessionArchive: Sendable {
  /// The sessions that began within a time, oldest first.
  ///
  /// - Parameters:
  ///   - since: the earliest beginning; `nil` for the first ever.
  ///   - until: the first beginning that is too late; `nil` for none.
  ///   - profile: only those of this profile.
  func sessions(since: Timestamp?, until: Timestamp?, profile: ProfileID?) async throws(LogFault) -> [SessionRecord]
  /// What follows from all sessions, the one under way counted up to that moment.
  func statistics(at moment: Moment) async throws(LogFault) -> Statistics
}
