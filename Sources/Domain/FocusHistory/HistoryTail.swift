package import FocusSession

/// What facts add to an earlier, kept history: sessions that ended since, and the one under way.
package struct HistoryTail: Sendable {
  /// The sessions that ended since, in the order of their ends.
  package private(set) var ended: [EndedSession] = []
  private var history: HistoryFold
  private var underWay = Tally()
  /// What was counted while no session was under way.
  private var between = Tally()

  package struct EndedSession: Sendable {
    package var record: SessionRecord
    package var tally: Tally
  }

  /// Begins after a fact with no session under way. The zone decides the day and hour of focus.
  package init(zone: CivilZone) { history = HistoryFold(zone: zone) }

  package var current: SessionRecord? { history.current }

  package mutating func take(_ fact: Fact) {
    if case .plan(.noted(let session, let words)) = fact.body { note(words, about: session) }
    if let session = fact.forgottenSession { ended.removeAll { $0.record.id == session.id } }
    for entry in history.fold(fact) {
      if case .ended(let record) = entry {
        ended.append(EndedSession(record: record, tally: underWay))
        underWay = Tally()
      } else {
        underWay.add(entry)
      }
    }
    guard history.current == nil, !underWay.isEmpty else { return }
    between.add(underWay)
    underWay = Tally()
  }

  /// Drops what has been kept: everything but the session under way.
  package mutating func forgetKept() {
    ended = []
    between = Tally()
  }

  /// What has to be added to days and hours, without the session under way.
  package var tally: Tally {
    var tally = between
    for session in ended { tally.add(session.tally) }
    return tally
  }

  /// The same, as if the session under way ended at that stamp.
  package func tally(at stamp: Stamp) -> Tally {
    var tally = tally
    tally.add(underWay)
    for entry in history.focusUnderWay(at: stamp) { tally.add(entry) }
    return tally
  }

  private mutating func note(_ words: String, about session: SessionID) {
    guard let index = ended.lastIndex(where: { $0.record.id == session }) else { return }
    ended[index].record.details.note = words.isEmpty ? nil : words
  }
}

extension Statistics {
  /// The statistics of a whole log, with the session under way counted up to that moment.
  package init(of facts: some Collection<Fact>, at stamp: Stamp, in zone: CivilZone) {
    var history = HistoryTail(zone: zone)
    for fact in facts { history.take(fact) }
    let counted = history.tally(at: stamp).added(to: [], [Lapse](repeating: .zero, count: 24))
    self.init(
      days: counted.days, hours: counted.hours, today: zone.day(at: stamp.moment.wall),
      strays: StraySpan.all(of: facts), in: zone)
  }
}
