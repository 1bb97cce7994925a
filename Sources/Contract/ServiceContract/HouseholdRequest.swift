internal import JSONText

/// What can be asked about the past on the person's devices.
package enum HouseholdRequest: Sendable, Equatable {
  /// The sessions of some devices, newest first.
  case sessions(DeviceScope, Sessions)
  /// The totals of some devices' days, and their focus by hour of the day.
  case days(DeviceScope, since: String?, until: String?)

  /// Which of the person's devices something is about.
  package enum DeviceScope: Sendable, Equatable {
    /// All of them.
    case all
    /// Those of that name, or the one with that id.
    case one(String)

    /// The name or id; `nil` for all.
    package var name: String? {
      switch self {
      case .all: nil
      case .one(let name): name
      }
    }
  }

  /// Which sessions are wanted.
  package struct Sessions: Sendable, Equatable {
    /// How many.
    package var limit: Int
    /// The place from which to go on, as an earlier answer gave it.
    package var before: String?
    /// The first day.
    package var since: String?
    /// The last day.
    package var until: String?
    /// Only those of this profile.
    package var profile: String?

    /// Some sessions.
    package init(limit: Int, before: String?, since: String?, until: String?, profile: String?) {
      self.limit = limit
      self.before = before
      self.since = since
      self.until = until
      self.profile = profile
    }
  }

  /// The devices as a request says them: `device` with a name or id, or `devices` for all; `nil` where it says neither.
  static func scope(of members: JSONMembers) throws(JSONShapeError) -> DeviceScope? {
    if let name = try members["device"]?.string() { return .one(name) }
    return try members["devices"]?.word(among: ["all"]) == nil ? nil : .all
  }

  /// The request as it goes over the socket.
  var json: JSONValue {
    switch self {
    case .sessions(let scope, let wanted):
      .members([
        "command": "sessions", "limit": JSONValue(wanted.limit), "before": wanted.before.map(JSONValue.string),
        "since": wanted.since.map(JSONValue.string), "until": wanted.until.map(JSONValue.string),
        "profile": wanted.profile.map(JSONValue.string), "device": scope.name.map(JSONValue.string),
        "devices": scope == .all ? "all" : nil,
      ])
    case .days(let scope, let since, let until):
      .members([
        "command": "days", "since": since.map(JSONValue.string), "until": until.map(JSONValue.string),
        "device": scope.name.map(JSONValue.string), "devices": scope == .all ? "all" : nil,
      ])
    }
  }
}
