internal import CommandShell
internal import FocusKeyService
internal import Phones
internal import QRCodes
internal import ServiceContract

private let name = Option("name", value: .text("NAME"), "what the phone is called here (default: phone)")
private let host = Option(
  "host", value: .text("HOST"), "how the phone reaches this computer; repeatable", mayRepeat: true)
private let port = Option("port", value: .number("PORT", in: 1...65535), "the port to listen on (default: 4367)")
private let shortcut = Flag("shortcut", "show a key for an iPhone Shortcut")
private let phone = Operand<String>(.text("PHONE"), "the phone's name, as phone list shows it")

var phoneCommand: ProgramCommand {
  ProgramCommand(
    group: "phone", "Manage phones that tap cards for this computer",
    [
      ProgramCommand(
        "pair", "Show a code that pairs a phone",
        discussion: """
          Scan the code with the phone within five minutes. From then on, a FocusKey card that the phone taps acts on this
          computer: it can start a session or make it stricter, never end it. The code pairs one phone, once.

          $ focuskey phone pair --name annas-phone
          $ focuskey phone pair --host 192.168.1.20 --shortcut
          """, takes: [name, host, port, shortcut]
      ) { context throws(Failure) in try pair(context) },
      ProgramCommand("list", "List the paired phones") { context throws(Failure) in
        try context.relay(PhoneRequests.list())
      },
      ProgramCommand("revoke", "Refuse a phone's taps from now on", takes: [phone]) { context throws(Failure) in
        try context.relay(PhoneRequests.revoke(context.invocation[phone] ?? ""))
      },
    ])
}

@Sendable private func pair(_ context: CommandContext) throws(Failure) -> ExitCode {
  let given = context.invocation
  let answer = try ServiceCall(context).ask(
    PhoneRequests.pair(given[name], given.all(host), given[port], given[shortcut], false))
  try context.answer(PairingAnswer(node: answer))
  return .done
}

/// The code to scan, and its link for people who cannot scan it.
private struct PairingAnswer: PrintedAnswer {
  let node: JSONNode

  var text: String {
    let message = node["message"]?.string ?? ""
    if let challenge = node["challenge"]?.string, let tap = node["tap"]?.string {
      return [message, "Challenge: \(challenge)", "Tap: \(tap)"].joined(separator: "\n")
    }
    guard node["key"] == nil, let link = node["link"]?.string else { return message }
    let code =
      QRCode(link).map { $0.text } ?? "Install libqrencode4 to see a code here, or open this link on the phone:"
    return [
      message, "", code, link, "",
      "The phone says “Paired with” when it is done. To see it here: focuskey phone list",
      "Then tap a card with the phone and open its link: a session starts. To end it, use: focuskey stop",
    ].joined(separator: "\n")
  }

  var json: JSONValue { node.value }
}
