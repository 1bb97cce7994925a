internal import CommandShell
internal import ServiceContract
internal import Sets

/// Sensors that the person chose and that cannot be reached, as the running service says.
enum SensorExamination {
  /// Returns a note if Bluetooth is missing or BlueZ forgot a sensor; not for one merely not worn.
  static func findings(_ context: CommandContext) -> [Finding] {
    guard let answer = try? ServiceCall(context).ask(SensorRequests.list()), answer["state"]?.string != "off" else {
      return []
    }
    if answer["state"]?.string == "lost" {
      return [
        Finding(
          kind: "sensors-lost", level: .note, what: "the sensors that you wear cannot be reached",
          meaning: "\(answer["why"]?.string ?? ""); what they measure does not count",
          fix: .byHand("sudo systemctl start bluetooth"))
      ]
    }
    return (answer["sensors"]?.array ?? []).compactMap { sensor in
      guard sensor["state"]?.string == "unknown", let address = sensor["address"]?.string else { return nil }
      return Finding(
        kind: "sensor-unknown", level: .note, what: "BlueZ does not know the sensor \(address)",
        meaning: "what it measures does not count; wear it and add it again",
        fix: .byHand("focuskey sensors scan && focuskey sensors add \(address)"))
    }
  }
}
