import FocusSession
import Tasks
import Testing

/// The order of tasks: Taskwarrior's urgency, and the pressure of the estimate.
@Suite struct UrgencyTests {
  static let now = ISO8601.moment("2026-11-23T09:00:00Z")!

  static func task(
    due days: Double? = nil, _ priority: TaskPriority? = nil, project: Bool = false, tags: Int = 0,
    age: Int64 = 0
  ) -> TaskItem {
    var task = TaskItem(uid: "u", summary: "s")
    task.due = days.map { .moment(now + .seconds(Int64($0 * 86_400))) }
    task.priority = priority
    task.project = project ? "p" : nil
    task.tags = (0..<tags).map { "t\($0)" }
    task.entered = now - .days(age)
    return task
  }

  static func number(_ task: TaskItem, blocking: Bool = false, blocked: Bool = false) -> Double {
    var surroundings = UrgencySurroundings(now: now, zone: .utc)
    surroundings.isBlocking = blocking
    surroundings.isBlocked = blocked
    return Urgency(of: task, in: surroundings).base
  }

  @Test(
    arguments: [
      (task(), 0), (task(due: 0), 8.8), (task(due: -7), 12), (task(due: -400), 12), (task(due: 7), 5.6),
      (task(due: 14), 2.4), (task(due: 200), 2.4), (task(.medium, project: true, tags: 1), 5.7),
      (task(due: 1, .low, project: true, tags: 3), 12.1429), (task(age: 182), 0.99726), (task(age: 400), 2),
    ] as [(TaskItem, Double)])
  func numbersAreTaskwarriors(task: TaskItem, expected: Double) {
    #expect(abs(Self.number(task) - expected) < 0.001)
  }

  @Test func stateCountsAsInTaskwarrior() {
    #expect(Self.number(Self.task(.high), blocking: true) == 14)
    #expect(Self.number(Self.task(), blocked: true) == -5)
    var scheduled = Self.task()
    scheduled.scheduled = .moment(Self.now - .hours(1))
    #expect(Self.number(scheduled) == 5)
    var started = Self.task(due: 3, .high, project: true, tags: 2)
    started.started = Self.now
    #expect(abs(Self.number(started) - 19.3286) < 0.001)
    var next = Self.task()
    next.tags = ["next"]
    #expect(Self.number(next) == 15.8)
    var waiting = Self.task()
    waiting.wait = .moment(Self.now + .days(1))
    #expect(Self.number(waiting) == -3)
    var noted = Self.task()
    noted.annotations = [TaskAnnotation("x", entered: nil), TaskAnnotation("y", entered: nil)]
    #expect(Self.number(noted) == 0.9)
  }

  @Test(arguments: [(6, 3.0, 6.0), (6, 12, 1.5), (6, 1, 9), (1, 5, 0.6), (1, -2, 9)] as [(Int64, Double, Double)])
  func theEstimatePresses(hours: Int64, days: Double, expected: Double) {
    var task = Self.task(due: days)
    task.estimate = .hours(hours)
    let urgency = Urgency(of: task, in: UrgencySurroundings(now: Self.now, zone: .utc))
    #expect(abs(urgency.total - urgency.base - expected) < 0.001)
    #expect(urgency.terms.last?.name == "pressure")
    // What was focused on it already is not left.
    var later = UrgencySurroundings(now: Self.now, zone: .utc)
    later.focused = .hours(hours)
    #expect(Urgency(of: task, in: later).total == urgency.base)
  }

  @Test func aDayIsDueAtItsEnd() {
    var task = Self.task()
    task.due = .day(CivilDay(year: 2026, month: 11, day: 22))
    // Midnight in Berlin was ten hours ago.
    let urgency = Urgency(
      of: task, in: UrgencySurroundings(now: Self.now, zone: .fixed(secondsAheadOfUTC: 3600)))
    let late: Double = 10.0 / 24
    let factor: Double = (late + 14) * 0.8 / 21 + 0.2
    #expect(abs(urgency.base - 12 * factor) < 1e-9)
  }

  @Test func usualFocusIsTheMedianOnceFiveDaysAreKnown() {
    let hours = [1, 9, 2, 8, 3].map { Lapse.hours($0) }
    #expect(UsualFocus.median(ofDays: hours) == .hours(3))
    #expect(UsualFocus.median(ofDays: Array(hours.prefix(4))) == .hours(2))
    #expect(UsualFocus.median(ofDays: [.hours(24)] + hours + Array(repeating: .hours(5), count: 28)) == .hours(5))
  }

  @Test func equallyUrgentOnesHaveAnOrderAllTheSame() {
    func named(_ uid: String, _ change: (inout TaskItem) -> Void = { _ in }) -> TaskItem {
      var task = Self.task()
      task.uid = uid
      change(&task)
      return task
    }
    let tasks = [
      named("b"), named("a"), named("late") { $0.due = .moment(Self.now + .days(100)) },
      named("later") { $0.due = .moment(Self.now + .days(200)) },
      named("old") { $0.entered = Self.now - .hours(1) },
    ]
    let order = TaskOrder(tasks, at: Self.now, in: .utc)
    #expect(order.ranked.map(\.task.uid) == ["late", "later", "old", "a", "b"])
    #expect(TaskOrder(tasks.reversed(), at: Self.now, in: .utc).ranked == order.ranked)
  }

  @Test func blockedAndWaitingOnesAreNeverNext() {
    var first = Self.task(due: -9, .high)
    first.dependsOn = ["b"]
    var second = Self.task()
    second.uid = "b"
    var third = Self.task(due: -9, .high)
    third.uid = "c"
    third.wait = .moment(Self.now + .days(1))
    let order = TaskOrder([first, second, third], at: Self.now, in: .utc)
    #expect(order.next?.task.uid == "b")
    #expect(order.open.count == 1)
    #expect(order.ranked.first { $0.task.uid == "u" }?.isBlocked == true)
    // Once it is done, nothing is held up.
    second.status = .completed
    #expect(TaskOrder([first, second, third], at: Self.now, in: .utc).next?.task.uid == "u")
  }

  @Test(
    arguments: [(6.9, TaskHorizon.short), (7.1, .mid), (30, .mid), (31, .long), (-3, .short)] as [(Double, TaskHorizon)]
  )
  func horizonsFollowTheDueDate(days: Double, horizon: TaskHorizon) {
    #expect(TaskOrder.horizon(of: Self.task(due: days), at: Self.now, in: .utc) == horizon)
    #expect(TaskOrder.horizon(of: Self.task(), at: Self.now, in: .utc) == .long)
    var said = Self.task(due: days)
    said.horizon = .long
    #expect(TaskOrder.horizon(of: said, at: Self.now, in: .utc) == .long)
  }
}
