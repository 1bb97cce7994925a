package import FocusHistory
package import FocusSession
package import JSONText

/// What the API asks of the part that syncs with other devices.
package struct SyncPorts: Sendable {
  /// How it goes: `state` and `why`.
  package var state: @Sendable () -> JSONValue
  /// Sends and reads, and returns when that is done or was not possible.
  package var round: @Sendable () async -> Void
  /// What was done on all devices, or on those of one name or id, as of now.
  package var past: @Sendable (_ device: String?, _ now: Timestamp) async -> Past
  /// What there is to say of several devices.
  package enum Past: Sendable {
    /// There is no other device: the log here says it all.
    case alone
    /// No device has that name.
    case unknownDevice
    /// This.
    case told(HouseholdPast)
  }

  /// The syncing of a service; without any, it is in no household.
  package init(
    state: @escaping @Sendable () -> JSONValue = { ["state": "off", "why": ""] },
    round: @escaping @Sendable () async -> Void = {},
    past: @escaping @Sendable (String?, Timestamp) async -> Past = { device, _ in
      device == nil ? .alone : .unknownDevice
    }
  ) {
    self.state = state
    self.round = round
    self.past = past
  }
}

/// What was done on several devices.
package struct HouseholdPast: Sendable {
  /// The sessions, in the order in which they began.
  package var sessions: [Session]
  /// What follows from them.
  package var statistics: Statistics
  /// The episodes of straying, in the order in which they began.
  package var strays: [StraySpan]

  /// What was done on some devices.
  package init(sessions: [Session], statistics: Statistics, strays: [StraySpan]) {
    self.sessions = sessions
    self.statistics = statistics
    self.strays = strays
  }

  package struct Session: Sendable {
    /// What happened in it.
    package var record: SessionRecord
    /// The names of its devices, in the order in which it began there.
    package var devices: [String]
    /// Whether this computer is one of them.
    package var isHere: Bool

    /// A session on some devices.
    package init(_ record: SessionRecord, on devices: [String], isHere: Bool) {
      self.record = record
      self.devices = devices
      self.isHere = isHere
    }
  }
}
