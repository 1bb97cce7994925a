internal import CommandShell
internal import DeckFiles
internal import Learning
internal import Study

enum DeckLimit {
  private static let deck = Operand<String>(.text("DECK", wordList: "decks"), "which deck")
  private static let newCards = Option<Int>("new", value: .number(in: 0...9999), "new cards a day at most")
  private static let reviews = Option<Int>("reviews", value: .number(in: 0...99_999), "due cards a day at most")
  private static let unlimited = Flag("unlimited", "remove both limits")
  private static let retention = Option("retention", value: .text("SHARE"), "how many due cards you still know")
  private static let spread = Option(
    "spread", value: .choice("WORD", of: ["on", "off"]), "whether due days are spread out")

  static let command = ProgramCommand(
    "limit", "Show or set a deck's limits and retention",
    discussion: """
      After a pause, thousands of cards may be due. With a limit `focuskey learn` and the page ask as many a day as you say, those first that wait longest.

      The retention is the share of cards that you still know when they are due, from 0.7 to 0.99 (0.9 unless you say so): more means that cards come \
      sooner. What was learned is read again with it. A collection of Anki brings its own along, and the weights that Anki fitted to your reviews. Cards \
      that were learned together are due on neighboring days unless you turn that off.

      $ focuskey deck limit Spanish --new 20 --reviews 200
      $ focuskey deck limit Spanish --retention 0.85
      """, takes: [deck, newCards, reviews, unlimited, retention, spread],
    run: { context throws(Failure) in try run(context) })

  private static func run(_ context: CommandContext) throws(Failure) -> ExitCode {
    let given = context.invocation
    var share: Double?
    if let text = given[retention] { share = try number(text) }
    let room = try StudyRoom(context)
    let name = try context.require(deck)
    _ = try room.deck(named: name)
    var limit = try shelved(room.shelf.limits()[name]) ?? DayLimit()
    if given[unlimited] { limit = DayLimit() }
    limit.new = given[newCards] ?? limit.new
    limit.reviews = given[reviews] ?? limit.reviews
    let wanted = limit
    if given[unlimited] || given[newCards] != nil || given[reviews] != nil {
      try shelved(room.shelf.setLimit(wanted, of: name))
    }
    let known = try shelved(room.shelf.terms()[name]) ?? DeckTerms()
    let terms = DeckTerms(
      retention: share ?? known.retention, weights: known.weights,
      isExact: given[spread].map { $0 == "off" } ?? known.isExact)
    if share != nil || given[spread] != nil {
      try shelved(room.shelf.setTerms(terms, of: name, isOwn: true))
    }
    try context.answer(LimitAnswer(deck: name, limit: wanted, terms: terms))
    return .done
  }

  /// Reads a share written as 0.9, 90 or 90 %.
  private static func number(_ text: String) throws(Failure) -> Double {
    let isPercent = text.hasSuffix("%")
    let digits = (isPercent ? String(text.dropLast()) : text).filter { $0 != " " }
    let number = Double(digits).map { isPercent || $0 > 1 ? $0 / 100 : $0 }
    guard let number, DeckTerms.retentions.contains(number) else {
      throw Failure(
        .usage, kind: "bad-retention", what: "this is not a retention", at: .text(text),
        advice: "give a share from 0.7 to 0.99")
    }
    return number
  }
}

private struct LimitAnswer: PrintedAnswer {
  let deck: String
  let limit: DayLimit
  let terms: DeckTerms

  var text: String {
    func words(_ count: Int?) -> String { count.map { "\($0) a day" } ?? "no limit" }
    return """
      \(deck)
        new cards: \(words(limit.new))
        due cards: \(words(limit.reviews))
        retention: \(terms.retention ?? StudySchedule.inUse.retention)
        due days: \(terms.isExact ? "exact" : "spread")
        weights: \(terms.weights.isEmpty ? "those of many people" : "fitted to your reviews")
      """
  }

  var json: JSONValue {
    [
      "ok": true, "deck": .string(deck), "new": limit.new.map { JSONValue($0) } ?? .null,
      "reviews": limit.reviews.map { JSONValue($0) } ?? .null,
      "retention": .number(terms.retention ?? StudySchedule.inUse.retention), "spread": .bool(!terms.isExact),
      "fitted": .bool(!terms.weights.isEmpty),
    ]
  }
}
