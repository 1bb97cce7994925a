public import FocusPorts
public import FocusSession
public import Hooks
public import JSONText
public import ServiceContract

/// What the API asks of the parts of a service that it does not know, as functions. So it can be tried without readers,
/// shield and hooks.
public struct APIPorts: Sendable {
  /// The hand at the simulated reader; `nil` if the service has no such reader.
  public var simulatedHand: (any SimulatedHand)?
  /// The folder that a person named for the service; `nil` for the usual ones.
  public var homeFolder: String?
  /// Lends the readers with this in their name, or all, until the stream is let go; gives what the borrower is told.
  public var lendReaders: @Sendable (_ part: String?) -> AsyncStream<[UInt8]>
  /// Calls the hooks for an event.
  public var callHooks: @Sendable (HookEvent) -> Void
  /// Learns of settings that were changed over the API.
  public var adoptSettings: @Sendable (Settings) -> Void
  /// Reports that something was asked for, and says whether it is blocked.
  public var reportAttempt: @Sendable (Attempt) -> Bool
  /// Has the shield's layers asked how they are now, for the engine's snapshot.
  public var lookAtShield: @Sendable () async -> Void
  /// Pairs phones and parts from them; `nil` if the service has no door for them.
  public var phones: (any PhoneKeeper)?
  /// What a person should know of apps that they want blocked.
  public var remarksOnApps: @Sendable ([String]) async -> [String]
  /// What is noticed of the person.
  public var signals: SignalPorts
  /// What somebody did last to the log's file while the service had it open.
  public var logIncident: @Sendable () -> LogIncident?
  /// The person's tasks.
  public var tasks: TaskPorts
  /// The person's cards.
  public var study: StudyPorts
  /// What the log tells beyond its sessions.
  public var past: PastPorts
  /// The laps between two readers.
  public var laps: LapPorts
  /// Counts a set before the camera, line by line, until the stream is let go.
  public var move: @Sendable (ControlRequest.SetWish) -> AsyncStream<[UInt8]>
  /// Works off what is asked of the sensors that people wear, line by line.
  public var sensors: @Sendable (SensorRequest) -> AsyncStream<[UInt8]>
  /// How what they measure is seen, as a signal; `nil` where nobody asks for sensors at all.
  public var sensorSignal: @Sendable () async -> JSONValue?
  /// Has it looked up what there is here to pass gates with: those of these settings, or those that are configured.
  public var lookAtGates: @Sendable (Settings?) async -> Void
  /// How the line to the broker of a home is; `nil` if none is configured.
  public var homeLine: @Sendable () async -> JSONValue?
  /// The line to the person's other devices.
  public var sync: SyncPorts
  /// How the desktop's tray is.
  public var tray: @Sendable () async -> TrayState
  /// Where the desktop shows the night's eye, and where it cannot.
  public var nightPictures: @Sendable () async -> JSONValue

  /// The parts of a service.
  public init(
    simulatedHand: (any SimulatedHand)?, lendReaders: @escaping @Sendable (String?) -> AsyncStream<[UInt8]>,
    callHooks: @escaping @Sendable (HookEvent) -> Void, adoptSettings: @escaping @Sendable (Settings) -> Void,
    reportAttempt: @escaping @Sendable (Attempt) -> Bool,
    lookAtShield: @escaping @Sendable () async -> Void = {}, phones: (any PhoneKeeper)? = nil,
    remarksOnApps: @escaping @Sendable ([String]) async -> [String] = { _ in [] },
    signals: SignalPorts = SignalPorts(),
    logIncident: @escaping @Sendable () -> LogIncident? = { nil },
    tasks: TaskPorts = TaskPorts(), study: StudyPorts = StudyPorts(), past: PastPorts = PastPorts(),
    laps: LapPorts = LapPorts(), homeFolder: String? = nil,
    lookAtGates: @escaping @Sendable (Settings?) async -> Void = { _ in },
    homeLine: @escaping @Sendable () async -> JSONValue? = { nil },
    sync: SyncPorts = SyncPorts(), tray: @escaping @Sendable () async -> TrayState = { .off },
    nightPictures: @escaping @Sendable () async -> JSONValue = { [] },
    move: @escaping @Sendable (ControlRequest.SetWish) -> AsyncStream<[UInt8]> = { _ in AsyncStream { $0.finish() } },
    sensors: @escaping @Sendable (SensorRequest) -> AsyncStream<[UInt8]> = { _ in AsyncStream { $0.finish() } },
    sensorSignal: @escaping @Sendable () async -> JSONValue? = { nil }
  ) {
    self.simulatedHand = simulatedHand
    self.lendReaders = lendReaders
    self.callHooks = callHooks
    self.adoptSettings = adoptSettings
    self.reportAttempt = reportAttempt
    self.lookAtShield = lookAtShield
    self.phones = phones
    self.remarksOnApps = remarksOnApps
    self.signals = signals
    self.logIncident = logIncident
    self.tasks = tasks
    self.study = study
    self.past = past
    self.homeFolder = homeFolder
    self.laps = laps
    self.lookAtGates = lookAtGates
    self.homeLine = homeLine
    self.sync = sync
    self.tray = tray
    self.nightPictures = nightPictures
    self.move = move
    self.sensors = sensors
    self.sensorSignal = sensorSignal
  }
}

/// What the API asks of the laps between two readers.
public struct LapPorts: Sendable {
  /// How they are now.
  public var status: @Sendable () async -> JSONValue
  /// Measures three laps, telling of each tap in a line, until the stream is let go.
  public var calibrate: @Sendable () async -> AsyncStream<[UInt8]>

  /// The laps of a service; without any, none are configured.
  public init(
    status: @escaping @Sendable () async -> JSONValue = { ["ok": true, "state": "off"] },
    calibrate: @escaping @Sendable () async -> AsyncStream<[UInt8]> = { AsyncStream { $0.finish() } }
  ) {
    self.status = status
    self.calibrate = calibrate
  }
}

/// What the API asks of the signals of a service.
public struct SignalPorts: Sendable {
  /// How each of them is seen, the missing ones looked for again.
  public var states: @Sendable () async -> [SignalState]
  /// What was noticed last, then everything from now on.
  public var news: @Sendable () async -> AsyncStream<SignalNews>
  /// Takes in which site a browser shows in front.
  public var noteSite: @Sendable (String?) async -> Void

  /// The signals of a service; without any, all are off.
  public init(
    states: @escaping @Sendable () async -> [SignalState] = { SignalName.allCases.map { SignalState($0, .off) } },
    news: @escaping @Sendable () async -> AsyncStream<SignalNews> = { AsyncStream { $0.finish() } },
    noteSite: @escaping @Sendable (String?) async -> Void = { _ in }
  ) {
    self.states = states
    self.news = news
    self.noteSite = noteSite
  }
}
