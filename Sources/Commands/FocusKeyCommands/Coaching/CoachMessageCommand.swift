internal import Coach
internal import CommandShell

private let file = Operand<String>(
  .file(), "requests and outcomes, a line each; - for standard input", count: .optional)
private let messages = Option(
  "messages", value: .number("N", in: 1...1_000), "how many messages there are", isRequired: true)
private let seed = Option("seed", value: .number("S"), "what decides all chance", isRequired: true)

var coachMessageCommand: ProgramCommand {
  ProgramCommand(
    "message", "Choose messages by what followed them",
    discussion: """
      {"choose":true} is answered by {"message":K,"chance":P}; messages are numbered from 0, and P is the chance that \
      this one had. {"message":K,"moved":true} says that movement followed within half an hour. With "other":true it \
      followed for another person of the household.

      $ focuskey coach message - --messages 8 --seed 1
      """, takes: [file, messages, seed]
  ) { context throws(Failure) in
    let name = context.invocation[file] ?? "-"
    var lines = CoachLines(from: name)
    var choice = MessageChoice(messages: try context.require(messages), seed: UInt64(try context.require(seed)))
    try context.forEachLine(of: name, longestLine: 1 << 16) { line throws(Failure) in
      guard let members = try lines.read(line, among: ["choose", "message", "moved", "other"]) else { return }
      if let wish = members["choose"] {
        guard try lines.shaped({ () throws(JSONShapeError) in try wish.bool() }), members["message"] == nil else {
          throw lines.bad("neither a request nor an outcome", "write {\"choose\":true}")
        }
        let pick = choice.choose()
        let answer: JSONValue = [
          "message": JSONValue(pick.message), "chance": .number(pick.chance), "reason": .string(pick.reason),
        ]
        try context.write(answer.text + "\n")
        return
      }
      let outcome = try lines.shaped { () throws(JSONShapeError) in
        (
          message: try members.required("message").integer(in: 0...Int64(choice.messages - 1)),
          moved: try members.required("moved").bool(), isOther: try members["other"]?.bool() ?? false
        )
      }
      if outcome.isOther {
        choice.learnOfHousehold(Int(outcome.message), moved: outcome.moved)
      } else {
        choice.learn(Int(outcome.message), moved: outcome.moved)
      }
    }
    return .done
  }
}
