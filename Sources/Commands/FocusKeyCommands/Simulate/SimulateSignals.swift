internal import FocusSession
internal import Guarding
internal import Requests

/// What a script says about the person and the computer, as sources would.
enum SimulatedSignal: Equatable {
  case active(Front?)
  case input(Bool)
  case locked(Bool)
  case asleep(Bool)
  case cardThere(Bool)
  case loud(Bool)
  case playing(Bool)
  case keptAwake(Bool)

  /// The verbs without arguments.
  static let verbs: [(name: String, signal: SimulatedSignal)] = [
    ("quiet", .input(false)), ("input", .input(true)), ("lock", .locked(true)), ("unlock", .locked(false)),
    ("sleep", .asleep(true)), ("wake", .asleep(false)), ("card-off", .cardThere(false)), ("card-on", .cardThere(true)),
    ("noise-on", .loud(true)), ("noise-off", .loud(false)), ("media-on", .playing(true)),
    ("media-off", .playing(false)), ("screen-kept-on", .keptAwake(true)), ("screen-free", .keptAwake(false)),
  ]

  func noticed(at now: Tick) -> GuardSignal {
    switch self {
    case .active(let front): front.map { .front($0) } ?? .nothingInFront
    case .input(let isThere): isThere ? .input(since: now) : .idle(since: now)
    case .locked(let isTrue): .locked(isTrue)
    case .asleep(let isTrue): .asleep(isTrue)
    case .cardThere(let isTrue): .cardThere(isTrue)
    case .loud(let isTrue): .loud(isTrue)
    case .playing(let isTrue): .playing(isTrue)
    case .keptAwake(let isTrue): .keptAwake(isTrue)
    }
  }

  /// Which source says it: a later word of the same source replaces the earlier one.
  fileprivate var source: Int {
    switch self {
    case .active: 0
    case .input: 1
    case .locked: 2
    case .asleep: 3
    case .cardThere: 4
    case .loud: 5
    case .playing: 6
    case .keptAwake: 7
    }
  }
}

/// What each source said last, which it repeats to a service that starts.
struct SimulatedSources {
  private var words: [(signal: SimulatedSignal, noticed: GuardSignal)] = []

  /// All of the signals, each with the time since which it is true.
  var all: [GuardSignal] { words.map { $0.noticed } }

  /// Remembers a signal, and returns what should be handed in.
  mutating func say(_ signal: SimulatedSignal, at now: Tick) -> GuardSignal {
    // The same word again is only news about input: there was some just now.
    let isAgain = words.contains { $0.signal == signal }
    let noticed = signal.noticed(at: now)
    if !isAgain {
      words.removeAll { $0.signal.source == signal.source }
      words.append((signal, noticed))
    }
    return noticed
  }
}

extension SimulateVerbs {
  /// Reads the verbs about guards; `nil` for another verb's name.
  func readGuard(_ name: String, _ words: inout SimulateWords) throws(Failure) -> SimulateScript.Verb? {
    switch name {
    case "active": return .signal(.active(try front(&words)))
    case "excuse": return .command(.excuse)
    case "snooze": return .command(.snooze)
    case "hush": return .command(.hush)
    case "end": return .command(.rehearseEnd)
    case "bed": return .command(.bed)
    case "up": return .command(.up)
    case "look": return .look
    default: return SimulatedSignal.verbs.first { $0.name == name }.map { .signal($0.signal) }
    }
  }

  static let guardNames =
    ["active"] + SimulatedSignal.verbs.map { $0.name } + ["excuse", "snooze", "hush", "end", "bed", "up", "look"]

  /// `app=ID`, with the site that it shows, or `none`.
  private func front(_ words: inout SimulateWords) throws(Failure) -> Front? {
    var app: String?
    var site: String?
    while let word = words.next() {
      let sign = word.firstIndex(of: "=")
      let name = sign.map { String(word[..<$0]) } ?? "app"
      let value = sign.map { String(word[word.index(after: $0)...]) } ?? word
      guard !value.isEmpty else { throw Failure(words.line, "\(name) is empty", "write active app=ID") }
      switch name {
      case "app" where app == nil: app = value
      case "site" where site == nil: site = value
      default: throw Failure(words.line, unknown: "argument", name, among: ["app", "site"])
      }
    }
    guard let app else { throw Failure(words.line, "the app is missing", "write active app=ID or active none") }
    return app == "none" ? nil : Front(app: [app], site: site, categories: categories(app: app, site: site))
  }
}
