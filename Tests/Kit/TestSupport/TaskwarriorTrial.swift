import FocusSession
import Glibc
import JSONText
import LinuxRuntime

/// Random tasks, given to Taskwarrior and to `focuskey`: both must find the same urgency.
package struct TaskwarriorTrial {
  private let program: BuiltProgram
  private let folder = TemporaryFolder()
  private var dice: Dice
  private let now: Timestamp

  /// The greatest difference that was found, and the task that it was found for.
  package struct Difference: Sendable {
    package var number = 0.0
    package var of = ""
    package var compared = 0
  }

  package init(program: BuiltProgram, seed: UInt64) throws {
    self.program = program
    dice = Dice(seed: seed)
    now = Timestamp(milliseconds: Int64(time(nil)) * 1000)
    try Files.makeFolder(folder("data"))
    try Files.replace(folder("rc"), with: Array("confirmation=no\nverbose=nothing\nhooks=off\nrecurrence=off\n".utf8))
  }

  package mutating func greatestDifference(count: Int) throws -> Difference {
    var tasks: [JSONValue] = []
    for index in 0..<count { tasks.append(task(index)) }
    let text = JSONValue.array(tasks).text
    let theirs = try theirUrgencies(text)
    let ours = try ourUrgencies(text)
    var difference = Difference()
    for (uuid, urgency) in theirs {
      let found = abs((ours[uuid] ?? .infinity) - urgency)
      difference.compared += 1
      if found >= difference.number {
        difference.number = found
        difference.of = "\(uuid): \(urgency) and \(ours[uuid].map { "\($0)" } ?? "nothing") in \(folder.path)"
      }
    }
    return difference
  }

  private func theirUrgencies(_ text: String) throws -> [String: Double] {
    let environment = ["TASKRC=\(folder("rc"))", "TASKDATA=\(folder("data"))", "HOME=\(folder.path)", "TZ=UTC"]
    try Files.replace(folder("tasks.json"), with: Array(text.utf8))
    for arguments in [["import", folder("tasks.json")], ["export"]] {
      let outcome = try program.run(arguments, environment: environment)
      guard outcome.exitCode == 0 else { throw TrialFault(description: "task \(arguments): \(outcome.errors)") }
      if arguments == ["export"] {
        return try urgencies(JSONDocument(outcome.output).root.array ?? [], "uuid", "urgency")
      }
    }
    return [:]
  }

  private func ourUrgencies(_ text: String) throws -> [String: Double] {
    let environment = TrialEnvironment.lines(["TZ": "UTC"])
    let home = ["--home", folder("home"), "--json"]
    try Files.makeFolder(folder("home"))
    let taken = try BuiltProgram.focuskey.run(
      ["task", "import", "--format", "taskwarrior", folder("tasks.json")] + home, environment: environment)
    guard taken.exitCode == 0 else { throw TrialFault(description: "import: \(taken.errors)") }
    let at = ISO8601.text(Timestamp(milliseconds: Int64(time(nil)) * 1000), in: .utc)
    let listed = try BuiltProgram.focuskey.run(["task", "list", "--all", "--at", at] + home, environment: environment)
    return urgencies(try listed.lines.map { try JSONDocument($0).root }, "uid", "urgency_base")
  }

  private func urgencies(_ nodes: [JSONNode], _ id: String, _ urgency: String) -> [String: Double] {
    var found: [String: Double] = [:]
    for node in nodes {
      if let id = node[id]?.string, let urgency = node[urgency]?.number { found[id] = urgency }
    }
    return found
  }

  /// A task with everything that a task can have, each now and then.
  private mutating func task(_ index: Int) -> JSONValue {
    var object = JSONObject()
    object["uuid"] = .string(uuid(index))
    object["description"] = .string("task \(index) \u{E4}\u{1F642}")
    object["entry"] = .string(moment(days: -below(500)))
    switch below(12) {
    case 0:
      object["status"] = "completed"
      object["end"] = .string(moment(days: -below(50)))
    case 1:
      object["status"] = "deleted"
      object["end"] = .string(moment(days: -below(50)))
    default: object["status"] = "pending"
    }
    if below(2) == 0 { object["due"] = .string(moment(days: below(60) - 20)) }
    if below(4) == 0 { object["scheduled"] = .string(moment(days: below(20) - 10)) }
    if below(6) == 0 { object["wait"] = .string(moment(days: below(20) - 10)) }
    if below(5) == 0 { object["start"] = .string(moment(days: -below(5))) }
    if below(2) == 0 { object["priority"] = .string(["H", "M", "L"][below(3)]) }
    if below(2) == 0 { object["project"] = .string("p.\(below(4))") }
    let tags = ["a", "b", "next", "\u{FC}ber", "d"]
    var chosen: [String] = []
    for tag in tags where below(5) == 0 { chosen.append(tag) }
    if !chosen.isEmpty { object["tags"] = JSONValue(chosen) }
    if index > 0, below(4) == 0 {
      var others: [String] = []
      for _ in 0...below(2) { others.append(uuid(below(index))) }
      object["depends"] = JSONValue(others)
    }
    let notes = below(8)
    if notes < 4 {
      var annotations: [JSONValue] = []
      for day in 0..<notes {
        annotations.append(["description": "note", "entry": .string(moment(days: -day - 1))])
      }
      object["annotations"] = .array(annotations)
    }
    return .object(object)
  }

  /// A moment some days away, and some hours, so that no step is crossed while the two programs look at it.
  private mutating func moment(days: Int) -> String {
    let text = ISO8601.text(now + .days(Int64(days)) + .minutes(Int64(400 + below(600))), in: .utc)
    return text.prefix(19).filter { $0 != "-" && $0 != ":" } + "Z"
  }

  private mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &dice) }

  private func uuid(_ index: Int) -> String {
    let digits = String(index + 1, radix: 16)
    return "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
  }
}

/// A trial that could not go on.
package struct TrialFault: Error, CustomStringConvertible {
  package let description: String

  package init(description: String) { self.description = description }
}
