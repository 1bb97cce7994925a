internal import Coach
internal import CommandShell
internal import FocusSession

var coachCommand: ProgramCommand {
  ProgramCommand(
    group: "coach", "Predict hours, challenges and messages",
    [
      coachWhyCommand, coachPinCommand, coachUnpinCommand, coachNudgesCommand, coachHourCommand, coachChallengeCommand,
      coachMessageCommand,
    ])
}

/// Lines of JSON that a command of the coach reads, one object each.
struct CoachLines {
  private let source: String
  private(set) var number = 0

  init(from name: String) {
    source = name == "-" ? "standard input" : name
  }

  /// The members of the line; `nil` for an empty one.
  mutating func read(_ line: [UInt8], among names: [String]) throws(Failure) -> JSONMembers? {
    number += 1
    if line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) { return nil }
    let root = try renaming(
      { (_: JSONError) in bad("not JSON", "give one JSON object per line") },
      JSONDocument(line, limits: JSONLimits(octets: 1 << 16, depth: 4)).root)
    return try shaped { () throws(JSONShapeError) in try JSONItem(root).members(among: names) }
  }

  /// Reads a value of the line; one that does not fit is refused with the line.
  func shaped<Value>(_ body: () throws(JSONShapeError) -> Value) throws(Failure) -> Value {
    do throws(JSONShapeError) {
      return try body()
    } catch {
      throw bad(error.message, "see `focuskey manual`")
    }
  }

  func bad(_ what: String, _ advice: String) -> Failure {
    Failure(
      .badData, kind: "bad-line", what: what, at: .text("\(source) line \(number)"), advice: advice,
      details: [("line", JSONValue(number))])
  }
}
