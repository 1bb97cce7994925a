package import Gates

extension GateProgress {
  /// What is still to be done, or was, as an imperative without a full stop.
  package var words: String {
    switch step {
    case .wait:
      "wait \(spokenTimeLeft(isDone ? step.wait : left))" + (replaced.map { ", because \($0.why.words)" } ?? "")
    case .tap(.named(let key)): "tap \u{201C}\(key)\u{201D}"
    case .tap(.anyStopKey): "tap your stop key"
    case .type(let sentence): "type \u{201C}\(sentence)\u{201D}"
    case .learn(let cards): "learn \(counted(isDone ? cards : cards - done, "card", of: cards))"
    case .move(let repetitions):
      "do \(counted(isDone ? repetitions : repetitions - done, "repetition", of: repetitions))"
    case .scan(let key): "scan \u{201C}\(key)\u{201D}"
    }
  }

  /// Whether somebody has to do something for it, beyond waiting.
  var isDeed: Bool {
    switch step {
    case .wait, .tap(.anyStopKey): false
    case .tap, .type, .learn, .move, .scan: true
    }
  }

  private func counted(_ left: Int, _ thing: String, of all: Int) -> String {
    "\(left)\(left < all ? " more" : "") \(thing)\(left == 1 ? "" : "s")"
  }
}

extension [GateProgress] {
  /// What is still to be done beyond waiting: `learn 3 more cards and tap “desk”`; `nil` for nothing.
  package var toDo: String? {
    let words = open.filter { $0.isDeed }.map { $0.words }
    return words.isEmpty ? nil : words.inWords
  }

  /// What a refusal says: everything that is still to be done.
  func message(before loosening: Loosening) -> String {
    let what =
      switch loosening {
      case .takeBreak: "before a break"
      case .visit: "before a visit"
      case .end: "before the end"
      }
    return "\(what): \(open.map { $0.words }.inWords)"
  }
}

extension [String] {
  /// A list as people say it: `tap “desk”, wait 5 s and learn 5 cards`.
  var inWords: String {
    guard let last, count > 1 else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " and " + last
  }
}

extension GateObstacle {
  /// What is missing, for a page that shows it at the step: `cards`, `movement`, `reader`, or the name of a key.
  package var lacks: String {
    switch self {
    case .unknownKey(let key): key
    case .noReader: "reader"
    case .tooFewCards: "cards"
    case .nothingCounts: "movement"
    }
  }

  /// Why a step can't be passed, as part of a sentence.
  package var words: String {
    switch self {
    case .unknownKey(let key): "no key \u{201C}\(key)\u{201D} with a card is registered"
    case .noReader: "no reader is connected"
    case .tooFewCards(0): "there are no cards to learn"
    case .tooFewCards(let cards): "there are only \(cards) cards to learn"
    case .nothingCounts: "nothing here counts movement"
    }
  }
}
