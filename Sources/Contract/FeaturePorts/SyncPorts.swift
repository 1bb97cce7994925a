package import FocusHistory

/// What the API asks of the part that syncs with other devices.
package struct SyncPorts: Sendable {
  /// How syncing goes: `state` and `why`.
  package var state: @Sendable () -> JSONValue
  /// Sends and reads; returns when that is done or was not possible.
  package var round: @Sendable () async -> Void
  /// What was done on all devices, or on those of one name or id, as of now.
  package var past: @Sendable (_ device: String?, _ now: Timestamp) async -> Past
  package enum Past: Sendable {
    /// Without another device, the log here says it all.
    case alone
    case unknownDevice
    case told(HouseholdPast)
  }

  /// How a service syncs; by default it is not in any household.
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

package struct HouseholdPast: Sendable {
  /// The sessions, in the order in which they began.
  package var sessions: [Session]
  package var statistics: Statistics
  /// The episodes of straying, in the order in which they began.
  package var strays: [StraySpan]

  package init(sessions: [Session], statistics: Statistics, strays: [StraySpan]) {
    self.sessions = sessions
    self.statistics = statistics
    self.strays = strays
  }

  package struct Session: Sendable {
    package var record: SessionRecord
    /// The names of its devices, in the order in which it began there.
    package var devices: [String]
    /// Whether this computer is one of them.
    package var isHere: Bool

    package init(_ record: SessionRecord, on devices: [String], isHere: Bool) {
      self.record = record
      self.devices = devices
      self.isHere = isHere
    }
  }
}
