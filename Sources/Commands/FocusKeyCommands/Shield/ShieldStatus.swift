internal import CommandShell
internal import CommandSpec
internal import FocusKeyService
internal import FocusPorts
internal import JSONText
internal import Requests
internal import ServiceContract
internal import SystemShield

/// `shield status`
var shieldStatusCommand: ProgramCommand {
  ProgramCommand(
    CommandSpec(
      "status", "Show which blocking layers are active",
      discussion: """
        Asks the system itself, and works without a running service. The exit code is 0 if everything that can work here
        does: the helper is running and its three layers are available. What only some desktops and browsers have is shown
        and does not count.
        """)
  ) { context throws(Failure) in
    let layers = SystemShield.probe(SystemShield.Options(context.home))
    try context.answer(LayersAnswer(layers: layers))
    return LayersAnswer(layers: layers).isWhole ? .done : .no
  }
}

/// The layers of the shield.
struct LayersAnswer: Answer {
  let layers: [ShieldLayer]

  /// Whether the layers work without which something opens that is blocked.
  var isWhole: Bool {
    ["sites", "connections", "app-starts"].allSatisfy { name in
      layers.contains { $0.layer == name && $0.state != .unavailable }
    }
  }

  /// The layers' names for people.
  private static let names = [
    "sites": "Sites", "connections": "Open connections", "app-starts": "App starts", "running-apps": "Running apps",
    "browser-page": "Your promise in browsers", "browser-proxy": "Desktop\u{2019}s proxy",
    "app-entries": "Menu entries",
  ]

  private static func name(_ layer: ShieldLayer) -> String { names[layer.layer] ?? layer.layer }

  var text: String {
    let width = layers.map { Self.name($0).count }.max() ?? 0
    return layers.map { layer in
      let name = Self.name(layer) + String(repeating: " ", count: width - Self.name(layer).count)
      return "\(name)  \(layer.state.rawValue)\(layer.why.map { ": \($0)" } ?? "")"
    }.joined(separator: "\n")
  }

  func screen(_ terminal: TerminalStyle) -> String {
    let rows = layers.map { layer in
      let tone: TerminalStyle.Tone =
        switch layer.state {
        case .up: .good
        case .down: .plain
        case .unavailable: .warning
        }
      return [
        TerminalCell(Self.name(layer), .strong), TerminalCell(layer.state.rawValue, tone),
        TerminalCell(layer.why ?? "", .faint),
      ]
    }
    return terminal.table(rows, cutsLast: false).joined(separator: "\n")
  }

  var json: JSONValue {
    [
      "ok": .bool(isWhole),
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
