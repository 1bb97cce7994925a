package import FocusHistory
package import FocusSession
package import SyncProtocol

/// What one device's facts come to, each at the mailbox's time: what the union over devices is made of.
///
/// Hand in every message of the device in the order of their numbers, this device's own too.
package struct DeviceHistory: Equatable, Sendable {
  package private(set) var device: DeviceID
  package private(set) var sessions: [SessionID: SessionShare] = [:]
  /// What happened outside of sessions, by day.
  package private(set) var beside: [CivilDay: DayTotals] = [:]
  /// The episodes of straying, each with the session in which it ended.
  package private(set) var strays: [StrayShare] = []
  private var fold: HistoryFold
  private var offset: Int64 = 0
  private var current: SessionID?
  private var isFocus = true
  private var focusSince: Tick?
  private var last: Stamp?

  /// The zone decides which day something belongs to.
  package init(device: DeviceID, zone: CivilZone) {
    self.device = device
    fold = HistoryFold(zone: zone)
  }

  /// Continues where another device was, with its session under way but without what it counted.
  package init(continuing past: DeviceHistory, as device: DeviceID) {
    self = past
    (sessions, beside, strays) = ([:], [:], [])
    self.device = device
    guard let current, var share = past.sessions[current] else { return }
    share.device = device
    (share.spans, share.days) = ([], [:])
    sessions[current] = share
  }

  package mutating func take(_ hello: Hello) { offset = hello.offset }

  package mutating func take(_ fact: Fact, at time: HybridTime) {
    var fact = fact
    if case .clockJumped(let by) = fact.body { offset -= by.milliseconds }
    fact.stamp.moment.wall = fact.stamp.moment.wall + Lapse(milliseconds: offset)
    last = fact.stamp
    let before = current
    follow(fact)
    for entry in fold.fold(fact) { enter(entry, fact, at: time, in: current ?? before) }
    if let stray = StraySpan(fact) { strays.append(StrayShare(span: stray, session: current ?? before)) }
    if let began = StraySpan.excused(by: fact), let index = strays.lastIndex(where: { $0.span.mark == began }) {
      strays[index].span.excuse()
    }
  }

  /// Follows focus by the device's own steady clock, so that setting the wall clock changes none.
  private mutating func follow(_ fact: Fact) {
    switch fact.body {
    case .sessionStarted(let start):
      current = start.id
      isFocus = start.own.policy.countsAsFocus
      focusSince = isFocus ? fact.stamp.tick : nil
    case .breakStarted: rest(at: fact.stamp)
    case .breakEnded: focusSince = current == nil || !isFocus ? nil : fact.stamp.tick
    case .sessionEnded:
      rest(at: fact.stamp)
      current = nil
    default: break
    }
  }

  private mutating func rest(at stamp: Stamp) {
    if let span = span(until: stamp), let current { sessions[current]?.spans.append(span) }
    focusSince = nil
  }

  private func span(until stamp: Stamp) -> FocusSpan? {
    guard let since = focusSince, stamp.tick > since else { return nil }
    return FocusSpan(from: stamp.moment.wall - (stamp.tick - since), to: stamp.moment.wall)
  }

  private mutating func enter(
    _ entry: HistoryFold.Entry, _ fact: Fact, at time: HybridTime, in session: SessionID?
  ) {
    switch entry {
    case .began(let record):
      guard sessions[record.id] == nil else { return tell(record) }
      sessions[record.id] = SessionShare(
        device: device, record: record, time: time, offset: Lapse(milliseconds: offset))
    case .ended(let record), .changed(let record): tell(record)
    case .counted(let day, var totals):
      // Sessions are counted by their names over all devices.
      (totals.sessions, totals.completed) = (0, 0)
      guard totals != DayTotals() else { return }
      if let session, let place = sessions.index(forKey: session) {
        sessions.values[place].days[day, default: DayTotals()].add(totals)
      } else {
        beside[day, default: DayTotals()].add(totals)
      }
    case .focused: break
    }
  }

  /// Updates what is known of a session, which began when its first stretch did.
  private mutating func tell(_ record: SessionRecord) {
    // Of ten years there are a million such: each session is looked for once.
    guard let place = sessions.index(forKey: record.id) else { return }
    let began = sessions.values[place].record.started
    sessions.values[place].record = record
    sessions.values[place].record.started = began
  }

  /// The focus under way, up to `now`, the planned end or, without one, the device's last message.
  func spanUnderWay(at now: Timestamp) -> (session: SessionID, span: FocusSpan)? {
    guard let current, let last, let since = focusSince else { return nil }
    let known = sessions[current]?.plannedEnd.map { min($0, now) } ?? min(last.moment.wall, now)
    let from = last.moment.wall - (last.tick - since)
    return known > from ? (current, FocusSpan(from: from, to: known)) : nil
  }
}

extension DayTotals {
  mutating func add(_ more: DayTotals) { self = self + more }
}

/// A stretch of focus, at the mailbox's time.
package struct FocusSpan: Hashable, Sendable {
  package var from: Timestamp
  package var to: Timestamp
}

package struct StrayShare: Equatable, Sendable {
  package var span: StraySpan
  package var session: SessionID?
}

/// What happened in a session on one device.
package struct SessionShare: Equatable, Sendable {
  package var device: DeviceID
  /// All that is known of it, at the mailbox's time.
  package var record: SessionRecord
  /// The start by the hybrid clock; it decides which name joined sessions have.
  package var time: HybridTime
  /// The mailbox's clock minus the device's own when it began.
  package var offset: Lapse
  package var spans: [FocusSpan] = []
  /// What to count, by day, without the session itself.
  package var days: [CivilDay: DayTotals] = [:]

  /// A session that is followed has the same on each device.
  package var id: SessionID { record.id }
  package var profile: ProfileID { record.profile }
  package var began: Timestamp { record.started }
  package var ended: Timestamp? { record.ended }
  package var plannedEnd: Timestamp? { record.plannedEnd }
  package var why: SessionEnd? { record.why }
}
