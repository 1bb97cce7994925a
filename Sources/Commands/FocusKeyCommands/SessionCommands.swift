internal import CommandShell
internal import CommandSpec
internal import FocusKeyService

// What a person says to the session. Every command is one request; the rules are the service's.

private let profile = Operand<String>(.text("PROFILE", wordList: "profiles"), "the profile", count: .optional)
private let minutes = Option("minutes", value: .number("MIN"), "after how many minutes the session completes by itself")
private let inMinutes = Option("in", value: .number("MIN"), "in how many minutes the session begins; now without")
private let task = Option("task", value: .text("TEXT"), "what you mean to do")
private let breakMinutes = Operand<Int>(
  .number("MIN"), "how many minutes; as long as the profile allows without",
  count: .optional)
private let moreMinutes = Operand<Int>(.number("MIN"), "how many minutes more")
private let sentence = Option("sentence", value: .text("TEXT"), "the sentence that has to be typed as it stands")
private let code = Option("code", value: .text("CODE"), "a recovery code, which ends the session at once")

/// `start`
let startCommand = Command(
  CommandSpec(
    "start", "begin a session",
    discussion: """
      Without a profile the last used one begins. While a session is under way, another profile's blocks are added, or
      the question opens whether to switch.

      $ focuskey start work --minutes 50 --task "chapter three"
      """
  ) {
    profile
    minutes
    inMinutes
    task
  }
) { context throws(CommandFailure) in
  try context.relay(
    .start(
      profile: context.invocation[profile], minutes: context.invocation[minutes], task: context.invocation[task],
      inMinutes: context.invocation[inMinutes]))
}

/// `stop`
let stopCommand = Command(
  CommandSpec(
    "stop", "ask to end the session",
    discussion: "Opens the question; `focuskey confirm` answers it once its wait is over, `focuskey keep` goes on.")
) { context throws(CommandFailure) in try context.relay(.stop) }

/// `confirm`
let confirmCommand = Command(CommandSpec("confirm", "answer the open question: yes, end it")) {
  context throws(CommandFailure) in try context.relay(.confirm)
}

/// `keep`
let keepCommand = Command(CommandSpec("keep", "answer the open question: no, go on")) {
  context throws(CommandFailure) in try context.relay(.keep)
}

/// `break`
let breakCommand = Command(CommandSpec("break", "ask for a break") { breakMinutes }) {
  context throws(CommandFailure) in try context.relay(.takeBreak(minutes: context.invocation[breakMinutes]))
}

/// `resume`
let resumeCommand = Command(CommandSpec("resume", "come back from a break")) {
  context throws(CommandFailure) in try context.relay(.resume)
}

/// `extend`
let extendCommand = Command(CommandSpec("extend", "move the planned end out") { moreMinutes }) {
  context throws(CommandFailure) in
  try context.relay(.extend(minutes: try context.require(moreMinutes)))
}

/// `emergency`
let emergencyCommand = Command(
  CommandSpec(
    "emergency", "break the session off",
    discussion: """
      There are a few of these in a month, each with a longer wait. Without the sentence, the refusal says which one has
      to be typed.
      """
  ) {
    sentence
    code
  }
) { context throws(CommandFailure) in
  if let code = context.invocation[code] { return try context.relay(.recover(code: code)) }
  return try context.relay(.emergency(sentence: context.invocation[sentence]))
}

/// `recovery-code`
let recoveryCodeCommand = Command(
  CommandSpec(
    "recovery-code", "make a code to print and keep: it ends one session, whatever its profile says",
    discussion:
      "The code is shown once; only a digest of it is kept. A code cannot be made while a session is under way.")
) { context throws(CommandFailure) in try context.relay(.recoveryCode) }
