internal import CommandShell
internal import FocusKeyService
internal import ServiceContract
internal import Taps

private let reader = Option<String>(
  "reader", value: .choice("KIND", of: ["simulated", "auto"]),
  "add a simulated reader, always or if needed")

var serveCommand: ProgramCommand {
  ProgramCommand(
    "serve", "Run the service in the foreground",
    discussion: """
      Prints one line when it is ready, and ends cleanly on SIGTERM and on Control-C.

      $ focuskey serve --home /tmp/trial --reader simulated
      """, takes: [reader]
  ) { context throws(Failure) in
    let home = context.home
    let words = ServeAnswer(socket: home.socket)
    let line = (context.wantsJSON ? words.json.text : words.text) + "\n"
    let output = context.surroundings.output
    let use: SimulatedReaderUse =
      switch context.invocation[reader] {
      case "simulated": .always
      case "auto": .asStandIn
      default: .never
      }
    try await Service.run(home, Service.Options(simulatedReader: use)) {
      // Anyone who started it may have left already; that is not a reason to end.
      try? Files.write(line.utf8, to: output)
      ServiceManager.tell("READY=1")
    }
    return .done
  }
}

private struct ServeAnswer: PrintedAnswer {
  let socket: String

  var text: String { "focuskey: ready: \(socket)" }
  var json: JSONValue { ["ok": true, "event": "ready", "socket": .string(socket)] }
}
