internal import CommandShell
internal import ServiceContract
internal import Tasking

private let renew = Flag("renew", "make a new address; end the old one")

var taskCalendarCommand: ProgramCommand {
  ProgramCommand(
    "calendar", "Print the address of the calendar feed",
    discussion: """
      Calendar apps on this computer can subscribe to it: tasks, past sessions, and those that schedules plan. Anyone who has the address can
      read the feed. It is answered while the service runs.
      """, takes: [renew]
  ) { context throws(Failure) in
    let home = context.home
    let configuration = try context.configuration()
    guard configuration.port != 0 else {
      throw Failure(
        .unavailable, kind: "no-port", what: "the pages of the service are turned off", at: .text(home.configuration),
        advice: "set port to another number than 0")
    }
    let token = try CalendarToken.text(in: home, renew: context.invocation[renew])
    // A service whose port was taken has another one, and only it knows which.
    let running = try? ServiceCall(context).ask(TaskRequests.feed())
    let address =
      running?["address"]?.string ?? "http://127.0.0.1:\(configuration.port)/calendar.ics?token=\(token)"
    try context.answer(CalendarAddress(address: address))
    return .done
  }
}

private struct CalendarAddress: PrintedAnswer {
  let address: String

  var text: String { address }
  var json: JSONValue { ["ok": true, "address": .string(address)] }
}
