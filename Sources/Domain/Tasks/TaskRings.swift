/// Tasks that wait for each other in a ring: none of them could ever begin.
package enum TaskRings {
  /// The ring that would come to be if a task waited for these others: its tasks in order, the first one at both ends;
  /// `nil` where there is none.
  package static func ring(of uid: String, after others: [String], among tasks: [TaskItem]) -> [String]? {
    var waits: [String: [String]] = [:]
    for task in tasks where !task.dependsOn.isEmpty && !task.isOver { waits[task.uid] = task.dependsOn }
    waits[uid] = others
    return way(from: uid, to: uid, waits)
  }

  package static func rings(among tasks: [TaskItem]) -> [[String]] {
    var waits: [String: [String]] = [:]
    for task in tasks where !task.dependsOn.isEmpty && !task.isOver { waits[task.uid] = task.dependsOn }
    var rings: [[String]] = []
    var told: Set<String> = []
    for task in tasks where waits[task.uid] != nil && !told.contains(task.uid) {
      guard let ring = way(from: task.uid, to: task.uid, waits) else { continue }
      told.formUnion(ring)
      rings.append(ring)
    }
    return rings
  }

  private static func way(from: String, to: String, _ waits: [String: [String]]) -> [String]? {
    var before: [String: String] = [:]
    var line = [from]
    var index = 0
    while index < line.count {
      let here = line[index]
      index += 1
      for next in waits[here] ?? [] {
        if next == to {
          var ring = [to]
          var step = here
          while step != from {
            ring.append(step)
            guard let earlier = before[step] else { break }
            step = earlier
          }
          return [from] + ring.reversed()
        }
        guard next != from, before[next] == nil else { continue }
        before[next] = here
        line.append(next)
      }
    }
    return nil
  }
}
