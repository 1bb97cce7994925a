package import FocusSession

package struct UrgencyTerm: Equatable, Sendable {
  /// What it comes from, such as `due`.
  package let name: String
  package let value: Double
}

package struct Urgency: Equatable, Sendable {
  /// Everything that adds or takes away something, in the order of Taskwarrior's table; zeros are left out.
  package let terms: [UrgencyTerm]
  /// Taskwarrior's own number (2.6.2).
  package let base: Double
  /// The number that orders tasks: `base`, and what the estimate adds.
  package let total: Double
}

/// What a task's urgency depends on that is not in the task.
package struct UrgencySurroundings: Sendable {
  package var now: Timestamp
  package var zone: CivilZone
  /// Whether other open tasks have to wait for this one.
  package var isBlocking = false
  /// Whether this one has to wait for other open ones.
  package var isBlocked = false
  package var focused = Lapse.zero
  package var usualFocus = UsualFocus.untilKnown

  package init(now: Timestamp, zone: CivilZone) {
    self.now = now
    self.zone = zone
  }
}

package enum UsualFocus {
  package static let untilKnown = Lapse.hours(2)

  /// The median of the last 28 days with focus, whose lengths these are with the latest last; two hours while there are
  /// fewer than five.
  package static func median(ofDays days: [Lapse]) -> Lapse {
    let latest = days.suffix(28).sorted()
    guard latest.count >= 5 else { return untilKnown }
    let middle = latest.count / 2
    guard latest.count % 2 == 0 else { return latest[middle] }
    return Lapse(milliseconds: (latest[middle - 1].milliseconds + latest[middle].milliseconds) / 2)
  }
}

extension Urgency {
  /// Weighs a task.
  ///
  /// Coefficients and steps are those of Taskwarrior 2.6.2 as it ships, so that both programs agree on `base`.
  package init(of task: TaskItem, in surroundings: UrgencySurroundings) {
    self.init(of: task, due: task.due?.end(in: surroundings.zone), in: surroundings)
  }

  /// Weighs a task whose due time is known already.
  init(of task: TaskItem, due: Timestamp?, in surroundings: UrgencySurroundings) {
    var terms: [UrgencyTerm] = []
    terms.reserveCapacity(8)
    (base, total) = Self.weigh(task, due, surroundings) { terms.append(UrgencyTerm(name: $0, value: $1)) }
    self.terms = terms
  }

  /// The number that orders a task, without its reasons: all tasks are weighed for an order, and few are explained.
  static func total(of task: TaskItem, due: Timestamp?, in surroundings: UrgencySurroundings) -> Double {
    weigh(task, due, surroundings) { _, _ in }.total
  }

  @inline(__always)
  private static func weigh(
    _ task: TaskItem, _ due: Timestamp?, _ surroundings: UrgencySurroundings, tell: (String, Double) -> Void
  ) -> (base: Double, total: Double) {
    let now = surroundings.now
    let zone = surroundings.zone
    var base = 0.0
    func add(_ name: String, _ value: Double) {
      guard value != 0 else { return }
      tell(name, value)
      base += value
    }
    if let project = task.project, !project.isEmpty { add("project", 1) }
    if task.isStarted { add("active", 4) }
    if let scheduled = task.scheduled, scheduled.start(in: zone) <= now { add("scheduled", 5) }
    if task.isWaiting(at: now, in: zone) { add("waiting", -3) }
    if surroundings.isBlocked { add("blocked", -5) }
    add("annotations", Self.step(task.annotations.count))
    add("tags", Self.step(task.tags.count))
    if let due { add("due", 12 * Self.due(due, now)) }
    if surroundings.isBlocking { add("blocking", 8) }
    if let entered = task.entered { add("age", 2 * Self.age(entered, now)) }
    if Self.hasNext(task.tags) { add("next", 15) }
    switch task.priority {
    case .high: add("priority", 6)
    case .medium: add("priority", 3.9)
    case .low: add("priority", 1.8)
    case nil: break
    }
    let pressure = 6 * min(1.5, Self.pressure(task, due, surroundings))
    if pressure != 0 { tell("pressure", pressure) }
    return (base, base + pressure)
  }

  private static func step(_ count: Int) -> Double {
    switch count {
    case 0: 0
    case 1: 0.8
    case 2: 0.9
    default: 1
    }
  }

  private static func due(_ due: Timestamp, _ now: Timestamp) -> Double {
    let late = Double((now - due).milliseconds) / 86_400_000
    if late >= 7 { return 1 }
    if late >= -14 { return (late + 14) * 0.8 / 21 + 0.2 }
    return 0.2
  }

  private static func age(_ entered: Timestamp, _ now: Timestamp) -> Double {
    // Whole days, cut towards zero: a task from the future counts a little less than one of today.
    let days = (now - entered).wholeSeconds / 86_400
    return days > 365 ? 1 : Double(days) / 365
  }

  private static func hasNext(_ tags: [String]) -> Bool {
    for tag in tags where tag == "next" { return true }
    return false
  }

  /// What is left of the estimate, against the focus that usually fits until it is due.
  private static func pressure(_ task: TaskItem, _ due: Timestamp?, _ surroundings: UrgencySurroundings) -> Double {
    guard let estimate = task.estimate, let due, !task.isOver else { return 0 }
    let left = Double((estimate - surroundings.focused).milliseconds)
    let usual = Double(surroundings.usualFocus.milliseconds)
    guard left > 0, usual > 0 else { return 0 }
    let days = Double((due - surroundings.now).milliseconds) / 86_400_000
    return left / (usual * max(0.25, days))
  }
}
