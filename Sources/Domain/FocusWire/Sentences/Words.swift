package import FocusSession
internal import JSONText

/// A choice that is written as one word in JSON and on the command line.
package protocol Worded: CaseIterable, Equatable {
  var word: String { get }
}

extension Worded {
  /// The choice that the word names.
  package init?(word: String) {
    guard let found = Self.allCases.first(where: { $0.word == word }) else { return nil }
    self = found
  }

  /// All words in order.
  package static var words: [String] { Self.allCases.map { $0.word } }
}

extension JSONItem {
  /// The choice that the text names; another word is refused with the nearest right one.
  func choice<Choice: Worded>(_ type: Choice.Type = Choice.self) throws(JSONShapeError) -> Choice {
    let word = try word(among: Choice.words)
    guard let choice = Choice(word: word) else { throw refusal("this word has no meaning here") }
    return choice
  }
}

extension EndRule: Worded {
  /// As in a profile's `end`.
  package var word: String {
    switch self {
    case .confirm: "confirm"
    case .key: "key"
    case .timer: "timer"
    }
  }
}

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

extension QuestionAnswer: Worded {
  /// As in `question-answered`.
  package var word: String {
    switch self {
    case .end: "end"
    case .keep: "keep"
    case .takeBreak: "break"
    case .switchProfile: "switch"
    case .timeout: "timeout"
    }
  }
}

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

extension ClockAnchor.Measure: Worded {
  package var word: String {
    switch self {
    case .anyClock: "any"
    case .synchronizedClock: "synchronized"
    case .hardwareClock: "hardware"
    }
  }
}

extension ClockCorrection: Worded {
  package var word: String {
    switch self {
    case .ranAhead: "ran-ahead"
    case .synchronized: "synchronized"
    }
  }
}

extension BreakEnd: Worded {
  /// As in `break-ended`.
  package var word: String {
    switch self {
    case .over: "over"
    case .resumed: "resumed"
    case .sessionEnded: "session-ended"
    }
  }
}

extension SessionEnd: Worded {
  /// As in `session-ended`.
  package var word: String {
    switch self {
    case .confirmed: "confirmed"
    case .completed: "completed"
    case .emergency: "emergency"
    case .switched: "switched"
    }
  }
}

extension TapIgnored: Worded {
  /// As in `tap-ignored`.
  package var word: String {
    switch self {
    case .stillThere: "still-there"
    case .tooSoon: "too-soon"
    case .twoCards: "two-cards"
    case .stranger: "stranger"
    case .atStart: "at-start"
    }
  }
}

extension ScheduleSkip: Worded {
  /// As in `schedule-skipped`.
  package var word: String {
    switch self {
    case .missed: "missed"
    case .unproven: "unproven"
    }
  }
}

extension Attempt.Kind: Worded {
  /// As in `attempt`.
  package var word: String {
    switch self {
    case .site: "site"
    case .app: "app"
    }
  }
}

extension Status.State: Worded {
  /// As in the status.
  package var word: String {
    switch self {
    case .idle: "idle"
    case .focusing: "focusing"
    case .onBreak: "break"
    }
  }
}

extension BreakRule: Worded {
  /// As the rule is in a profile's `breaks`.
  package var word: String {
    switch self {
    case .length: "minutes"
    case .perSession: "perSession"
    case .every: "every"
    case .sessionBudget: "budget.session"
    case .dayBudget: "budget.day"
    case .weekBudget: "budget.week"
    case .after: "after"
    case .gap: "gap"
    case .earn: "earn"
    }
  }
}

extension PathRule: Worded {
  /// As in a profile's `paths`.
  package var word: String {
    switch self {
    case .inExtension: "extension"
    case .whole: "whole"
    }
  }
}
