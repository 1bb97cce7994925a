package import Requests

/// Requests about worn sensors; each is answered by lines, of which the last has `ok`.
package enum SensorRequests {
  package static let list = Signature("sensors", "The sensors that are chosen or known, and what they measure now")
  package static let scan = Signature("sensor-scan", "Scan for sensors", .whole("seconds", in: 1...120).or(10))
  package static let add = Signature("sensor-add", "Connect a sensor and count what it measures", .sensor)
  package static let remove = Signature("sensor-remove", "Stop counting a sensor", .bluetoothAddress)
  package static let connect = Signature("sensor-connect", "Connect the chosen sensors now")
}

package struct ChosenSensor: Sendable, Equatable {
  /// Its Bluetooth address, in capitals.
  package let address: String
  /// What the person calls it; `nil` for its own name.
  package let name: String?
  /// The person's heart rate at rest.
  package let rest: Int?
  /// The person's highest heart rate.
  package let most: Int?

  /// `nil` for an invalid address.
  package init?(address: String, name: String? = nil, rest: Int? = nil, most: Int? = nil) {
    guard let address = Self.address(address) else { return nil }
    (self.address, self.name, self.rest, self.most) = (address, name, rest, most)
  }

  /// Returns a Bluetooth address in capitals, as it is kept; `nil` for an invalid one.
  package static func address(_ text: String) -> String? {
    let parts = text.uppercased().split(separator: ":", omittingEmptySubsequences: false)
    let isAddress =
      parts.count == 6
      && parts.allSatisfy { part in
        part.utf8.count == 2 && part.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x46).contains($0) }
      }
    return isAddress ? text.uppercased() : nil
  }
}

extension Parameter where Value == String {
  fileprivate static var bluetoothAddress: Parameter<String> {
    Parameter(
      "address", shape: "\"ADDRESS\"",
      read: { item throws(JSONShapeError) in
        guard let address = ChosenSensor.address(try item.string()) else {
          throw item.refusal("that is not a Bluetooth address")
        }
        return address
      },
      write: { .string($0) })
  }
}

extension Parameter where Value == ChosenSensor {
  fileprivate static var sensor: Parameter<ChosenSensor> {
    Parameter(
      of: [
        .init("address", shape: "\"ADDRESS\"", isRequired: true), .init("name", shape: "\"NAME\""),
        .init("rest", shape: "N"), .init("max", shape: "N"),
      ],
      read: { given throws(JSONShapeError) in
        let rest = try given["rest"]?.integer(in: 30...120)
        let most = try given["max"]?.integer(in: 100...230)
        let chosen = ChosenSensor(
          address: try given.required("address").string(), name: try given["name"]?.string(),
          rest: rest.map { Int($0) }, most: most.map { Int($0) })
        guard let chosen else { throw given.item.refusal("that is not a Bluetooth address") }
        return chosen
      },
      write: { chosen, members in
        members["address"] = .string(chosen.address)
        members["name"] = chosen.name.map(JSONValue.string)
        members["rest"] = chosen.rest.map { JSONValue($0) }
        members["max"] = chosen.most.map { JSONValue($0) }
      })
  }
}
