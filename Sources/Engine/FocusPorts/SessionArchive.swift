package import FocusHistory
package import FocusSession

/// The sessions that were, without going through all facts.
package protocol SessionArchive: Sendable {
  /// The sessions that began within a time, oldest first.
  ///
  /// - Parameters:
  ///   - since: the earliest beginning; `nil` for the first ever.
  ///   - until: the first beginning that is too late; `nil` for none.
  ///   - profile: only those of this profile.
  func sessions(since: Timestamp?, until: Timestamp?, profile: ProfileID?) async throws(LogError) -> [SessionRecord]
  /// At most `limit` sessions, newest first: the way to look through very many of them.
  func page(_ page: SessionPage) async throws(LogError) -> [SessionRecord]
  /// What follows from all sessions, the one under way counted up to that moment; and what it follows from.
  func statistics(at moment: Moment) async throws(LogError) -> Statistics
}

/// A part of the sessions that is looked at together.
package struct SessionPage: Sendable, Equatable {
  /// How many at most.
  package var limit: Int
  /// Only those that began before this one; `nil` for the newest.
  package var before: Place?
  /// The earliest beginning; `nil` for the first ever.
  package var since: Timestamp?
  /// The first beginning that is too late; `nil` for none.
  package var until: Timestamp?
  /// Only those of this profile.
  package var profile: ProfileID?

  /// A part of the sessions.
  package init(
    limit: Int, before: Place? = nil, since: Timestamp? = nil, until: Timestamp? = nil, profile: ProfileID? = nil
  ) {
    self.limit = limit
    self.before = before
    self.since = since
    self.until = until
    self.profile = profile
  }

  /// A session's place among all: two that began in the same millisecond are ordered by their names.
  package struct Place: Sendable, Equatable {
    /// When it began.
    package var started: Timestamp
    /// Its name.
    package var session: SessionID

    /// A place.
    package init(started: Timestamp, session: SessionID) {
      self.started = started
      self.session = session
    }
  }
}
