package import FocusHistory

/// Past sessions, read without going through all facts.
package protocol SessionArchive: Sendable {
  /// Returns sessions that began from `since` on and before `until`, oldest first.
  func sessions(since: Timestamp?, until: Timestamp?, profile: ProfileID?) async throws(LogError) -> [SessionRecord]
  /// Returns at most `limit` sessions, newest first; for looking through very many of them.
  func page(_ page: SessionPage) async throws(LogError) -> [SessionRecord]
  /// Returns the statistics over all sessions, the current one counted up to that moment.
  func statistics(at moment: Moment) async throws(LogError) -> Statistics
}

package struct SessionPage: Sendable, Equatable {
  package var limit: Int
  /// Only those that began before this one; `nil` for the newest.
  package var before: Place?
  /// The earliest beginning; `nil` for no limit.
  package var since: Timestamp?
  /// Only sessions that began before this; `nil` for no limit.
  package var until: Timestamp?
  package var profile: ProfileID?

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
    package var started: Timestamp
    package var session: SessionID

    package init(started: Timestamp, session: SessionID) {
      self.started = started
      self.session = session
    }
  }
}
