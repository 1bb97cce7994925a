package import JSONText

/// Why a home's request is refused, before the session itself is asked.
package enum HomeRefusal: Error, Equatable, Sendable {
  /// It would loosen: end a session, open a break, answer a question, silence an alarm.
  case soft
  case tooLong
  case notJSON(JSONError)
  case notUnderstood(JSONShapeError)
  /// A choice for a later start asks nothing of the session.
  case onlyAChoice
  case nothingToAddTo
  case tooMany

  /// The rule, as events name it.
  package var rule: String {
    switch self {
    case .soft: "soft"
    case .tooLong, .notJSON, .notUnderstood, .onlyAChoice: "not-understood"
    case .nothingToAddTo: "not-active"
    case .tooMany: "too-many"
    }
  }

  package var message: String {
    switch self {
    case .soft: "over MQTT a session can be started, extended or made stricter; nothing else"
    case .tooLong: "the message is longer than \(HomeCommand.longest) bytes"
    case .notJSON(let error): "the message is not JSON: \(error.message)"
    case .notUnderstood(let error): "the message is not understood: \(error.message)"
    case .onlyAChoice: "this asks nothing of the session"
    case .nothingToAddTo: "no session is under way"
    case .tooMany: "too many messages; wait a few seconds"
    }
  }

  package func json(at time: String) -> JSONValue {
    ["at": .string(time), "event": "refused", "rule": .string(rule), "message": .string(message)]
  }

  /// Whether a word names something that exists and would loosen.
  static func isLoosening(_ word: String) -> Bool {
    switch word {
    case "stop", "end", "confirm", "keep", "break", "resume", "emergency", "recover", "excuse", "snooze", "hush",
      "override", "tap", "type", "bed", "up", "visit", "visit-end":
      true
    default: false
    }
  }
}

/// Limits messages to ten at once, then one each second, so that a storm of them blocks nothing.
package struct CommandPace: Sendable {
  private static let most: Int64 = 10
  private static let each: Int64 = 1000

  /// From when on all ten can come at once again, in milliseconds.
  private var full: Int64?
  /// Whether the last message was one too many.
  private var isOver = false

  package init() {}

  /// Takes in a message.
  ///
  /// - Parameter moment: when it came, in milliseconds of a clock that is never set.
  /// - Throws: `tooMany` for the first of those that are too many.
  /// - Returns: whether it is looked at.
  package mutating func admits(at moment: Int64) throws(HomeRefusal) -> Bool {
    let next = max(full ?? moment, moment) + Self.each
    guard next - moment <= Self.most * Self.each else {
      let isFirst = !isOver
      isOver = true
      if isFirst { throw .tooMany }
      return false
    }
    isOver = false
    full = next
    return true
  }
}
