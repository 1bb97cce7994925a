internal import CommandShell
internal import CommandSpec
internal import Glibc
internal import JSONText
internal import LinuxRuntime
internal import ShieldRemoval

/// `shield clear`
let shieldClearCommand = ProgramCommand(
  CommandSpec(
    "clear", "take every shield of this computer down, as root",
    discussion: """
      Always works for root, also when the service, its database or the privileged helper is broken or gone. A session that is
      running raises its shield again within a second: end it first, or end the service. Desktop settings and menu entries come
      back too, for every person who is logged in.

      $ sudo focuskey shield clear
      """)
) { context throws(CommandError) in
  guard geteuid() == 0 else {
    throw CommandError(
      .notAllowed, kind: "not-root", what: "only root can clear the shield", at: .text("shield clear"),
      advice: "run: sudo focuskey shield clear")
  }
  let left = ShieldRemoval.run(program: Environment.programPath())
  guard left.isEmpty else {
    throw CommandError(
      .no, kind: "something-left", what: "something would not go", at: .text(left.joined(separator: ", ")),
      advice: "restart the computer: none of it outlives that")
  }
  try context.answer(ShieldClearAnswer())
  return .done
}

private struct ShieldClearAnswer: Answer {
  var text: String { "Nothing of a shield is left." }
  var json: JSONValue { ["ok": true, "left": []] }
}
