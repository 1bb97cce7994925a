internal import CommandShell
internal import CommandSpec
internal import ServiceContract

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
let startCommand = ProgramCommand(
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
) { context throws(CommandError) in
  try context.relay(
    .start(
      profile: context.invocation[profile], minutes: context.invocation[minutes], task: context.invocation[task],
      inMinutes: context.invocation[inMinutes]))
}

/// `stop`
let stopCommand = ProgramCommand(
  CommandSpec(
    "stop", "ask to end the session",
    discussion: "Opens the question; `focuskey confirm` answers it once its wait is over, `focuskey keep` goes on.")
) { context throws(CommandError) in try context.relay(.stop) }

/// `confirm`
let confirmCommand = ProgramCommand(CommandSpec("confirm", "answer the open question: yes, end it")) {
  context throws(CommandError) in try context.relay(.confirm)
}

/// `keep`
let keepCommand = ProgramCommand(CommandSpec("keep", "answer the open question: no, go on")) {
  context throws(CommandError) in try context.relay(.keep)
}

/// `break`
let breakCommand = ProgramCommand(CommandSpec("break", "ask for a break") { breakMinutes }) {
  context throws(CommandError) in try context.relay(.takeBreak(minutes: context.invocation[breakMinutes]))
}

/// `resume`
let resumeCommand = ProgramCommand(CommandSpec("resume", "come back from a break")) {
  context throws(CommandError) in try context.relay(.resume)
}

/// `extend`
let extendCommand = ProgramCommand(CommandSpec("extend", "move the planned end out") { moreMinutes }) {
  context throws(CommandError) in
  try context.relay(.extend(minutes: try context.require(moreMinutes)))
}

/// `emergency`
let emergencyCommand = ProgramCommand(
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
) { context throws(CommandError) in
  if let code = context.invocation[code] { return try context.relay(.recover(code: code)) }
  return try context.relay(.emergency(sentence: context.invocation[sentence]))
}

/// `recovery-code`
let recoveryCodeCommand = ProgramCommand(
  CommandSpec(
    "recovery-code", "make a code to print and keep: it ends one session, whatever its profile says",
    discussion:
      "The code is shown once; only a digest of it is kept. A code cannot be made while a session is under way.")
) { context throws(CommandError) in try context.relay(.recoveryCode) }
