internal import CommandShell
internal import DeckFiles
internal import Glibc
internal import Learning
internal import Rewards
internal import Spelling
internal import Study

enum LearnCommand {
  private static let count = Operand<Int>(.number(in: 1...1000), "how many cards (default: 10)", count: .optional)
  private static let deck = Option("deck", value: .text("DECK", wordList: "decks"), "only this deck")

  static let command = ProgramCommand(
    "learn", "Learn the cards that are due",
    discussion: """
      Shows the cards that are due, then new ones. Press Enter to see the answer, then say how well you knew it: 1 again, 2 hard, 3 good, 4 easy. \
      b bookmarks the card, s skips it, x leaves it out for good, u undoes the grade before, q ends. A card counts once it was in view for two seconds. In a pipe, give one answer per line.

      $ focuskey learn 5 --deck Spanish
      """, takes: [count, deck],
    run: { context throws(Failure) in try await run(context) })

  private static func run(_ context: CommandContext) async throws(Failure) -> ExitCode {
    let room = try StudyRoom(context)
    if let name = context.invocation[deck] { _ = try room.deck(named: name) }
    let ids = try shelved(room.shelf.ids(of: context.invocation[deck]))
    guard !ids.isEmpty else {
      throw Failure(
        .noInput, kind: "no-cards", what: "no deck has cards yet", at: .text(""),
        advice: "import a deck with: focuskey deck import FILE")
    }
    var progress = try room.progress()
    let before = progress.told
    let limits = try shelved(room.shelf.limits())
    let today = try room.today(context)
    let queue = StudyIndex(ids, progress).next(
      context.invocation[count] ?? 10, of: context.invocation[deck], limits: limits, today: today, at: StudyRoom.now)
    var dialogue = try LearnDialogue(context)
    var graded = 0
    for (index, entry) in queue.enumerated() {
      guard let card = try shelved(room.shelf.card(entry.card)) else { continue }
      let position = "\(index + 1) of \(queue.count)"
      switch try dialogue.show(card, entry.card, position, isBookmarked: progress.bookmarks.contains(entry.card)) {
      case .ended(let facts):
        try await keep(facts, in: room, &progress)
        return try await finish(context, graded, ids, progress, before)
      case .undone(let facts):
        let undone = progress.last.map { [LearnFact.undone($0)] } ?? []
        try await keep(facts + undone, in: room, &progress)
        try dialogue.tellUndone(undone.isEmpty ? nil : "Undone.")
      case .skipped(let facts): try await keep(facts, in: room, &progress)
      case .graded(let facts):
        try await keep(facts, in: room, &progress)
        graded += 1
        try dialogue.tell(entry.card, progress.memories[entry.card])
      }
    }
    return try await finish(context, graded, ids, progress, before)
  }

  private static func keep(
    _ facts: [LearnFact], in room: borrowing StudyRoom, _ progress: inout LearningProgress
  ) async throws(Failure) {
    try await room.record(facts)
    for fact in facts { progress.apply(fact, at: StudyRoom.now) }
  }

  private static func finish(
    _ context: CommandContext, _ graded: Int, _ ids: [CardID], _ progress: LearningProgress, _ before: Set<String>
  ) async throws(Failure) -> ExitCode {
    let counts = ReviewQueue.counts(of: ids, progress, at: StudyRoom.now)
    // A running service may have told of some meanwhile.
    let news = graded > 0 ? try await Reckoning(context).told(context).reached(since: before) : []
    try context.answer(LearnAnswer(learned: graded, due: counts.due, new: counts.new, news: news))
    return .done
  }
}

private struct LearnAnswer: PrintedAnswer {
  let learned: Int
  let due: Int
  let new: Int
  let news: [Achievement]

  var text: String {
    let achievements = news.map { "\nNew: \($0.title), \($0.points) points" }
    return "\(counted(learned, "card")) learned; \(due) due, \(new) new." + achievements.joined()
  }

  var json: JSONValue {
    [
      "ok": true, "learned": JSONValue(learned), "due": JSONValue(due), "new": JSONValue(new),
      "achievements": JSONValue(news.map { $0.name }),
    ]
  }
}
