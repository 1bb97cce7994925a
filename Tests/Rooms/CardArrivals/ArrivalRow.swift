import FocusPorts
import Testing

@testable import CardArrivals

/// A situation at one reader: what a driver saw, one thing after the other, and what is told of each.
///
/// A script is a list of `seen:told` separated by blanks; several things that are told are joined by `+`.
///
/// | seen | |
/// |---|---|
/// | `ready`, `lost`, `unplugged`, `denied` | the reader comes into sight, or out of it, for what reason |
/// | `read1`, `doubt1` | card 1 was read; not steadily |
/// | `bad1`, `bad?` | a card cannot be read; its number is not known |
/// | `slip1`, `slip?` | a card left before it was read |
/// | `cut1`, `cut?` | the reader failed while it read a card |
/// | `several`, `empty` | several cards, or none |
/// | `+700` | milliseconds pass |
struct ArrivalRow: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let script: String

  init(_ name: String, _ script: String) {
    testDescription = name
    self.script = script
  }

  /// Plays the script.
  ///
  /// - Returns: the script as it turned out.
  func played() throws -> String {
    var watch = ScriptedWatch()
    var turnedOut: [String] = []
    for step in script.split(separator: " ") {
      let seen = step.prefix { $0 != ":" }
      turnedOut.append("\(seen):\(try watch.see(String(seen)).joined(separator: "+"))")
    }
    return turnedOut.joined(separator: " ")
  }
}

/// A driver that sees what a script says.
struct ScriptedWatch {
  static let reader = ReaderName(backend: "test", name: "Test reader")

  struct NotAWord: Error {
    let word: String
  }

  private(set) var arrivals = CardArrivals(Self.reader)
  private(set) var now: Int64 = 1_000_000

  /// What is told of what is seen, in words.
  mutating func see(_ word: String) throws -> [String] {
    if word.hasPrefix("+") {
      guard let milliseconds = Int64(word.dropFirst()) else { throw NotAWord(word: word) }
      return pass(milliseconds)
    }
    now += 1
    return arrivals.report(try observation(word), at: now).map(\.word)
  }

  /// Time passes; what is due meanwhile is told at its own time.
  mutating func pass(_ milliseconds: Int64) -> [String] {
    let end = now + milliseconds
    var told: [ReaderEvent] = []
    while let deadline = arrivals.deadline, deadline <= end {
      now = max(now, deadline)
      told += arrivals.report(.timePassed, at: now)
    }
    now = end
    return told.map(\.word)
  }

  private func observation(_ word: String) throws -> CardArrivals.Observation {
    let uid = word.last?.wholeNumberValue.map { [UInt8($0)] }
    let card = PresentedCard(uid: uid ?? [])
    switch word.prefix(while: { !$0.isNumber && $0 != "?" }) {
    case "ready": return .ready
    case "lost": return .lost(CardArrivals.Loss(why: "trouble"))
    case "unplugged": return .lost(CardArrivals.Loss(why: "unplugged", isUnplugged: true))
    case "denied": return .lost(CardArrivals.Loss(why: "denied", needsPerson: true))
    case "read": return .read(card, isSteady: true)
    case "doubt": return .read(card, isSteady: false)
    case "bad": return .unreadable(uid: uid, why: "bad")
    case "slip": return .slipped(uid: uid, why: "slip")
    case "cut": return .cutOff(uid: uid)
    case "several": return .several
    case "empty": return .empty
    default: throw NotAWord(word: word)
    }
  }
}

extension ReaderEvent {
  fileprivate var word: String {
    func number(_ uid: [UInt8]?) -> String { uid?.first.map { "\($0)" } ?? "?" }
    return switch self {
    case .ready: "ready"
    case .lost(_, let why): why
    case .arrived(_, let card, let atStart): (atStart ? "there" : "tap") + number(card.uid)
    case .left(_, let uid): "left" + number(uid)
    case .severalCards: "several"
    case .unreadable(_, let uid, let why): (why == CardArrivals.tooShort ? "short" : why) + number(uid)
    }
  }
}
