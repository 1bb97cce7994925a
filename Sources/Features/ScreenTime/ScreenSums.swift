package import FocusHistory
package import FocusSession
package import Guarding

/// Adds up what is in front, out of what sources say: each stretch is counted once it is over, so nothing has to wake.
package struct ScreenSums: Sendable {
  private var surroundings = Surroundings()
  /// Up to when everything is counted.
  private var counted: Tick?
  private let zone: CivilZone

  package init(zone: CivilZone) { self.zone = zone }

  /// Counts up to `now` (`wall` on the wall); `add` gets each part with its hour and day.
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

  /// Notes what a source says; the time before it is counted already.
  package mutating func note(_ signal: GuardSignal, at now: Tick) { surroundings.note(signal, at: now) }

  /// Forgets what was in front: nothing is counted from here on.
  package mutating func rest() { surroundings = Surroundings() }
}
