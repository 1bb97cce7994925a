public import FocusSession

/// A task with its place among the others.
public struct RankedTask: Equatable, Sendable {
  /// The task.
  public let task: TaskItem
  /// How urgent it is, and why.
  public let urgency: Urgency
  /// How far away it is.
  public let horizon: TaskHorizon
  /// Whether it has to wait for others.
  public let isBlocked: Bool
  /// Whether nobody wants to see it yet.
  public let isWaiting: Bool
  /// The focus that went into it.
  public let focused: Lapse

  /// Whether somebody could begin now.
  public var isOpen: Bool { !task.isOver && !isBlocked && !isWaiting }
}

/// All tasks, the one that matters most first.
public struct TaskOrder: Sendable {
  /// Every task, by falling urgency.
  public let ranked: [RankedTask]

  /// Orders tasks.
  ///
  /// Of equally urgent ones comes first: what is due earlier, the higher priority, the older, then by identifier.
  ///
  /// - Parameters:
  ///   - tasks: all tasks, also those that are done: others may depend on them.
  ///   - now: the moment at which it is asked.
  ///   - zone: the civil clocks.
  ///   - focused: the focus that went into each task, by identifier.
  ///   - usualFocus: how much the person focuses on a day.
  public init(
    _ tasks: [TaskItem], at now: Timestamp, in zone: CivilZone, focused: [String: Lapse] = [:],
    usualFocus: Lapse = UsualFocus.untilKnown
  ) {
    let chains = Dependencies(tasks)
    var surroundings = UrgencySurroundings(now: now, zone: zone)
    surroundings.usualFocus = usualFocus
    // What is compared and moved is small, and a task is copied once, to its place.
    var places: [Place] = []
    var urgencies: [Urgency] = []
    places.reserveCapacity(tasks.count)
    urgencies.reserveCapacity(tasks.count)
    for index in tasks.indices {
      let due = tasks[index].due?.end(in: zone)
      surroundings.isBlocked = chains.blocked[index]
      surroundings.isBlocking = chains.blocking[index]
      surroundings.focused = focused.isEmpty ? .zero : focused[tasks[index].uid] ?? .zero
      let urgency = Urgency(of: tasks[index], due: due, in: surroundings)
      places.append(Place(tasks[index], index, urgency.total, due))
      urgencies.append(urgency)
    }
    places.sort { one, other in
      one.precedes(other)
        ?? tasks[one.index].uid.utf8.lexicographicallyPrecedes(tasks[other.index].uid.utf8)
    }
    var result: [RankedTask] = []
    result.reserveCapacity(places.count)
    for place in places {
      let task = tasks[place.index]
      result.append(
        RankedTask(
          task: task, urgency: urgencies[place.index], horizon: Self.horizon(of: task, due: place.due, at: now),
          isBlocked: chains.blocked[place.index], isWaiting: task.isWaiting(at: now, in: zone),
          focused: focused.isEmpty ? .zero : focused[task.uid] ?? .zero))
    }
    ranked = result
  }

  /// The tasks that somebody could begin now.
  public var open: [RankedTask] { ranked.filter { $0.isOpen } }

  /// What to work on now.
  public var next: RankedTask? { ranked.first { $0.isOpen } }

  /// How far away a task is: as the person says, else by its due date.
  public static func horizon(of task: TaskItem, at now: Timestamp, in zone: CivilZone) -> TaskHorizon {
    horizon(of: task, due: task.due?.end(in: zone), at: now)
  }

  private static func horizon(of task: TaskItem, due: Timestamp?, at now: Timestamp) -> TaskHorizon {
    if let horizon = task.horizon { return horizon }
    guard let due else { return .long }
    if due <= now + .days(7) { return .short }
    return due <= now + .days(30) ? .mid : .long
  }
}

/// What decides the place of a task, from the first on.
private struct Place {
  let urgency: Double
  let due: Timestamp?
  let rank: Int
  let entered: Int64
  let index: Int

  init(_ task: TaskItem, _ index: Int, _ urgency: Double, _ due: Timestamp?) {
    self.urgency = urgency
    self.due = due
    rank = task.priority?.rank ?? 0
    entered = task.entered?.milliseconds ?? .max
    self.index = index
  }

  /// Whether it comes first; `nil` where only the identifiers can tell.
  func precedes(_ other: Place) -> Bool? {
    if urgency != other.urgency { return urgency > other.urgency }
    let (due, otherDue) = (due?.milliseconds ?? .max, other.due?.milliseconds ?? .max)
    if due != otherDue { return due < otherDue }
    if rank != other.rank { return rank > other.rank }
    return entered == other.entered ? nil : entered < other.entered
  }
}

/// Which tasks wait for which, by their places in a list.
private struct Dependencies {
  private(set) var blocked: [Bool]
  private(set) var blocking: [Bool]

  init(_ tasks: [TaskItem]) {
    blocked = Array(repeating: false, count: tasks.count)
    blocking = blocked
    // Few tasks depend on others: only what these name is looked for.
    var named: [String: Int?] = [:]
    for index in tasks.indices where !tasks[index].dependsOn.isEmpty && !tasks[index].isOver {
      for other in tasks[index].dependsOn { named.updateValue(nil, forKey: other) }
    }
    guard !named.isEmpty else { return }
    // One that is done, or that nobody knows, holds nothing up.
    for index in tasks.indices where !tasks[index].isOver && named[tasks[index].uid] != nil {
      named.updateValue(index, forKey: tasks[index].uid)
    }
    for index in tasks.indices where !tasks[index].dependsOn.isEmpty && !tasks[index].isOver {
      for other in tasks[index].dependsOn {
        guard let holder = named[other] ?? nil else { continue }
        blocked[index] = true
        blocking[holder] = true
      }
    }
  }
}
