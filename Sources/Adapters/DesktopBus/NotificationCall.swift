internal import FocusPorts

/// Calls to notification daemons (Desktop Notifications Specification 1.2).
enum NotificationCall {
  static let name = "org.freedesktop.Notifications"
  static let path = "/org/freedesktop/Notifications"

  static let capabilities = call("GetCapabilities")

  static func close(_ number: UInt32) -> BusCall {
    call("CloseNotification", .uint32(number))
  }

  /// `number` is the notification to replace, 0 for none; `abilities` are the daemon's.
  static func notify(
    _ bulletin: Bulletin, replacing number: UInt32, abilities: Set<String>, isQuiet: Bool
  ) -> BusCall {
    let hasButtons = abilities.contains("actions")
    var lines = bulletin.text.isEmpty ? [] : [bulletin.text]
    if !hasButtons {
      lines += bulletin.buttons.compactMap { offer in offer.button.command.map { "\(offer.words): \($0)" } }
    }
    var text = lines.joined(separator: "\n")
    if abilities.contains("body-markup") { text = escaped(text) }
    // A daemon that shows one line shows all that matters in it.
    let hasText = abilities.contains("body") || text.isEmpty
    let title = hasText ? bulletin.title : "\(bulletin.title): \(lines.joined(separator: " "))"
    let urgency = isQuiet ? Bulletin.Urgency.low : bulletin.urgency
    var hints: [(String, BusValue)] = [
      ("urgency", .byte(urgency.rawValue)), ("category", .string("presence")),
      ("desktop-entry", .string("focuskey")),
    ]
    if isQuiet || urgency == .low { hints.append(("suppress-sound", .bool(true))) }
    // What asks for nothing is not kept in a list of missed things.
    if bulletin.buttons.isEmpty { hints.append(("transient", .bool(true))) }
    // A button that asks for more (a wait, a refusal) keeps its place on the screen.
    if bulletin.stays { hints.append(("resident", .bool(true))) }
    return call(
      "Notify", .string("FocusKey"), .uint32(number), .string("focuskey"), .string(title),
      .string(hasText ? text : ""),
      .strings(hasButtons ? bulletin.buttons.flatMap { [$0.button.rawValue, $0.words] } : []), .hints(hints),
      // The daemon's own time, or until it is answered.
      .int32(bulletin.stays ? 0 : -1))
  }

  private static func call(_ member: String, _ arguments: BusValue...) -> BusCall {
    BusCall(destination: name, path: path, interface: name, member: member, arguments: arguments)
  }

  /// Escapes a text for daemons that read markup.
  private static func escaped(_ text: String) -> String {
    var markup = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": markup += "&amp;"
      case "<": markup += "&lt;"
      case ">": markup += "&gt;"
      default: markup.unicodeScalars.append(scalar)
      }
    }
    return markup
  }
}
