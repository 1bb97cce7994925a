internal import FocusEngine
internal import FocusPorts
internal import FocusSession
internal import FocusWire
internal import HookRunner
internal import LinuxRuntime
internal import ServiceContract

/// Writes what the service does to standard error, one line per event, for the journal and for people.
struct ServiceLog: Sendable {
  /// How much is logged; each level includes those before it.
  enum Level: Int, Comparable, CaseIterable {
    case error, warning, info, debug

    /// The level that `FOCUSKEY_LOG` names; what happens to the session unless told otherwise.
    init(_ word: String?) {
      self = Self.allCases.first { $0.word == word?.lowercased() } ?? .info
    }

    var word: String {
      switch self {
      case .error: "error"
      case .warning: "warning"
      case .info: "info"
      case .debug: "debug"
      }
    }

    static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
  }

  let level: Level
  let zone: CivilZone
  let now: @Sendable () -> Moment

  /// Writes what the engine tells, until it stops.
  func follow(_ engine: FocusEngine) async {
    let notices = await engine.notices(fromStart: true)
    var blocking: ShieldSummary?
    for await notice in notices {
      switch notice {
      case .happened(let event):
        let settings = await engine.snapshot.machine.settings
        let sentence = event.sentence(settings).map { ": \($0)" } ?? ""
        write(event.isNews ? .info : .debug, "\(event.name)\(sentence)", at: event.at)
      case .logFailed(let fault): write(.error, "nothing was done because the log cannot be written: \(fault.sentence)")
      case .shieldChanged:
        let summary = await engine.snapshot.shield.summary
        if summary != blocking { write(.info, "shield: \(summary.sentence)") }
        blocking = summary
      case .stateChanged: break
      }
    }
  }

  /// Says what came of calling a hook.
  func write(_ news: HookRunner.News) {
    switch news {
    case .done(let hook, let event): write(.info, "hook \(hook): done for \(event)")
    case .failed(let hook, let event, let why):
      write(.warning, "hook \(hook): failed for \(event): \(why.sentence); not reported again until it works")
    case .behind(let hook):
      write(.warning, "hook \(hook): too many events waiting; new ones are dropped until it responds")
    }
  }

  /// Writes one line, if the level is asked for.
  func write(_ level: Level, _ words: String, at moment: Timestamp? = nil) {
    guard level <= self.level else { return }
    let time = ISO8601.text(moment ?? now().wall, in: zone)
    // Standard error may lead nowhere; the service runs all the same.
    try? Files.write("\(time) \(level.word) \(words)\n".utf8, to: 2)
  }
}

extension Event {
  /// Whether people care about it, as opposed to what only explains other news.
  fileprivate var isNews: Bool {
    switch kind {
    case .recorded, .refused, .noticed: true
    case .ring: false
    case .tapIgnored(let why, _, _): why != .stillThere
    }
  }
}
