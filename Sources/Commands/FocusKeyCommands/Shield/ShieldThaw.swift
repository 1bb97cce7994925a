internal import CommandShell
internal import FocusKeyService
internal import ServiceContract
internal import Spelling
internal import SystemShield

var shieldThawCommand: ProgramCommand {
  ProgramCommand(
    "thaw", "Resume frozen apps and restore your desktop's settings",
    discussion: "The service's unit runs this after the service ends, for whatever reason."
  ) { context throws(Failure) in
    let count = SystemShield.thaw(SystemShield.Options(context.home))
    try context.answer(ShieldThawAnswer(count: count))
    return .done
  }
}

/// The command that root runs as each person.
enum ShieldThaw {
  static let words = ["/proc/self/exe", "shield", "thaw"]
}

private struct ShieldThawAnswer: PrintedAnswer {
  let count: Int

  var text: String { count == 0 ? "No apps were frozen." : "Resumed \(counted(count, "app"))." }
  var json: JSONValue { ["ok": true, "thawed": JSONValue(count)] }
}
