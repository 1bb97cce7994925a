internal import CommandShell
internal import ServiceContract
internal import Session
internal import Visits

// What a person says to the session. Every command is one request; the rules are the service's.

private let profile = Operand<String>(.text("PROFILE", wordList: "profiles"), "the profile", count: .optional)
private let minutes = Option("minutes", value: .number("MIN"), "end after MIN minutes (default: open end)")
private let inMinutes = Option("in", value: .number("MIN"), "start in MIN minutes (default: now)")
private let task = Option("task", value: .text("TASK", wordList: "tasks"), "a task (next, id, slug), or any words")
private let done = Flag("done", "the task of the session is done")
private let breakMinutes = Operand<Int>(
  .number("MIN"), "length (default: as long as the profile allows)",
  count: .optional)
private let visited = Operand<String>(.text("WHAT"), "a blocked site, app or list", count: .optional)
private let visitMinutes = Option("minutes", value: .number("MIN"), "length (default: as the profile allows)")
private let visitEnd = Flag("end", "close the visit")
private let moreMinutes = Operand<Int>(.number("MIN"), "how many more minutes")
private let sentence = Option("sentence", value: .text("TEXT"), "the confirmation sentence, typed exactly")
private let typed = Operand<String>(.text("SENTENCE"), "the sentence, as the profile has it")
private let code = Option("code", value: .text("CODE"), "a recovery code; ends the session at once")

var startCommand: ProgramCommand {
  ProgramCommand(
    "start", "Start a session",
    discussion: """
      Without a profile the last used one starts. During a session, another profile's blocks are added, or you are asked
      whether to switch.

      A task of yours that --task names is what the session works on: its apps and sites count as work, the time counts for it, and its
      profile starts if you name none. Other words are only shown.

      $ focuskey start work --minutes 50 --task "chapter three"
      $ focuskey start --task next
      """, takes: [profile, minutes, inMinutes, task]
  ) { context throws(Failure) in
    let call = ServiceCall(context)
    let started = try call.ask(
      SessionRequests.start(
        context.invocation[profile], context.invocation[minutes], context.invocation[task],
        context.invocation[inMinutes]))
    let status = context.wantsJSON ? nil : try? call.ask(SessionRequests.status())
    try context.answer(StartAnswer(node: started, status: status))
    return .done
  }
}

/// The service's answer to a start, and for a person what can be done now.
private struct StartAnswer: PrintedAnswer {
  let node: JSONNode
  let status: JSONNode?

  var text: String {
    let said = node["message"]?.string ?? ""
    let began = (node["events"]?.array ?? []).contains { $0["event"]?.string == "session-started" }
    guard began, let status, status["state"]?.string == "focusing" else { return said }
    let blocking = status["blocking"]
    let lack = blocking?["state"]?.string == "none" ? blocking?["text"]?.string : nil
    let next =
      status["end"]?.string == "confirm"
      ? "A break: focuskey break. To end it: focuskey stop. The session: focuskey status."
      : "A break: focuskey break. The session: focuskey status."
    return [said, lack, next].compactMap { $0 }.joined(separator: "\n")
  }

  var json: JSONValue { node.value }
}

var stopCommand: ProgramCommand {
  ProgramCommand(
    "stop", "Ask to end the session",
    discussion:
      "You are asked whether to end. After the wait, `focuskey confirm` ends the session; `focuskey keep` continues it."
  ) { context throws(Failure) in try context.relay(SessionRequests.stop()) }
}

var confirmCommand: ProgramCommand {
  ProgramCommand(
    "confirm", "Answer the question: yes, end it",
    discussion: """
      With --done, the task that the session works on is done too.

      $ focuskey confirm --done
      """, takes: [done]
  ) { context throws(Failure) in try context.relay(SessionRequests.confirm(context.invocation[done] ? "done" : nil)) }
}

var keepCommand: ProgramCommand {
  ProgramCommand("keep", "Answer the question: no, keep going") {
    context throws(Failure) in try context.relay(SessionRequests.keep())
  }
}

var typeCommand: ProgramCommand {
  ProgramCommand(
    "type", "Type the sentence that a step asks for",
    discussion: """
      A profile can ask for steps before a break or before the end. `focuskey status` lists those that are still open.

      $ focuskey type "I have done enough for today."
      """, takes: [typed]
  ) { context throws(Failure) in try context.relay(SessionRequests.type(try context.require(typed))) }
}

var breakCommand: ProgramCommand {
  ProgramCommand("break", "Take a break", takes: [breakMinutes]) {
    context throws(Failure) in try context.relay(SessionRequests.takeBreak(context.invocation[breakMinutes]))
  }
}

var visitCommand: ProgramCommand {
  ProgramCommand(
    "visit", "Open one blocked thing for minutes",
    discussion: """
      Everything else stays blocked, and it shuts again by itself. How often, for how long and what may be visited is
      set in the profile (visits).

      A part of a site opens in browsers with the extension: youtube.com/shorts/abc.

      $ focuskey visit reddit.com --minutes 5
      $ focuskey visit --end
      """, takes: [visited, visitMinutes, visitEnd]
  ) { context throws(Failure) in
    let (what, minutes) = (context.invocation[visited], context.invocation[visitMinutes])
    guard context.invocation[visitEnd] else {
      return try context.relay(VisitRequests.visit(try context.require(visited), minutes))
    }
    guard what == nil, minutes == nil else {
      throw Failure(.usage, "usage", "--end takes nothing beside it", at: "visit", advice: "run: focuskey visit --end")
    }
    return try context.relay(VisitRequests.end())
  }
}

var resumeCommand: ProgramCommand {
  ProgramCommand("resume", "End the break") {
    context throws(Failure) in try context.relay(SessionRequests.resume())
  }
}

var extendCommand: ProgramCommand {
  ProgramCommand("extend", "Extend the session", takes: [moreMinutes]) { context throws(Failure) in
    try context.relay(SessionRequests.extend(try context.require(moreMinutes)))
  }
}

var emergencyCommand: ProgramCommand {
  ProgramCommand(
    "emergency", "End the session by emergency exit",
    discussion: """
      There are only a few per month, each with a wait at least as long as the last. Without the sentence, the refusal
      tells you which one to type.
      """, takes: [sentence, code]
  ) { context throws(Failure) in
    if let code = context.invocation[code] { return try context.relay(SessionRequests.recover(code)) }
    return try context.relay(SessionRequests.emergency(context.invocation[sentence]))
  }
}

var recoveryCodeCommand: ProgramCommand {
  ProgramCommand(
    "recovery-code", "Create a code that ends one session",
    discussion:
      "Print it and keep it: it ends one session, whatever the profile says. The code is shown once; only a digest of it is stored. A code cannot be created during a session."
  ) { context throws(Failure) in try context.relay(SessionRequests.makeRecoveryCode()) }
}
