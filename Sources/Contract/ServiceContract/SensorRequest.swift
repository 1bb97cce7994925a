internal import JSONText

/// What is asked of the sensors that people wear. Each is answered by lines, of which the last has `ok`.
package enum SensorRequest: Sendable, Equatable {
  /// The sensors that are chosen or that BlueZ knows, and what they measure now.
  case list
  /// Scan for sensors, for that many seconds.
  case scan(seconds: Int)
  /// Connect a sensor, pair with it and count what it measures.
  case add(ChosenSensor)
  /// Count it no longer.
  case remove(address: String)
  /// Connect the chosen ones now.
  case connect

  /// A sensor that a person chose.
  package struct ChosenSensor: Sendable, Equatable {
    /// Its Bluetooth address, in capitals.
    package let address: String
    /// What the person calls it; `nil` for its own name.
    package let name: String?
    /// The person's heart rate at rest.
    package let rest: Int?
    /// The person's highest heart rate.
    package let most: Int?

    /// A sensor; `nil` for what is not an address.
    package init?(address: String, name: String? = nil, rest: Int? = nil, most: Int? = nil) {
      guard let address = SensorRequest.address(address) else { return nil }
      (self.address, self.name, self.rest, self.most) = (address, name, rest, most)
    }
  }

  /// A Bluetooth address as it is kept, in capitals; `nil` for what is not one.
  package static func address(_ text: String) -> String? {
    let parts = text.uppercased().split(separator: ":", omittingEmptySubsequences: false)
    let isAddress =
      parts.count == 6
      && parts.allSatisfy { part in
        part.utf8.count == 2 && part.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x46).contains($0) }
      }
    return isAddress ? text.uppercased() : nil
  }

  /// The words of these requests.
  static let commands = ["sensors", "sensor-scan", "sensor-add", "sensor-remove", "sensor-connect"]

  /// Reads the request of that name; `nil` where it is not one of these.
  init?(_ command: String, _ item: JSONItem) throws(JSONShapeError) {
    switch command {
    case "sensors", "sensor-connect":
      _ = try item.members("command")
      self = command == "sensors" ? .list : .connect
    case "sensor-scan":
      self = .scan(seconds: Int(try item.members("command", "seconds")["seconds"]?.integer(in: 1...120) ?? 10))
    case "sensor-add":
      let members = try item.members("command", "address", "name", "rest", "max")
      let address = try members.required("address").string()
      let rest = try members["rest"]?.integer(in: 30...120)
      let most = try members["max"]?.integer(in: 100...230)
      let chosen = ChosenSensor(
        address: address, name: try members["name"]?.string(), rest: rest.map { Int($0) }, most: most.map { Int($0) })
      guard let chosen else { throw item.refusal("that is not a Bluetooth address") }
      self = .add(chosen)
    case "sensor-remove":
      let address = try item.members("command", "address").required("address").string()
      guard let address = Self.address(address) else { throw item.refusal("that is not a Bluetooth address") }
      self = .remove(address: address)
    default: return nil
    }
  }

  /// The request as it goes over the socket.
  var json: JSONValue {
    switch self {
    case .list: ["command": "sensors"]
    case .scan(let seconds): ["command": "sensor-scan", "seconds": JSONValue(seconds)]
    case .add(let chosen):
      .members([
        "command": "sensor-add", "address": .string(chosen.address), "name": chosen.name.map(JSONValue.string),
        "rest": chosen.rest.map { JSONValue($0) }, "max": chosen.most.map { JSONValue($0) },
      ])
    case .remove(let address): ["command": "sensor-remove", "address": .string(address)]
    case .connect: ["command": "sensor-connect"]
    }
  }
}
