import FocusSession
import LinuxRuntime
import SystemClock

/// What the session engine alone makes of the commands that a service announced: run beside the service's log, it has
/// to come to the same facts, whatever happened to the service in between.
struct Prediction {
  /// The state to which the log came so far.
  private(set) var machine: SessionMachine
  /// All facts of the log that were predicted.
  private(set) var facts: [Fact] = []
  private var ahead: ArraySlice<Fact> = []

  init() {
    var settings = Settings.shipped
    settings.zone = ZoneFiles.local(Environment["TZ"]) ?? .utc
    machine = SessionMachine(settings: settings)
  }

  /// Takes what the log holds behind what is predicted already, as what these commands and a start of the service made
  /// of it.
  ///
  /// - Parameter commands: what was said since the last start, in order, each with how many facts the service announced
  ///   of it; `nil` without an answer, or with a refusal.
  mutating func follow(_ log: [Fact], _ commands: [(command: Command, announced: Int?)]) throws(Broken) {
    ahead = log[facts.count...]
    for (command, announced) in commands where !take(command, announced) {
      // What had no answer may have happened or not, and a refusal may have made a fact or none.
      guard let announced, announced > 0 else { continue }
      throw Broken("announced, and not what the log goes on with at \(facts.count): \(command); \(ahead.prefix(3))")
    }
    guard take(.serviceStarted(lastAlive: nil), nil) else {
      throw Broken("the service came up otherwise than predicted at \(facts.count) of \(log.count)")
    }
    guard ahead.isEmpty else { throw Broken("the log holds more than was said: \(ahead.map { $0.body })") }
  }

  private mutating func take(_ command: Command, _ announced: Int?) -> Bool {
    var tried: [Moment] = []
    // A command's own facts bear its moment; those that fell due before it come first and bear their own. Whether the
    // wall clock was synchronized then is not kept with a fact.
    for moment in ahead.prefix(12).flatMap({ Self.moments(of: $0) }) where !tried.contains(moment) {
      tried.append(moment)
      let decision = machine.decide(command, at: moment, entropy: Entropy(high: 0, low: 0))
      // What is told of each command is known: another one's facts are not taken for its own.
      if let announced, announced != decision.events.count(where: \.isRecorded) { continue }
      let expected = decision.facts
      let written = ahead.prefix(expected.count)
      guard !expected.isEmpty, expected.count == written.count, zip(expected, written).allSatisfy(Self.same) else {
        continue
      }
      // From here on with the names that the service gave.
      for fact in written { machine.apply(fact) }
      facts += written
      ahead = ahead.dropFirst(written.count)
      return true
    }
    return false
  }

  private static func moments(of fact: Fact) -> [Moment] {
    var unconfirmed = fact.stamp.moment
    unconfirmed.isSynchronized = false
    return [fact.stamp.moment, unconfirmed]
  }

  /// The same but for the names that chance gives, and for which mouth said it.
  private static func same(_ one: Fact, _ other: Fact) -> Bool {
    one.stamp == other.stamp && plain(one.body) == plain(other.body)
  }

  private static func plain(_ body: Fact.Body) -> Fact.Body {
    switch body {
    case .sessionStarted(var start):
      start.id = SessionID("")
      start.trigger = .command
      start.own.trigger = .command
      return .sessionStarted(start)
    case .sessionEnded(var ending):
      ending.id = SessionID("")
      return .sessionEnded(ending)
    case .layerAdded(var layer, let occurrence):
      layer.trigger = .command
      return .layerAdded(layer, occurrence)
    case .questionOpened(var question):
      question.asked = .command
      return .questionOpened(question)
    case .questionAnswered(let answer, let by): return .questionAnswered(answer, by: by == nil ? nil : .command)
    case .breakStarted(let ends, let periods, _): return .breakStarted(ends: ends, periods, by: .command)
    case .serviceStarted: return .serviceStarted(down: nil)
    default: return body
    }
  }
}

extension Event {
  /// Whether it tells a fact.
  fileprivate var isRecorded: Bool {
    if case .recorded = kind { return true }
    return false
  }
}
