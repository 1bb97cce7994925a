internal import CommandShell
internal import ControlSocket
internal import Sets
internal import Spelling

var lapsCommand: ProgramCommand {
  ProgramCommand(
    group: "laps", "Count laps between two readers",
    discussion: """
      Name the readers in config.json5, home first: laps: { between: ["desk", "hall"] }. Each lap from home to the other \
      reader and back counts as movement, from the third on. A card that signs its taps is proof; others are measured.

      $ focuskey laps calibrate
      """, usual: "status", [lapsStatusCommand, lapsCalibrateCommand])
}

private var lapsStatusCommand: ProgramCommand {
  ProgramCommand("status", "Show readers and laps of this set") { context throws(Failure) in
    let answer = try ServiceCall(context).ask(SetRequests.laps())
    try context.answer(LapsAnswer(node: answer))
    return .done
  }
}

private var lapsCalibrateCommand: ProgramCommand {
  ProgramCommand(
    "calibrate", "Measure three laps",
    discussion: """
      Carry one card three times to the other reader and back, as fast as you like. From then on a lap counts if it \
      takes at least 0.6 of the middle one of the three.
      """
  ) { context throws(Failure) in
    _ = try ServiceCall(context).talk(SetRequests.calibrateLaps()) { line throws(Failure) in
      if let words = context.wantsJSON ? "" : calibrationWords(line) {
        try context.writeLine(words, json: line.value)
        try context.flush()
      }
      return line["least_lap_seconds"] != nil
    }
    return .done
  }
}

private func calibrationWords(_ line: JSONNode) -> String? {
  if let message = line["message"]?.string { return message }
  if let least = line["least_lap_seconds"]?.number { return "Done: a lap takes at least \(tenths(least)) s." }
  if let lap = line["lap"]?.integer, let seconds = line["seconds"]?.number {
    return "Lap \(lap): \(tenths(seconds)) s"
  }
  guard let reader = line["reader"]?.string else { return nil }
  return switch line["tap"]?.string {
  case "began", "half", "lap": "\(reader)"
  case "same-reader": "\(reader): carry the card to the other reader first"
  case "too-fast": "\(reader): too fast, the readers must be farther apart"
  case "other-card": "\(reader): not the card that began"
  case "stale-counter": "\(reader): a copy of the card"
  default: nil
  }
}

private func tenths(_ seconds: Double) -> String {
  let tenths = Int((seconds * 10).rounded())
  return "\(tenths / 10).\(tenths % 10)"
}

private struct LapsAnswer: PrintedAnswer {
  let node: JSONNode

  var text: String {
    let laps = node["laps"]?.integer ?? 0
    let between = node["between"]?.array?.compactMap { $0.string } ?? []
    let why = node["why"]?.string
    return switch node["state"]?.string {
    case "off": "No readers are named for laps: \(why ?? "")"
    case "ready": "\(counted(laps, "lap")) between \(between.joined(separator: " and ")) in this set."
    case "calibrating": "Laps are being measured."
    default: "Laps do not count: \(why ?? "")"
    }
  }

  var json: JSONValue {
    guard case .object(var members) = node.value else { return node.value }
    members["ok"] = nil
    return .object(members)
  }
}
