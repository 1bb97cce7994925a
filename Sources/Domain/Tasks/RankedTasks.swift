internal import FocusSession

/// Tasks by falling urgency. What is said of one is made lazily: an order needs only the places.
package struct RankedTasks: RandomAccessCollection, Sendable {
  private let tasks: [TaskItem]
  private let places: [Place]
  private let chains: Dependencies
  private let surroundings: UrgencySurroundings
  private let focused: [String: Lapse]

  init(_ tasks: [TaskItem], _ surroundings: UrgencySurroundings, _ focused: [String: Lapse]) {
    let chains = Dependencies(tasks)
    var places: [Place] = []
    places.reserveCapacity(tasks.count)
    // Looked at in place: a task is many strings, and to copy ten thousand takes longer than to order them.
    let items = tasks.span
    for index in items.indices {
      let due = items[index].due?.end(in: surroundings.zone)
      let around = surroundings.around(items[index], index, chains, focused)
      places.append(Place(items[index], index, Urgency.total(of: items[index], due: due, in: around), due))
    }
    places.sort { one, other in
      one.precedes(other) ?? tasks[one.index].uid.precedesByBytes(tasks[other.index].uid)
    }
    self.tasks = tasks
    self.places = places
    self.chains = chains
    self.surroundings = surroundings
    self.focused = focused
  }

  package var startIndex: Int { 0 }

  package var endIndex: Int { places.count }

  /// Position 0 is the most urgent task.
  package subscript(position: Int) -> RankedTask {
    let place = places[position]
    let task = tasks[place.index]
    let around = surroundings.around(task, place.index, chains, focused)
    return RankedTask(
      task: task, urgency: Urgency(of: task, due: place.due, in: around),
      horizon: TaskOrder.horizon(of: task, due: place.due, at: surroundings.now),
      isBlocked: around.isBlocked, isWaiting: task.isWaiting(at: surroundings.now, in: surroundings.zone),
      focused: around.focused)
  }
}

extension RankedTasks: Equatable {
  package static func == (one: Self, other: Self) -> Bool { one.elementsEqual(other) }
}

extension UrgencySurroundings {
  fileprivate func around(
    _ task: TaskItem, _ index: Int, _ chains: Dependencies, _ focused: [String: Lapse]
  ) -> UrgencySurroundings {
    var around = self
    around.isBlocked = chains.blocked[index]
    around.isBlocking = chains.blocking[index]
    around.focused = focused.isEmpty ? .zero : focused[task.uid] ?? .zero
    return around
  }
}

extension String {
  fileprivate func precedesByBytes(_ other: String) -> Bool {
    let (own, theirs) = (utf8Span.span, other.utf8Span.span)
    for index in 0..<Swift.min(own.count, theirs.count) where own[index] != theirs[index] {
      return own[index] < theirs[index]
    }
    return own.count < theirs.count
  }
}

/// The criteria for the place of a task, the first one first.
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

  /// Whether it comes first; `nil` if only the identifiers can tell.
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

  init(_ list: [TaskItem]) {
    let tasks = list.span
    blocked = Array(repeating: false, count: tasks.count)
    blocking = blocked
    // Few tasks depend on others: only what these name is looked for.
    var named: [String: Int?] = [:]
    for index in list.indices where !tasks[index].dependsOn.isEmpty && !tasks[index].isOver {
      for other in tasks[index].dependsOn { named.updateValue(nil, forKey: other) }
    }
    guard !named.isEmpty else { return }
    // One that is done, or that nobody knows, holds nothing up.
    for index in list.indices where !tasks[index].isOver && named[tasks[index].uid] != nil {
      named.updateValue(index, forKey: tasks[index].uid)
    }
    for index in list.indices where !tasks[index].dependsOn.isEmpty && !tasks[index].isOver {
      for other in tasks[index].dependsOn {
        guard let holder = named[other] ?? nil else { continue }
        blocked[index] = true
        blocking[holder] = true
      }
    }
  }
}
