internal import CommandShell
internal import Glibc
internal import ShieldRemoval

var shieldClearCommand: ProgramCommand {
  ProgramCommand(
    "clear", "Remove all blocking from this computer (root)",
    discussion: """
      Always works for root, also when the service, its database or the privileged helper is broken or gone. A session that is
      running restores its blocking within a second: end it first, or stop the service. Desktop settings and menu entries are
      restored too, for every user who is logged in.

      $ sudo focuskey shield clear
      """
  ) { context throws(Failure) in
    guard geteuid() == 0 else {
      throw Failure(
        .notAllowed, kind: "not-root", what: "only root can remove all blocking", at: .text("shield clear"),
        advice: "run: \(Environment.sudoCommand) shield clear")
    }
    let remainder = ShieldRemoval.run(thaw: ShieldThaw.words)
    guard remainder.left.isEmpty else {
      throw Failure(
        .no, kind: "something-left", what: "some of it could not be removed",
        at: .text(remainder.left.joined(separator: ", ")), advice: "restart the computer, which removes the rest")
    }
    try context.answer(ShieldClearAnswer(unanswered: remainder.unanswered))
    return .done
  }
}

private struct ShieldClearAnswer: PrintedAnswer {
  /// The users whose own part did not end well in time.
  let unanswered: [UInt32]

  var text: String {
    guard !unanswered.isEmpty else { return "All blocking was removed." }
    let users = unanswered.map { "\($0)" }.joined(separator: ", ")
    return """
      All blocking was removed. Frozen apps and desktop settings may be left of: user \(users). Those run: \
      focuskey shield thaw
      """
  }

  var json: JSONValue {
    ["ok": true, "left": [], "unanswered": .array(unanswered.map { .integer(Int64($0)) })]
  }
}
