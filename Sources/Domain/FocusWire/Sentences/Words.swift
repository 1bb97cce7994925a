/// A choice that is written as one word in JSON and on the command line.
package protocol Worded: CaseIterable, Equatable {
  var word: String { get }
}

extension Worded {
  package init?(word: String) {
    guard let found = Self.allCases.first(where: { $0.word == word }) else { return nil }
    self = found
  }

  package static var words: [String] { Self.allCases.map { $0.word } }
}

extension Worded where Self: RawRepresentable<String> {
  package var word: String { rawValue }
}

extension JSONItem {
  /// The choice that the text names; another word is refused with the nearest right one.
  func choice<Choice: Worded>(_ type: Choice.Type = Choice.self) throws(JSONShapeError) -> Choice {
    let word = try word(among: Choice.words)
    guard let choice = Choice(word: word) else { throw refusal("this word has no meaning here") }
    return choice
  }
}

extension EndRule: Worded {}

extension Proof: Worded {
  /// As in a key's `proof`.
  package var word: String {
    switch self {
    case .presence: "presence"
    case .uid: "uid"
    case .counter: "counter"
    case .sun: "sun"
    }
  }
}

extension Role: Worded {
  /// As in a key's `may`.
  package var word: String {
    switch self {
    case .start: "start"
    case .stop: "stop"
    case .takeBreak: "break"
    case .switchProfile: "switch"
    case .visit: "visit"
    }
  }
}

extension Weekday: Worded {
  /// As in a schedule's `days`.
  package var word: String {
    switch self {
    case .monday: "mon"
    case .tuesday: "tue"
    case .wednesday: "wed"
    case .thursday: "thu"
    case .friday: "fri"
    case .saturday: "sat"
    case .sunday: "sun"
    }
  }
}

extension QuestionAnswer: Worded {}

extension WallTrust {
  var word: String {
    switch self {
    case .synchronized: "synchronized"
    case .hardware: "hardware"
    case .set: "set"
    case .waiting: "waiting"
    }
  }
}

extension ClockAnchor.Measure: Worded {}

extension ClockCorrection: Worded {}

extension BreakEnd: Worded {}

extension SessionEnd: Worded {}

extension TapIgnored: Worded {}

extension ScheduleSkip: Worded {}

extension Attempt.Kind: Worded {}

extension Status.State: Worded {}

extension BreakRule: Worded {}

extension PathRule: Worded {}
