package enum DeviceScope: Sendable, Equatable {
  case all
  /// Those with that name, or the one with that id.
  case one(String)

  /// The name or id; `nil` for all.
  package var name: String? {
    switch self {
    case .all: nil
    case .one(let name): name
    }
  }
}

extension Parameter where Value == DeviceScope {
  /// `device` with a name or id, or `devices` for all.
  package static var scope: Parameter<DeviceScope> {
    Parameter(
      of: [.init("device", shape: "\"DEVICE\""), .init("devices", shape: "\"all\"")],
      read: { given throws(JSONShapeError) in
        if let name = try given["device"]?.string() { return .one(name) }
        _ = try given["devices"]?.word(among: ["all"])
        return .all
      },
      write: { scope, members in
        switch scope {
        case .all: members["devices"] = "all"
        case .one(let name): members["device"] = .string(name)
        }
      })
  }
}
