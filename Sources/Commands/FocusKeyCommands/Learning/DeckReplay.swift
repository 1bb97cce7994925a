internal import CommandShell
internal import FocusSession
internal import Learning

/// `focuskey deck replay`: what the scheduler makes of a log of reviews.
enum DeckReplay {
  private static let file = Operand<String>(.file(), "reviews, one JSON object per line; - for standard input")

  static let command = ProgramCommand(
    "replay", "Schedule a log of reviews",
    discussion: """
      Each line of the file is {"card":"a","at":"2026-11-22T09:00:00Z","grade":3}; grades are 1 again, 2 hard, 3 good, 4 easy. For each card, one line \
      says what its memory is after all of its reviews. Intervals are not spread, so that the figures can be compared with those of other programs. \
      Decks and reviews of your own are not touched.

      $ printf '%s\\n' '{"card":"a","at":"2026-11-22T09:00:00Z","grade":3}' | focuskey deck replay -
      """, takes: [file],
    run: { context throws(Failure) in try run(context) })

  private static func run(_ context: CommandContext) throws(Failure) -> ExitCode {
    let name = try context.require(file)
    let shown = name == "-" ? "standard input" : name
    var logs: [String: [(at: StudyMoment, grade: Grade)]] = [:]
    var order: [String] = []
    var number = 0
    try context.forEachLine(of: name, longestLine: 1 << 16) { line throws(Failure) in
      number += 1
      guard line.contains(where: { $0 != 0x20 && $0 != 0x09 }) else { return }
      let (card, moment, grade) = try review(line, shown, number)
      if logs[card] == nil { order.append(card) }
      logs[card, default: []].append((moment, grade))
    }
    let schedule = StudySchedule()
    for card in order {
      // In the order in which they happened; those of one moment as the log has them.
      let reviews = (logs[card] ?? []).enumerated().sorted { one, other in
        one.element.at == other.element.at ? one.offset < other.offset : one.element.at < other.element.at
      }
      var memory: Memory?
      for (_, review) in reviews { memory = schedule.review(memory, review.grade, at: review.at) }
      if let memory { try context.write(octets: json(card, memory).octets + [UInt8(ascii: "\n")]) }
    }
    return .done
  }

  private static func json(_ card: String, _ memory: Memory) -> JSONValue {
    [
      "card": .string(card), "stability": .number(memory.stability), "difficulty": .number(memory.difficulty),
      "due": .string(
        ISO8601.text(Timestamp(milliseconds: memory.due.milliseconds), in: .utc, milliseconds: true)),
      "reps": JSONValue(memory.reviews), "lapses": JSONValue(memory.lapses),
    ]
  }

  private static func review(
    _ line: [UInt8], _ shown: String, _ number: Int
  ) throws(Failure) -> (card: String, at: StudyMoment, grade: Grade) {
    func damaged(_ what: String, _ column: Int) -> Failure {
      Failure(
        .badData, kind: "bad-review", what: what, at: .text("\(shown) line \(number), column \(column)"),
        advice: "nothing was replayed", details: [("line", JSONValue(number)), ("column", JSONValue(column))])
    }
    let root = try renaming(
      { (error: JSONError) in damaged(error.message, error.place.column) }, JSONDocument(line).root)
    do throws(JSONShapeError) {
      let item = JSONItem(root)
      // Logs of other programs say more about a review; that is passed over.
      func member(_ name: String) throws(JSONShapeError) -> JSONItem {
        guard let node = root[name], root.object != nil else { return try item.members(name).required(name) }
        return JSONItem(node, at: item.pointer.appending(name))
      }
      let card = try member("card")
      let name: String
      if let own = card.node.integer { name = String(own) } else { name = try card.string() }
      let at = try member("at")
      guard let moment = ISO8601.moment(try at.string()) else {
        throw at.refusal("this is not a moment such as 2026-11-22T09:00:00Z")
      }
      let grade = Grade(rawValue: Int(try member("grade").integer(in: 1...4))) ?? .good
      return (name, StudyMoment(milliseconds: moment.milliseconds), grade)
    } catch {
      throw damaged(error.message, error.place.column)
    }
  }
}
