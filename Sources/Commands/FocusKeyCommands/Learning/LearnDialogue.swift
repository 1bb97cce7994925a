internal import CommandShell
internal import FocusSession
internal import Glibc
internal import Languages
internal import Learning

/// Shows cards one after the other and reads answers: keys in a terminal, lines in a pipe.
struct LearnDialogue {
  enum Outcome {
    /// It was graded; the facts should be recorded.
    case graded([LearnFact])
    /// It was skipped; a bookmark may have changed.
    case skipped([LearnFact])
    /// The previous card's grade was a mistake.
    case undone([LearnFact])
    /// The person wants to end; a bookmark may have changed.
    case ended([LearnFact])
  }

  private enum Reply {
    case reveal, bookmark, skip, suspend, undo, end, other
    case grade(Grade)
  }

  private let context: CommandContext
  private let isTerminal: Bool

  init(_ context: CommandContext) throws(Failure) {
    self.context = context
    isTerminal = isatty(context.surroundings.input) == 1 && !context.wantsJSON
  }

  /// Shows a card until it is answered.
  mutating func show(
    _ card: Card, _ id: CardID, _ position: String, isBookmarked: Bool
  ) throws(Failure) -> Outcome {
    let showing = CardShowing(id, at: Self.now)
    var bookmark = isBookmarked
    var isRevealed = false
    try showQuestion(card, id, position, isBookmarked)
    var marks: [LearnFact] { bookmark == isBookmarked ? [] : [.bookmarked(id, bookmark)] }
    while true {
      switch try reply() {
      case .end: return .ended(marks)
      case .skip: return .skipped(marks)
      case .suspend:
        if !context.wantsJSON { try tell("This card is left out from now on.") }
        return .skipped([.suspended(id, true)] + marks)
      case .undo: return .undone(marks)
      case .bookmark:
        bookmark.toggle()
        if !context.wantsJSON { try tell(bookmark ? "Bookmarked." : "Removed the bookmark.") }
      case .reveal:
        if !isRevealed { try showAnswer(card) }
        isRevealed = true
      case .grade(let grade):
        // In a pipe an answer may come at once: it counts when its time has come.
        if !isTerminal { Self.wait(until: showing.since + CardShowing.least) }
        guard let fact = showing.answer(grade, at: Self.now) else {
          try tell("Take two seconds for each card.")
          continue
        }
        if !isRevealed, !context.wantsJSON { try showAnswer(card) }
        return .graded([fact] + marks)
      case .other: try tell("Press Enter for the answer, then 1 again, 2 hard, 3 good or 4 easy; b, s, x, u or q.")
      }
    }
  }

  /// Says when the card comes again.
  func tell(_ id: CardID, _ memory: Memory?) throws(Failure) {
    guard let memory else { return }
    if context.wantsJSON {
      let due = ISO8601.text(Timestamp(milliseconds: memory.due.milliseconds), in: try context.zone())
      let value: JSONValue = [
        "card": .string(id.card), "deck": .string(id.deck), "due": .string(due), "reps": JSONValue(memory.reviews),
        "lapses": JSONValue(memory.lapses),
      ]
      return try say(value.text)
    }
    let seconds = (memory.due.milliseconds - memory.reviewed.milliseconds) / 1000
    try tell("The card comes again in \(seconds < 86_400 ? "\(seconds / 60) min" : "\(seconds / 86_400) d").\n")
  }

  /// Says that a grade was undone; the card comes again with the next ones.
  func tellUndone(_ words: String?) throws(Failure) {
    if !context.wantsJSON { try tell(words ?? "There is no grade to undo.") }
  }

  private func showQuestion(
    _ card: Card, _ id: CardID, _ position: String, _ isBookmarked: Bool
  ) throws(Failure) {
    if context.wantsJSON {
      guard case .object(var object) = DeckJSON.json(card) else { return }
      object["deck"] = .string(id.deck)
      object["position"] = .string(position)
      object["bookmarked"] = .bool(isBookmarked)
      return try say(JSONValue.object(object).text)
    }
    let category = card.category.isEmpty ? "" : ", \(card.category)"
    try say(
      "\(position) (\(id.deck)\(category))\(isBookmarked ? ", bookmarked" : "")\n\n\(Self.indented(card.title))\n")
  }

  private func showAnswer(_ card: Card) throws(Failure) {
    guard !context.wantsJSON else { return }
    try say("\(Self.indented(card.content))\(card.link.map { "\n  \($0)" } ?? "")\n")
    if isTerminal { try tell("1 again  2 hard  3 good  4 easy") }
  }

  private static func indented(_ markup: String) -> String {
    CardMarkup.text(markup).split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)" }
      .joined(separator: "\n")
  }

  /// Prints one of our sentences in the person's language; the texts of cards stay as they are.
  private func tell(_ sentence: String) throws(Failure) { try say(context.speech.say(sentence)) }

  private func say(_ text: String) throws(Failure) {
    try context.write(text + "\n")
    try context.flush()
  }

  // MARK: Replies

  private func reply() throws(Failure) -> Reply {
    guard let word = isTerminal ? key() : line() else { return .end }
    switch word {
    case "", " ": return .reveal
    case "b": return .bookmark
    case "s": return .skip
    case "x": return .suspend
    case "u": return .undo
    case "q": return .end
    default: return Int(word).flatMap { Grade(rawValue: $0) }.map { .grade($0) } ?? .other
    }
  }

  /// The next line of standard input; `nil` at its end.
  private func line() -> String? {
    var line: [UInt8] = []
    var octet: UInt8 = 0
    while unsafe Glibc.read(context.surroundings.input, &octet, 1) == 1 {
      if octet == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
      if line.count < 100, octet > 0x20 { line.append(octet) }
    }
    return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
  }

  /// Reads one key and restores the terminal at once; Control-C ends the program as always.
  private func key() -> String? {
    var before = termios()
    let input = context.surroundings.input
    guard unsafe tcgetattr(input, &before) == 0 else { return line() }
    var single = before
    single.c_lflag &= ~UInt32(ICANON | ECHO)
    unsafe tcsetattr(input, TCSADRAIN, &single)
    defer { unsafe tcsetattr(input, TCSADRAIN, &before) }
    var octet: UInt8 = 0
    guard unsafe Glibc.read(input, &octet, 1) == 1, octet != 4 else { return nil }
    return octet == 0x0A || octet == 0x0D ? "" : String(decoding: [octet | (octet >= 0x40 ? 0x20 : 0)], as: UTF8.self)
  }

  // MARK: Time

  /// A monotonic clock, in milliseconds.
  private static var now: Int64 {
    let (seconds, attoseconds) = ContinuousClock().now.distance(from: start).components
    return seconds * 1000 + attoseconds / 1_000_000_000_000_000
  }

  private static let start = ContinuousClock.now

  private static func wait(until moment: Int64) {
    while now < moment { usleep(UInt32(moment - now) * 1000) }
  }
}

extension ContinuousClock.Instant {
  fileprivate func distance(from earlier: Self) -> Duration { earlier.duration(to: self) }
}
