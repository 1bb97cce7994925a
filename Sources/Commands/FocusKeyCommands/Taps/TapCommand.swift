internal import CommandShell
internal import ServiceContract

private let key = Operand<String>(.text("KEY", wordList: "keys"), "a registered key", count: .optional)
private let link = Option("link", value: .text("URL"), "tap a card with this link")
private let uid = Option("uid", value: .text("HEX"), "the card's UID (8, 14, 20 hex digits)")
private let lift = Flag("lift", "remove the card from the reader")

var tapCommand: ProgramCommand {
  ProgramCommand(
    "tap", "Tap a card on the simulated reader",
    discussion: """
      The card stays on the reader until it is lifted or another one taps. Tapping with the same card again removes it
      first, for as long as it must have been away to count.

      $ focuskey tap --link https://focuskey.app/focus/work
      """, takes: [key, link, uid, lift]
  ) { context throws(Failure) in
    let tap = try simulatedTap(context)
    return try context.relay(TapRequests.tap(tap))
  }
}

private func simulatedTap(_ context: CommandContext) throws(Failure) -> SimulatedTap {
  let invocation = context.invocation
  var octets: [UInt8]?
  if let text = invocation[uid] { octets = try CardUIDArgument.octets(text) }
  let named = [
    invocation[key] != nil ? "KEY" : nil, invocation[link] != nil ? "--link" : nil, invocation[lift] ? "--lift" : nil,
  ].compactMap { $0 }
  if named.count > 1 { try context.refuse(named[0], with: named[1]) }
  if invocation[lift] { return .lift }
  if let name = invocation[key] { return .key(name) }
  if let text = invocation[link] { return .link(text, uid: octets) }
  if let octets { return .uid(octets) }
  return .key(try context.require(key))
}
