internal import CommandShell
internal import ServiceContract
internal import Session
internal import Spelling

var challengeCommand: ProgramCommand {
  ProgramCommand(
    "challenge", "Show today's challenge and your level",
    discussion: """
      The first challenge is 20. It rises a little after a day on which it was met and falls after one on which it was \
      missed. Days begin at 04:00. To choose it yourself:

      $ focuskey coach pin challenge 30
      """
  ) { context throws(Failure) in
    let answer = try ServiceCall(context).ask(SessionRequests.status())
    guard let challenge = answer["challenge"], !challenge.isNull else {
      throw Failure(
        .unavailable, kind: "old-service", what: "the service that runs knows no challenge", at: .text(""),
        advice: "restart it with: focuskey service install")
    }
    try context.answer(ChallengeAnswer(node: challenge))
    return .done
  }
}

private struct ChallengeAnswer: PrintedAnswer {
  let node: JSONNode

  var text: String {
    let (target, done) = (node["target"]?.integer ?? 0, node["done"]?.integer ?? 0)
    let state = node["met"]?.bool == true ? ", met" : ""
    return """
      \(done) of \(counted(target, "repetition")) today\(state). \(node["reason"]?.string ?? "")
      Level: \(node["level"]?.string ?? ""), \(counted(node["repetitions"]?.integer ?? 0, "repetition")) so far
      """
  }

  var json: JSONValue { node.value }
}
