internal import CommandShell
internal import CommandSpec
internal import FocusKeyService
internal import JSONText

/// `status`
let statusCommand = Command(CommandSpec("status", "the state of the session")) {
  context throws(CommandFailure) in
  let status = try ServiceCall(context).ask(.status)
  if status["ok"]?.bool == false { throw .refused(by: status) }
  try context.answer(StatusAnswer(status: status))
  return .done
}

/// The status of the service: as it is for programs, in a few lines for people.
struct StatusAnswer: Answer {
  let status: JSONNode

  var json: JSONValue { status.value }

  var text: String {
    var lines = [headline]
    if let task = status["task"]?.string { lines.append("Task: \(task)") }
    if let question = status["question"], let opens = clock(question["opens_at"]),
      let closes = clock(question["closes_at"])
    {
      let kind = question["kind"]?.string == "switch" ? "Switch" : "End"
      lines.append("\(kind), or go on? Can be answered from \(opens) on, closes at \(closes).")
    }
    if status["state"]?.string != "idle", let breaks = status["breaks"], let taken = breaks["taken"]?.integer {
      let left = breaks["left"]?.integer.map { ", \($0) left" } ?? ""
      let next = clock(breaks["next_at"]).map { ", the next from \($0) on" } ?? ""
      lines.append("Breaks: \(taken) taken\(left)\(next)")
    }
    for layer in status["shield"]?.array ?? [] {
      let why = layer["why"]?.string.map { ": \($0)" } ?? ""
      lines.append("Shield: \(layer["layer"]?.string ?? "") \(layer["state"]?.string ?? "")\(why)")
    }
    for reader in status["readers"]?.array ?? [] {
      lines.append("Reader: \(reader["name"]?.string ?? "") \(reader["state"]?.string ?? "")")
    }
    return lines.joined(separator: "\n")
  }

  private var headline: String {
    let profile = status["profile"]?.string ?? ""
    switch status["state"]?.string {
    case "focusing":
      var line = "Focusing on \(profile): \(minutes(status["focused_seconds"]))"
      if status["remaining_seconds"]?.integer != nil { line += ", \(minutes(status["remaining_seconds"])) left" }
      return line
    case "break": return "On a break from \(profile): \(minutes(status["break"]?["remaining_seconds"])) left"
    default: return "Idle"
    }
  }

  private func minutes(_ node: JSONNode?) -> String {
    let seconds = node?.integer ?? 0
    return seconds < 60 ? "\(seconds) s" : "\(seconds / 60) min"
  }

  /// The time of day of an ISO 8601 time.
  private func clock(_ node: JSONNode?) -> String? {
    guard let text = node?.string, let time = text.split(separator: "T").last, time.count >= 8 else { return nil }
    return String(time.prefix(8))
  }
}
