package import FocusHistory
package import FocusSession
package import Guarding

/// Adds up what is in front, out of what sources say: each stretch is counted once it is over, so nothing has to wake.
package struct ScreenSums: Sendable {
  private var surroundings = Surroundings()
  /// Up to when everything is counted.
  private var counted: Tick?
  private let zone: CivilZone

  /// Nothing seen yet.
  package init(zone: CivilZone) { self.zone = zone }

  /// Counts what was in front until now.
  ///
  /// - Parameters:
  ///   - now: the moment on the session's clock.
  ///   - wall: the same on the wall.
  ///   - add: takes each part: how long, what, and in which hour of which day.
  package mutating func count(
    until now: Tick, at wall: Timestamp, _ add: (HourOfDay, Lapse, _ app: String, _ site: String?) -> Void
  ) {
    defer { counted = max(counted ?? now, now) }
    guard let since = counted, now > since else { return }
    // Nobody looks any more from some moment on, unless a film plays.
    let end = min(now, surroundings.restsAt(after: Surroundings.pause) ?? now)
    guard end > since else { return }
    for front in surroundings.used(at: since, pause: Surroundings.pause) {
      guard let app = front.app.first else { continue }
      let (from, to) = (wall - (now - since), wall - (now - end))
      for (hour, length) in zone.hours(from: from, to: to) { add(hour, length, app, front.site) }
    }
  }

  /// Takes in what a source says; what was before is counted already.
  package mutating func note(_ signal: GuardSignal, at now: Tick) { surroundings.note(signal, at: now) }

  /// Forgets what was in front: nothing is counted from here on.
  package mutating func rest() { surroundings = Surroundings() }
}
