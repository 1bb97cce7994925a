internal import CommandShell
internal import CommandSpec
internal import FocusKeyService
internal import JSONText
internal import ServiceContract
internal import SystemShield

/// `shield thaw`
let shieldThawCommand = ProgramCommand(
  CommandSpec(
    "thaw", "let every application go on that a shield of yours froze, and bring your desktop's settings back",
    discussion: "The service's unit runs this when the service has ended, however it did.")
) { context throws(CommandError) in
  let count = SystemShield.thaw(SystemShield.Options(context.home))
  try context.answer(ShieldThawAnswer(count: count))
  return .done
}

private struct ShieldThawAnswer: Answer {
  let count: Int

  var text: String { count == 0 ? "Nothing stood still." : "\(count) go on." }
  var json: JSONValue { ["ok": true, "thawed": JSONValue(count)] }
}
