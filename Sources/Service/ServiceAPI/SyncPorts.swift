public import FocusHistory
public import FocusSession
public import JSONText

/// What the API asks of the part that syncs with other devices.
public struct SyncPorts: Sendable {
  /// How it goes: `state` and `why`.
  public var state: @Sendable () -> JSONValue
  /// Sends and reads, and returns when that is done or was not possible.
  public var round: @Sendable () async -> Void
  /// What was done on all devices, or on those of one name or id, as of now.
  public var past: @Sendable (_ device: String?, _ now: Timestamp) async -> Past
  /// The devices of the household, and how it goes.
  public var devices: @Sendable () async throws(HouseholdRefusal) -> JSONValue
  /// Changes who is in the household.
  public var change: @Sendable (HouseholdChange) async throws(HouseholdRefusal) -> JSONValue

  /// What there is to say of several devices.
  public enum Past: Sendable {
    /// There is no other device: the log here says it all.
    case alone
    /// No device has that name.
    case unknownDevice
    /// This.
    case told(HouseholdPast)
  }

  /// The syncing of a service; without any, it is in no household.
  public init(
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
  public static var nobody: JSONValue { ["devices": [], "pending": 0, "state": "off", "why": ""] }
}

/// What was done on several devices.
public struct HouseholdPast: Sendable {
  /// The sessions, in the order in which they began.
  public var sessions: [Session]
  /// What follows from them.
  public var statistics: Statistics
  /// The episodes of straying, in the order in which they began.
  public var strays: [StraySpan]

  /// What was done on some devices.
  public init(sessions: [Session], statistics: Statistics, strays: [StraySpan]) {
    self.sessions = sessions
    self.statistics = statistics
    self.strays = strays
  }

  /// A session.
  public struct Session: Sendable {
    /// What happened in it.
    public var record: SessionRecord
    /// The names of its devices, in the order in which it began there.
    public var devices: [String]
    /// Whether this computer is one of them.
    public var isHere: Bool

    /// A session on some devices.
    public init(_ record: SessionRecord, on devices: [String], isHere: Bool) {
      self.record = record
      self.devices = devices
      self.isHere = isHere
    }
  }
}

/// What a person changes about the devices of a household.
public enum HouseholdChange: Sendable, Equatable {
  /// This computer has another name from now on.
  case rename(String)
  /// Another device, by its name or id, is removed.
  case revoke(String)
}

/// Why nothing was changed about the devices of a household.
public struct HouseholdRefusal: Error, Equatable {
  /// In kebab case, for programs.
  public var kind: String
  /// What went wrong, in a few words.
  public var what: String
  /// Where.
  public var place: String
  /// What the person can do.
  public var advice: String
  /// How a program ends that asked.
  public var exit: Int32

  /// A refusal.
  public init(_ exit: Int32, kind: String, what: String, at place: String, advice: String) {
    self.exit = exit
    self.kind = kind
    self.what = what
    self.place = place
    self.advice = advice
  }
}
