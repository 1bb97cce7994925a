internal import FocusSession
internal import JSONText
internal import LinuxRuntime
internal import Tasks

/// Short numbers of tasks, which stay the same until a task is over: `focuskey task done 3` means the task that the
/// list showed as 3, also after another was done.
package struct TaskNumbers: Sendable {
  private struct Entry {
    let number: Int
    let seen: Timestamp
  }

  package let byUID: [String: Int]
  /// How long a number rests before another task gets it, so that nobody confuses the two.
  private static let rest = Lapse.days(1)

  /// Reads the numbers from their file; tasks that have none yet get one.
  init(of tasks: [TaskItem], in file: String, at now: Timestamp) {
    var entries = Self.read(file)
    let known = entries
    let open = tasks.filter { !$0.isOver }.sorted { one, other in
      (one.entered?.milliseconds ?? 0, one.uid) < (other.entered?.milliseconds ?? 0, other.uid)
    }
    let uids = Set(open.map { $0.uid })
    entries = entries.filter { uids.contains($0.key) || now - $0.value.seen < Self.rest }
    var taken = Set(entries.values.map { $0.number })
    var free = 1
    for task in open where entries[task.uid] == nil {
      while taken.contains(free) { free += 1 }
      taken.insert(free)
      entries[task.uid] = Entry(number: free, seen: now)
    }
    byUID = entries.filter { uids.contains($0.key) }.mapValues { $0.number }
    // A task that is open was seen just now; noting that once an hour is enough.
    let isStale = byUID.keys.contains { uid in known[uid].map { now - $0.seen > .hours(1) } ?? true }
    guard isStale || known.count != entries.count else { return }
    var object = JSONObject()
    for (uid, entry) in entries.sorted(by: { $0.value.number < $1.value.number }) {
      let seen = uids.contains(uid) ? now : entry.seen
      object.append(uid, .array([JSONValue(entry.number), .integer(seen.milliseconds)]))
    }
    // Where it cannot be written, numbers are as good as the next look.
    try? Files.replace(file, with: JSONValue.object(object).octets)
  }

  private static func read(_ file: String) -> [String: Entry] {
    guard let octets = try? Files.read(file, limit: 16 << 20), let root = try? JSONDocument(octets).root else {
      return [:]
    }
    var entries: [String: Entry] = [:]
    var taken: Set<Int> = []
    for member in root.object ?? [] {
      guard let pair = member.value.array, pair.count == 2, let number = pair[0].integer, let seen = pair[1].integer,
        (1...1_000_000).contains(number), taken.insert(Int(number)).inserted
      else { continue }
      entries[member.name] = Entry(number: Int(number), seen: Timestamp(milliseconds: seen))
    }
    return entries
  }
}
