internal import FocusHistory
internal import FocusSession

extension HistoryTail {
  /// The sessions that are not kept yet, the one under way last.
  var records: [SessionRecord] { ended.map(\.record) + (current.map { [$0] } ?? []) }
}

extension [SessionRecord] {
  /// Adds the sessions of a history within the same bounds, oldest first.
  func followed(
    by history: HistoryTail, since: Timestamp?, until: Timestamp?, profile: ProfileID?
  ) -> [SessionRecord] {
    var records = self
    for new in history.records where new.isWithin(since, until, profile) {
      // The last one, unless the clock was set back since others began; the one under way in any case.
      let place = new.ended == nil ? nil : records.lastIndex { $0.started <= new.started }.map { $0 + 1 } ?? 0
      records.insert(new, at: place ?? records.endIndex)
    }
    return records
  }
}

extension SessionRecord {
  func isWithin(_ since: Timestamp?, _ until: Timestamp?, _ profile: ProfileID?) -> Bool {
    started >= since ?? started && (until.map { started < $0 } ?? true) && self.profile == profile ?? self.profile
  }
}
