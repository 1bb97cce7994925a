internal import CommandShell
internal import FocusKeyService
internal import FocusPorts
internal import Languages
internal import ServiceContract
internal import Spelling
internal import SystemShield

var shieldStatusCommand: ProgramCommand {
  ProgramCommand(
    "status", "Show which blocking layers are active",
    discussion: """
      Asks the system itself, and works without a running service. The exit code is 0 if everything that can work here
      does: the helper is running and its five layers are available. What only some desktops and browsers have is shown
      and does not count. Behind the layers are the browsers of this computer, from packages, Snaps and Flatpaks, each with
      what holds in it.
      """
  ) { context throws(Failure) in
    let options = SystemShield.Options(context.home)
    let layers = SystemShield.probe(options)
    let answer = LayersAnswer(
      layers: layers, browsers: InstalledBrowser.all(layers, options),
      otherwise: BrowserNote(folder: context.home.runtimeFolder).otherwise)
    try context.answer(answer)
    return answer.isWhole ? .done : .no
  }
}

struct LayersAnswer: PrintedAnswer {
  let layers: [ShieldLayer]
  let browsers: [InstalledBrowser]
  /// Sites whose parts cannot be seen are `shut` or `open`; `nil` if no profile in force names one.
  let otherwise: String?

  private var paths: PathsReport { PathsReport(browsers, layers, isShutOtherwise: otherwise == "shut") }

  /// Whether all layers work without which something blocked could be opened.
  var isWhole: Bool {
    ["sites", "connections", "ech", "dns", "app-starts"].allSatisfy { name in
      layers.contains { $0.layer == name && $0.state != .unavailable }
    }
  }

  private static let names = [
    "sites": "Sites", "connections": "Open connections", "ech": "Encrypted names", "dns": "Resolvers elsewhere",
    "app-starts": "App starts", "running-apps": "Running apps",
    "browser-page": "Your promise in browsers", "browser-proxy": "Desktop\u{2019}s proxy",
    "app-entries": "Menu entries",
  ]

  private static func name(_ layer: ShieldLayer) -> String { names[layer.layer] ?? layer.layer }

  var text: String { text(in: .english) }

  func text(in speech: Speech) -> String {
    let width = layers.map { terminalColumns(of: speech.say(Self.name($0))) }.max() ?? 0
    let lines = layers.map { layer in
      let name = speech.say(Self.name(layer))
      let gap = String(repeating: " ", count: width - terminalColumns(of: name) + 2)
      return name + gap + speech.say(layer.state.rawValue) + (layer.why.map { ": \(speech.say($0))" } ?? "")
    }
    let others = browsers.map { "\($0.title): \($0.sentences.map(speech.say).joined(separator: " "))" }
    return (lines + others + (otherwise == nil ? [] : [speech.say(paths.sentence)])).joined(separator: "\n")
  }

  func screen(_ terminal: TerminalStyle) -> String {
    let say = terminal.speech.say
    let rows = layers.map { layer in
      let tone: TerminalStyle.Tone =
        switch layer.state {
        case .up: .good
        case .down: .plain
        case .unavailable: .warning
        }
      return [
        TerminalCell(say(Self.name(layer)), .strong), TerminalCell(say(layer.state.rawValue), tone),
        TerminalCell(say(layer.why ?? ""), .faint),
      ]
    }
    let others = browsers.map { browser in
      [
        TerminalCell(browser.title, .strong),
        TerminalCell(browser.sentences.map(say).joined(separator: " "), .faint),
      ]
    }
    let tables = [rows, others].filter { !$0.isEmpty }.map { rows in
      terminal.table(rows, cutsLast: false).joined(separator: "\n")
    }
    return (tables + (otherwise == nil ? [] : [say(paths.sentence)])).joined(separator: "\n\n")
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
      "browsers": .array(
        browsers.map { browser in
          [
            "name": .string(browser.name), "from": .string(browser.origin), "sites": .string(browser.sites.rawValue),
            "policy": .string(browser.policy.rawValue), "page": .string(browser.page.rawValue),
          ]
        }),
      "paths": [
        "state": .string(paths.word),
        "browsers": .array(paths.browsers.map { ["name": .string($0.name), "state": .string($0.state.rawValue)] }),
        "otherwise": .string(paths.otherwise),
      ],
    ]
  }
}
