internal import CommandShell
internal import CommandSpec
internal import FocusKeyService
internal import JSONText

private let profile = Option("profile", value: .text("PROFILE", wordList: "profiles"), "only sessions of this profile")
private let format = Option<String>(
  "format", value: .choice("FORMAT", of: ["table", "json"]), "how the sessions are put out")

/// `history`
let historyCommand = Command(
  CommandSpec("history", "the sessions that were") {
    profile
    format
  }
) { context throws(CommandFailure) in
  let answer = try ServiceCall(context).ask(
    .history(since: nil, until: nil, profile: context.invocation[profile]))
  if answer["ok"]?.bool == false { throw .refused(by: answer) }
  let sessions = answer["sessions"]?.array ?? []
  if context.wantsJSON || context.invocation[format] == "json" {
    for session in sessions { try context.write(session.value.text + "\n") }
  } else {
    for session in sessions { try context.write(row(session) + "\n") }
  }
  return .done
}

private func row(_ session: JSONNode) -> String {
  let began = session["started_at"]?.string?.prefix(16) ?? ""
  let minutes = (session["focused_seconds"]?.integer ?? 0) / 60
  let end = session["why"]?.string ?? "under way"
  return "\(began.replacing("T", with: " "))  \(session["profile"]?.string ?? "")  \(minutes) min  \(end)"
}
