internal import CommandShell
internal import ServiceContract
internal import Session

/// What keeps the home on the network from hearing of this computer, as the running service says.
enum HomeExamination {
  /// Returns nothing if no broker is configured or no service runs; other checks report those.
  static func findings(_ context: CommandContext) -> [Finding] {
    guard let line = (try? ServiceCall(context).ask(SessionRequests.status()))?["mqtt"],
      let state = line["state"]?.string
    else { return [] }
    return finding(state, broker: line["broker"]?.string ?? "", why: line["why"]?.string ?? "", context.home)
      .map { [$0] } ?? []
  }

  private static func finding(_ state: String, broker: String, why: String, _ home: Home) -> Finding? {
    let file = Environment.quoted(home.configuration)
    switch state {
    case "no-library":
      return Finding(
        kind: "mqtt-no-library", level: .problem, what: "libmosquitto is not installed",
        meaning: "your home does not hear of this computer",
        fix: .commands(
          [["apt-get", "install", "-y", "libmosquitto1"]], undo: [["apt-get", "remove", "-y", "libmosquitto1"]]))
    case "unreachable":
      return Finding(
        kind: "mqtt-unreachable", level: .problem, what: "the MQTT broker \(broker) cannot be reached: \(why)",
        meaning: "your home hears of this computer as soon as the broker is there; nothing else waits for it",
        fix: .byHand("grep -A9 mqtt \(file)"))
    case "refused":
      return Finding(
        kind: "mqtt-refused", level: .problem, what: "the MQTT broker \(broker) refuses the connection: \(why)",
        meaning: "check the user and the password's file in the configuration, and the broker's list of users",
        fix: .byHand("grep -A9 mqtt \(file)"))
    case "untrusted":
      return Finding(
        kind: "mqtt-untrusted", level: .problem, what: "the MQTT broker \(broker) is not trusted: \(why)",
        meaning: "its certificate must be for the host in the configuration, and signed by one of its authorities",
        fix: .byHand("openssl s_client -connect \(broker) -showcerts"))
    default: return nil
    }
  }
}
