import FocusSession

/// Visits a second time and in the plainest way: a walk along true milliseconds with tables written by hand, which
/// knows nothing of facts, folds or layers.
struct PlainVisits {
  /// What a profile blocks and what it says about visits.
  struct Profile {
    var name: String
    /// Each thing that somebody may ask for, with how it would be called where this profile blocks it.
    var blocked: [String: String]
    var perSession = 0
    var minutes = 0
    var perDay = 0
    /// What may be visited of that; anything where nothing is named.
    var of: Set<String> = []
    var hasVisits: Bool { perSession > 0 }
  }

  struct Session {
    var began: Int64
    var plannedEnd: Int64?
    var profiles: [Profile]
    var visits = 0
    /// Breaks and visits that are over.
    var rested: Int64 = 0
    var breakEnds: Int64?
    var breakBegan: Int64 = 0
    var visit: Open?
  }

  /// A visit under way.
  struct Open: Equatable {
    var name: String
    var began: Int64
    var ends: Int64
    var profiles: [String]
  }

  /// Milliseconds that truly passed.
  private(set) var now: Int64 = 0
  /// What the wall clock shows beyond the truth.
  var wallError: Int64 = 0
  let start: Timestamp
  let zone: CivilZone
  private(set) var session: Session?
  /// When the day of visits ends, and what was spent in it.
  private(set) var dayEnds: Int64?
  private var spent: Int64 = 0
  /// Every visit that is over, for who checks sums.
  private(set) var over: [(began: Int64, ended: Int64)] = []

  init(start: Timestamp, zone: CivilZone) {
    self.start = start
    self.zone = zone
  }

  // MARK: Time

  mutating func walk(to end: Int64) {
    while let next = nextEnd, next <= end {
      now = max(now, next)
      if session?.breakEnds == next, session?.plannedEnd.map({ $0 > next }) ?? true {
        endBreak()
      } else if session?.plannedEnd == next {
        finish()
      } else {
        closeVisit()
      }
    }
    now = max(now, end)
  }

  private var nextEnd: Int64? {
    [session?.plannedEnd, session?.breakEnds, session?.visit?.ends].compactMap { $0 }.min()
  }

  /// When the civil day ends that it is at a true time by the wall clock of now; not before `earliest`.
  private func midnight(after time: Int64, notBefore earliest: Int64) -> Int64 {
    var day = zone.day(at: start + Lapse(milliseconds: time + wallError)) + 1
    while true {
      let end = (zone.startOfDay(day) - start).milliseconds - wallError
      if end > time, end >= earliest { return end }
      day = day + 1
    }
  }

  private static let twentyHours: Int64 = 20 * 3_600_000

  private var today: (ends: Int64, next: Int64) {
    let known = dayEnds.flatMap { $0 > now ? $0 : nil }
    let ends = known ?? midnight(after: now, notBefore: dayEnds.map { $0 + Self.twentyHours } ?? 0)
    return (ends, midnight(after: ends, notBefore: ends + Self.twentyHours))
  }

  private var spentToday: Int64 { dayEnds.map { now < $0 } ?? false ? spent : 0 }

  // MARK: Sessions

  mutating func begin(_ profile: Profile, minutes: Int64?) {
    guard session == nil else { return }
    session = Session(began: now, plannedEnd: minutes.map { now + $0 * 60_000 }, profiles: [profile])
  }

  mutating func add(_ profile: Profile) {
    guard let known = session, !known.profiles.contains(where: { $0.name == profile.name }) else { return }
    session?.profiles.append(profile)
  }

  mutating func finish() {
    closeVisit()
    session = nil
  }

  mutating func rest(minutes: Int64) {
    guard session != nil, session?.breakEnds == nil else { return }
    closeVisit()
    session?.breakBegan = now
    session?.breakEnds = now + minutes * 60_000
  }

  mutating func endBreak() {
    guard let known = session, known.breakEnds != nil else { return }
    session?.rested += now - known.breakBegan
    session?.breakEnds = nil
  }

  /// Focus so far: what is not a break and not a visit.
  var focused: Int64 {
    guard let session else { return 0 }
    let end = session.breakEnds != nil ? session.breakBegan : session.visit?.began ?? now
    return end - session.began - session.rested
  }

  // MARK: Visits

  /// - Returns: the rule that says no; `nil` where it opens.
  mutating func visit(_ what: String, minutes wish: Int64?) -> String? {
    guard let session else { return "no-session" }
    if session.visit != nil { return "visit-under-way" }
    let blockers = session.profiles.filter { $0.blocked[what] != nil }
    guard session.breakEnds == nil, let name = blockers.compactMap({ $0.blocked[what] }).first else {
      return "not-blocked"
    }
    guard session.profiles.contains(where: { $0.hasVisits }) else { return "no-visits" }
    for profile in blockers {
      guard profile.hasVisits, profile.of.isEmpty || profile.of.contains(what) else { return "not-visitable" }
    }
    let most = Int64(blockers.map { $0.minutes }.min() ?? 0)
    if let wish, wish > most { return "visit-minutes" }
    if session.visits >= blockers.map({ $0.perSession }).min() ?? 0 { return "visits-per-session" }
    let days = today
    let perDay = Int64(blockers.map { $0.perDay }.min() ?? 0) * 60_000
    let left = max(0, perDay - spentToday)
    let room = left >= days.ends - now ? days.ends - now + perDay : left
    if room <= 0 || (wish ?? 0) * 60_000 > room { return "visit-minutes-per-day" }
    var ends = now + min((wish ?? most) * 60_000, room)
    if let planned = session.plannedEnd { ends = min(ends, planned) }
    self.session?.visits += 1
    self.session?.visit = Open(name: name, began: now, ends: ends, profiles: blockers.map { $0.name })
    if dayEnds ?? 0 < days.ends { (dayEnds, spent) = (days.ends, 0) }
    nextDay = days.next
    return nil
  }

  private var nextDay: Int64 = 0

  mutating func closeVisit() {
    guard let visit = session?.visit, let first = dayEnds else { return }
    session?.visit = nil
    session?.rested += now - visit.began
    over.append((visit.began, now))
    if now <= first {
      spent += now - visit.began
    } else {
      (dayEnds, spent) = (nextDay, now - first)
    }
  }

  /// What is left of the day by the strictest profile, the visit under way counted.
  var leftToday: Int64? {
    guard let session else { return nil }
    guard let perDay = session.profiles.filter({ $0.hasVisits }).map({ $0.perDay }).min() else { return nil }
    var used = spentToday
    if let visit = session.visit, let first = dayEnds {
      used = now < first ? spent + now - visit.began : now < nextDay ? now - first : 0
    }
    return max(0, Int64(perDay) * 60_000 - used)
  }
}
