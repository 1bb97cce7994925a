internal import CommandShell
internal import FocusKeyService
internal import ServiceContract
internal import SystemShield

private let service = Operand<Int>(.number("PROCESS"), "the service's process, which started this")

var shieldGuardCommand: ProgramCommand {
  ProgramCommand(
    "guard", "Bring everything back if the service dies",
    discussion: """
      The service starts this while it blocks something, and lets it go at the end of the session. If the service dies
      without a word and no other one comes within its lease, 30 seconds, frozen apps go on, and menu entries and proxy
      settings are as they were.
      """, takes: [service]
  ) { context throws(Failure) in
    let home = context.home
    let isOver = ServiceWatch.waitForTheEnd(of: Int32(clamping: try context.require(service)), lock: home.lock)
    if isOver { _ = SystemShield.thaw(SystemShield.Options(home)) }
    return .done
  }
}
