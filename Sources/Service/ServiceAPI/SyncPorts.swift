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
  /// The devices of the household, and how it goes.
  package var devices: @Sendable () async throws(HouseholdRefusal) -> JSONValue
  /// Changes who is in the household.
  package var change: @Sendable (HouseholdChange) async throws(HouseholdRefusal) -> JSONValue

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
    },
    devices: @escaping @Sendable () async throws(HouseholdRefusal) -> JSONValue = { Self.nobody },
    change: @escaping @Sendable (HouseholdChange) async throws(HouseholdRefusal) -> JSONValue = { _ in Self.nobody }
  ) {
    self.state = state
    self.round = round
    self.past = past
    self.devices = devices
    self.change = change
  }

  /// What there is to say where there is no household.
  package static var nobody: JSONValue { ["devices": [], "pending": 0, "state": "off", "why": ""] }
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

  /// A session.
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

/// What a person changes about the devices of a household.
package enum HouseholdChange: Sendable, Equatable {
  /// This computer has another name from now on.
  case rename(String)
  /// Another device, by its name or id, is removed.
  case revoke(String)
}

/// Why nothing was changed about the devices of a household.
package struct HouseholdRefusal: Error, Equatable {
  /// In kebab case, for programs.
  package var kind: String
  /// What went wrong, in a few words.
  package var what: String
  /// Where.
  package var place: String
  /// What the person can do.
  package var advice: String
  /// How a program ends that asked.
  package var exit: Int32

  /// A refusal.
  package init(_ exit: Int32, kind: String, what: String, at place: String, advice: String) {
    self.exit = exit
    self.kind = kind
    self.what = what
    self.place = place
    self.advice = advice
  }
}
