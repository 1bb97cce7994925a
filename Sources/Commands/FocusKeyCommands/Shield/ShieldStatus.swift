internal import CommandShell
internal import CommandSpec
internal import FocusKeyService
internal import FocusPorts
internal import JSONText
internal import ServiceContract
internal import SystemShield

/// `shield status`
let shieldStatusCommand = ProgramCommand(
  CommandSpec(
    "status", "Show which blocking layers are active",
    discussion: """
      Asks the system itself, and works without a running service. The exit code is 1 if a layer is not available here.
      """)
) { context throws(CommandError) in
  let layers = SystemShield.probe(SystemShield.Options(context.home))
  try context.answer(LayersAnswer(layers: layers))
  return layers.contains { $0.state == .unavailable } ? .no : .done
}

/// The layers of the shield.
struct LayersAnswer: Answer {
  let layers: [ShieldLayer]

  var text: String {
    let width = layers.map(\.layer.count).max() ?? 0
    return layers.map { layer in
      let name = layer.layer + String(repeating: " ", count: width - layer.layer.count)
      return "\(name)  \(layer.state.rawValue)\(layer.why.map { ": \($0)" } ?? "")"
    }.joined(separator: "\n")
  }

  var json: JSONValue {
    [
      "ok": .bool(!layers.contains { $0.state == .unavailable }),
      "shield": .array(
        layers.map { layer in
          .members([
            "layer": .string(layer.layer), "state": .string(layer.state.rawValue),
            "why": layer.why.map(JSONValue.string),
          ])
        }),
    ]
  }
}
