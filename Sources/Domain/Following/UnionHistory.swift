package import FocusHistory
package import FocusSession
internal import SyncProtocol

/// The history of a person over all devices.
///
/// Focus is the union of the stretches: two screens at once count once. Attempts, breaks and exits are sums. A
/// session that is followed has one name and counts once, and so do sessions of one profile that overlap on several
/// devices: they go by the name of the earliest (hybrid time, then device).
package struct UnionHistory: Sendable {
  /// The sessions of all devices, joined, in the order in which they began.
  package private(set) var sessions: [JoinedSession] = []
  private var spans: [FocusSpan] = []
  private var days: [CivilDay: DayTotals] = [:]
  /// The episodes of straying, in the order in which they began.
  package private(set) var strays: [StraySpan] = []
  private let zone: CivilZone
  private let now: Timestamp

  /// The union of these devices; of one of them, its own history at the mailbox's time.
  ///
  /// - Parameters:
  ///   - forgotten: sessions that the person wants to be forgotten; they are in no list and no total.
  ///   - now: up to when stretches that are under way count.
  package init(
    _ devices: [DeviceHistory], without forgotten: Set<SessionID> = [], at now: Timestamp, in zone: CivilZone
  ) {
    self.zone = zone
    self.now = now
    var shares: [SessionShare] = []
    shares.reserveCapacity(devices.reduce(0) { $0 + $1.sessions.count })
    for device in devices {
      for share in device.sessions.values where !forgotten.contains(share.id) { shares.append(share) }
      for (day, totals) in device.beside { days[day] = (days[day] ?? DayTotals()) + totals }
      strays += device.strays.filter { !($0.session.map { forgotten.contains($0) } ?? false) }.map { $0.span }
      if let (session, span) = device.spanUnderWay(at: now), !forgotten.contains(session) { spans.append(span) }
    }
    shares = Self.inOrder(shares)
    for share in shares {
      spans += share.spans
      for (day, totals) in share.days { days[day] = (days[day] ?? DayTotals()) + totals }
    }
    sessions = JoinedSession.joined(shares, at: now)
    spans = Self.union(spans)
    strays.sort { $0.began < $1.began }
  }

  /// By their beginnings. Sorts only the keys, not all that is known of each session.
  private static func inOrder(_ shares: [SessionShare]) -> [SessionShare] {
    var order = shares.indices.map { (began: shares[$0].began, time: shares[$0].time, place: $0) }
    order.sort { one, other in
      (one.began, one.time) == (other.began, other.time)
        ? shares[one.place].device < shares[other.place].device
        : (one.began, one.time) < (other.began, other.time)
    }
    return order.map { shares[$0.place] }
  }

  /// Merges stretches that overlap or touch.
  static func union(_ spans: [FocusSpan]) -> [FocusSpan] {
    var union: [FocusSpan] = []
    for span in spans.sorted(by: { ($0.from, $0.to) < ($1.from, $1.to) }) where span.to > span.from {
      if let last = union.last, span.from <= last.to {
        union[union.count - 1].to = max(last.to, span.to)
      } else {
        union.append(span)
      }
    }
    return union
  }

  package func statistics() -> Statistics {
    var days = days
    var hours = [Lapse](repeating: .zero, count: 24)
    for span in spans {
      for (hour, lapse) in zone.hours(from: span.from, to: span.to) {
        days[hour.day, default: DayTotals()].addFocus(lapse)
        hours[hour.hour] = hours[hour.hour] + lapse
      }
    }
    for session in sessions where session.shares.contains(where: { $0.record.details.isFocus }) {
      days[zone.day(at: session.began), default: DayTotals()].sessions += 1
      if let completed = session.completed { days[zone.day(at: completed), default: DayTotals()].completed += 1 }
    }
    let inOrder = days.sorted { $0.key < $1.key }.map { (day: $0.key, totals: $0.value) }
    return Statistics(
      days: inOrder, hours: hours, today: zone.day(at: now), strays: strays, in: zone)
  }
}

extension DayTotals {
  fileprivate mutating func addFocus(_ lapse: Lapse) { focused = focused + lapse }
}

package struct JoinedSession: Equatable, Sendable {
  /// The name of the earliest share.
  package var id: SessionID
  package var profile: ProfileID
  /// When the earliest share began.
  package var began: Timestamp
  /// What it was on each device, in the order in which they began.
  package var shares: [SessionShare]

  /// When it came to its planned end on a device.
  package var completed: Timestamp? { shares.first { $0.why == .completed }?.ended }

  /// Joins shares of one name, and shares of one profile that overlap.
  static func joined(_ shares: [SessionShare], at now: Timestamp) -> [JoinedSession] {
    var groups: [[SessionShare]] = []
    var ends: [Timestamp] = []
    groups.reserveCapacity(shares.count)
    ends.reserveCapacity(shares.count)
    var groupOfName: [SessionID: Int] = [:]
    var lastOfProfile: [ProfileID: Int] = [:]
    for share in shares {
      let end = share.ended ?? max(now, share.began)
      var group = groupOfName[share.id]
      if let last = lastOfProfile[share.profile], share.began < ends[last] { group = group ?? last }
      if let group {
        groups[group].append(share)
        ends[group] = max(ends[group], end)
        groupOfName[share.id] = group
        if lastOfProfile[share.profile].map({ ends[$0] < ends[group] }) ?? true { lastOfProfile[share.profile] = group }
      } else {
        groupOfName[share.id] = groups.count
        lastOfProfile[share.profile] = groups.count
        groups.append([share])
        ends.append(end)
      }
    }
    return groups.map { shares in
      let first =
        shares.count == 1 ? shares[0] : shares.min { ($0.time, $0.device) < ($1.time, $1.device) } ?? shares[0]
      return JoinedSession(id: first.id, profile: first.profile, began: first.began, shares: shares)
    }
  }
}
