internal import CommandShell
internal import FocusKeyService
internal import FocusSession
internal import ServiceAPI
internal import ServiceContract
internal import SystemShield

private let application = Operand<String>(.text("ID"), "the app's ID, the name of its entry")

var shieldStandInCommand: ProgramCommand {
  ProgramCommand(
    "stand-in", "Replace a blocked app in menus",
    discussion: """
      Counts the attempt and shows the shield page. If no session blocks the app any more, everything is restored and the app
      starts. The exit code is 1 if the app is blocked.
      """, takes: [application]
  ) { context throws(Failure) in
    let id = try context.require(application)
    let asked = Attempt(kind: .app, name: id)
    if let answer = try? ServiceCall(context).ask(PageRequests.attempt(asked)), answer["closed"]?.bool == true {
      if let address = answer["page"]?.string { show(address) }
      try context.answer(ShieldStandInAnswer(id: id, isClosed: true))
      return .no
    }
    // A service that died left the stand-in behind.
    _ = SystemShield.thaw(SystemShield.Options(context.home))
    guard let command = SystemShield.command(of: id) else {
      throw Failure(
        .noInput, kind: "no-application", what: "there is no app with that name", at: .text(id),
        advice: "look for it in the menu again")
    }
    do throws(SystemError) {
      _ = try ChildProcess.start("/usr/bin/env", command, ownSession: true)
    } catch {
      throw Failure(.brokenIO, kind: "not-started", what: "the app does not start", at: .text(id), advice: error.reason)
    }
    try context.answer(ShieldStandInAnswer(id: id, isClosed: false))
    return .done
  }
}

/// Opens the shield's page if there is a desktop that can show it.
private func show(_ address: String) {
  guard Environment["WAYLAND_DISPLAY"] != nil || Environment["DISPLAY"] != nil, Files.exists("/usr/bin/xdg-open")
  else { return }
  _ = try? ChildProcess.start("/usr/bin/xdg-open", [address], output: .nothing, errors: .nothing, ownSession: true)
}

private struct ShieldStandInAnswer: PrintedAnswer {
  let id: String
  let isClosed: Bool

  var text: String { isClosed ? "\(SystemShield.name(of: id)) is blocked." : "\(SystemShield.name(of: id)) starts." }
  var json: JSONValue { ["ok": .bool(!isClosed), "app": .string(id), "closed": .bool(isClosed)] }
}
