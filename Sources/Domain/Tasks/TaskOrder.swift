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
    var unordered: [RankedTask] = []
    unordered.reserveCapacity(tasks.count)
    for task in tasks {
      surroundings.isBlocked = chains.blocked[task.uid] ?? false
      surroundings.isBlocking = chains.blocking[task.uid] ?? false
      surroundings.focused = focused[task.uid] ?? .zero
      let ranked = RankedTask(
        task: task, urgency: Urgency(of: task, in: surroundings), horizon: Self.horizon(of: task, at: now, in: zone),
        isBlocked: surroundings.isBlocked, isWaiting: task.isWaiting(at: now, in: zone),
        focused: surroundings.focused)
      unordered.append(ranked)
    }
    // What is compared is small: a task is moved once, not at each step of the sorting.
    var places: [Place] = []
    places.reserveCapacity(tasks.count)
    for index in unordered.indices { places.append(Place(unordered[index], index, in: zone)) }
    places.sort { one, other in
      one.precedes(other)
        ?? tasks[one.index].uid.utf8.lexicographicallyPrecedes(tasks[other.index].uid.utf8)
    }
    var result: [RankedTask] = []
    result.reserveCapacity(places.count)
    for place in places { result.append(unordered[place.index]) }
    ranked = result
  }

  /// The tasks that somebody could begin now.
  public var open: [RankedTask] { ranked.filter { $0.isOpen } }

  /// What to work on now.
  public var next: RankedTask? { ranked.first { $0.isOpen } }

  /// How far away a task is: as the person says, else by its due date.
  public static func horizon(of task: TaskItem, at now: Timestamp, in zone: CivilZone) -> TaskHorizon {
    if let horizon = task.horizon { return horizon }
    guard let due = task.due?.end(in: zone) else { return .long }
    if due <= now + .days(7) { return .short }
    return due <= now + .days(30) ? .mid : .long
  }
}

/// What decides the place of a task, from the first on.
private struct Place {
  let urgency: Double
  let due: Int64
  let rank: Int
  let entered: Int64
  let index: Int

  init(_ ranked: RankedTask, _ index: Int, in zone: CivilZone) {
    urgency = ranked.urgency.total
    due = ranked.task.due?.end(in: zone).milliseconds ?? .max
    rank = ranked.task.priority?.rank ?? 0
    entered = ranked.task.entered?.milliseconds ?? .max
    self.index = index
  }

  /// Whether it comes first; `nil` where only the identifiers can tell.
  func precedes(_ other: Place) -> Bool? {
    if urgency != other.urgency { return urgency > other.urgency }
    if due != other.due { return due < other.due }
    if rank != other.rank { return rank > other.rank }
    return entered == other.entered ? nil : entered < other.entered
  }
}

/// Which tasks wait for which.
private struct Dependencies {
  var blocked: [String: Bool] = [:]
  var blocking: [String: Bool] = [:]

  init(_ tasks: [TaskItem]) {
    guard tasks.contains(where: { !$0.dependsOn.isEmpty }) else { return }
    var isOver: [String: Bool] = [:]
    for task in tasks { isOver[task.uid] = task.isOver }
    for task in tasks where !task.isOver {
      // One that is done, or that nobody knows, holds nothing up.
      for other in task.dependsOn where isOver[other] == false {
        blocked[task.uid] = true
        blocking[other] = true
      }
    }
  }
}
