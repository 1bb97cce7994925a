internal import CommandShell
internal import ControlSocket
internal import ServiceContract
internal import Sets
internal import Spelling

private let address = Operand<String>(.text("ADDRESS"), "its Bluetooth address, such as C0:11:22:33:44:55")
private let name = Option("name", value: .text("NAME"), "what you call it")
private let rest = Option("rest", value: .number(in: 30...120), "your heart rate at rest (default: 65)")
private let most = Option("max", value: .number(in: 100...230), "your highest heart rate (default: 180)")
private let seconds = Option("seconds", value: .number(in: 1...120), "how long to scan (default: 10)")

var sensorsCommand: ProgramCommand {
  ProgramCommand(
    group: "sensors", "Count movement by a strap or foot pod",
    discussion: """
      A minute counts if your heart rate is at least 40 % of the way from rest to its highest, or if you take 60 to 200 \
      steps in it. From the third minute of a set on, each is recorded like one repetition. What several sensors or a \
      camera see at the same time counts once.

      $ focuskey sensors scan
      $ focuskey sensors add C0:11:22:33:44:55 --rest 58
      """, usual: "list",
    [sensorsListCommand, sensorsScanCommand, sensorsAddCommand, sensorsRemoveCommand, sensorsConnectCommand])
}

private var sensorsListCommand: ProgramCommand {
  ProgramCommand("list", "Show sensors and what they measure") { context throws(Failure) in
    try context.answer(SensorsAnswer(node: try finish(SensorRequests.list(), context)))
    return .done
  }
}

/// Scans only when asked; nothing scans by itself.
private var sensorsScanCommand: ProgramCommand {
  ProgramCommand(
    "scan", "Look for sensors near you", discussion: "Wear the sensor: most sleep until they touch skin.",
    takes: [seconds]
  ) { context throws(Failure) in
    let request = SensorRequests.scan(context.invocation[seconds] ?? 10)
    let last = try finish(request, context) { line throws(Failure) in
      try context.writeLine(sensorWords(line), json: line.value)
      try context.flush()
    }
    let found = last["found"]?.integer ?? 0
    if found == 0, !context.wantsJSON { context.printNote("nothing was found; wear the sensor, and scan again") }
    return found == 0 ? .no : .done
  }
}

private var sensorsAddCommand: ProgramCommand {
  ProgramCommand(
    "add", "Connect a sensor and count its minutes", discussion: "Adding a sensor again changes its name and numbers.",
    takes: [address, name, rest, most]
  ) { context throws(Failure) in
    let text = context.invocation[address] ?? ""
    let chosen = ChosenSensor(
      address: text, name: context.invocation[name], rest: context.invocation[rest], most: context.invocation[most])
    guard let chosen else { throw notAnAddress(text) }
    try context.answer(ChangeAnswer(node: try finish(SensorRequests.add(chosen), context)))
    return .done
  }
}

private var sensorsRemoveCommand: ProgramCommand {
  ProgramCommand("remove", "Stop counting a sensor", takes: [address]) { context throws(Failure) in
    let text = context.invocation[address] ?? ""
    guard let kept = ChosenSensor.address(text) else { throw notAnAddress(text) }
    try context.answer(ChangeAnswer(node: try finish(SensorRequests.remove(kept), context)))
    return .done
  }
}

private var sensorsConnectCommand: ProgramCommand {
  ProgramCommand(
    "connect", "Connect your sensors now",
    discussion: "A sensor that is away is tried three times within two minutes, and then when this is run."
  ) { context throws(Failure) in
    try context.answer(ChangeAnswer(node: try finish(SensorRequests.connect(), context)))
    return .done
  }
}

private func notAnAddress(_ text: String) -> Failure {
  Failure(
    .usage, kind: "not-an-address", what: "not a Bluetooth address", at: .text(text),
    advice: "see what there is: focuskey sensors scan")
}

/// Asks, hands on each line but the last, and returns the last.
private func finish(
  _ request: SentRequest, _ context: CommandContext,
  _ each: (JSONNode) throws(Failure) -> Void = { _ throws(Failure) in }
) throws(Failure) -> JSONNode {
  try ServiceCall(context).talk(request) { line throws(Failure) in
    if line["ok"] != nil { return true }
    try each(line)
    return false
  }
}

/// `C0:11:22:33:44:55  Strap  measures heart rate, connected`
private func sensorWords(_ sensor: JSONNode) -> String {
  let measures = (sensor["measures"]?.array ?? []).compactMap { kind -> String? in
    switch kind.string {
    case "heart_rate": "heart rate"
    case "strides": "steps"
    default: nil
    }
  }
  var words = [sensor["address"]?.string ?? "", sensor["name"]?.string ?? ""].filter { !$0.isEmpty }
  if !measures.isEmpty { words.append("measures \(measures.joined(separator: " and "))") }
  switch sensor["state"]?.string {
  case "live":
    var now: [String] = []
    if let pulse = sensor["pulse"]?.integer {
      now.append("\(pulse) beats a minute (counts from \(sensor["active_from"]?.integer ?? 0))")
    }
    if let cadence = sensor["cadence"]?.integer {
      now.append("\(cadence) steps a minute, \(counted(sensor["steps"]?.integer ?? 0, "step"))")
    }
    words.append(now.isEmpty ? "connected" : now.joined(separator: ", "))
  case "connected": words.append("connected")
  case "unknown": words.append("forgotten by BlueZ")
  default: words.append("away")
  }
  if sensor["chosen"]?.bool == true { words.append("chosen") }
  return words.joined(separator: "  ")
}

private struct SensorsAnswer: PrintedAnswer {
  let node: JSONNode

  var text: String {
    var lines = (node["sensors"]?.array ?? []).map(sensorWords)
    if let why = node["why"]?.string { lines.append("Nothing is measured: \(why).") }
    if node["state"]?.string == "off" {
      lines.append("No sensor is chosen; see what there is: focuskey sensors scan")
    } else {
      lines.append("\(counted(node["active_minutes"]?.integer ?? 0, "active minute")) in this set.")
    }
    return lines.joined(separator: "\n")
  }

  var json: JSONValue { node.withoutOK }
}

private struct ChangeAnswer: PrintedAnswer {
  let node: JSONNode

  var text: String {
    if let sensor = node["sensor"] { return "Counted from now on: \(sensorWords(sensor))" }
    if let address = node["removed"]?.string { return "\(address) is removed." }
    return "Connected: \((node["connected"]?.array ?? []).compactMap { $0.string }.joined(separator: ", "))"
  }

  var json: JSONValue { node.withoutOK }
}

extension JSONNode {
  fileprivate var withoutOK: JSONValue {
    guard case .object(var members) = value else { return value }
    members["ok"] = nil
    return .object(members)
  }
}
