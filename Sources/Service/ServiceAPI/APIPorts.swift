package import FeaturePorts
package import FocusPorts
package import FocusSession
package import Hooks
package import JSONText
package import Requests
package import ServiceContract

/// What the API asks of the parts of a service that it does not know, as functions. So it can be tried without readers,
/// shield and hooks.
package struct APIPorts: Sendable {
  /// The hand at the simulated reader; `nil` if the service has no such reader.
  package var simulatedHand: (any SimulatedHand)?
  /// The folder that a person named for the service; `nil` for the usual ones.
  package var homeFolder: String?
  /// Lends the readers with this in their name, or all, until the stream is let go; gives what the borrower is told.
  package var lendReaders: @Sendable (_ part: String?) -> AsyncStream<[UInt8]>
  /// Calls the hooks for an event.
  package var callHooks: @Sendable (HookEvent) -> Void
  /// Learns of settings that were changed over the API.
  package var adoptSettings: @Sendable (Settings) -> Void
  /// Reports that something was asked for, and says whether it is blocked.
  package var reportAttempt: @Sendable (Attempt) -> Bool
  /// Has the shield's layers asked how they are now, for the engine's snapshot.
  package var lookAtShield: @Sendable () async -> Void
  /// The phones that may tap, as readers of the status.
  package var phoneReaders: @Sendable () async -> [JSONValue]
  /// What a person should know of apps that they want blocked.
  package var remarksOnApps: @Sendable ([String]) async -> [String]
  /// What is noticed of the person.
  package var signals: SignalPorts
  /// Has the log looked at, and says what somebody did last to it while the service had it open.
  package var logIncident: @Sendable () async -> LogIncident?
  /// What can be asked of the features.
  package var requests: RequestTable
  /// The tasks as content lines of a calendar; `nil` if the token is not the feed's.
  package var taskCalendar: @Sendable (_ token: String) async -> [UInt8]?
  /// Works off what is asked of the sensors that people wear, line by line.
  package var sensors: @Sendable (SensorRequest) -> AsyncStream<[UInt8]>
  /// How what they measure is seen, as a signal; `nil` where nobody asks for sensors at all.
  package var sensorSignal: @Sendable () async -> JSONValue?
  /// Has it looked up what there is here to pass gates with: those of these settings, or those that are configured.
  package var lookAtGates: @Sendable (Settings?) async -> Void
  /// How the line to the broker of a home is; `nil` if none is configured.
  package var homeLine: @Sendable () async -> JSONValue?
  /// The line to the person's other devices.
  package var sync: SyncPorts
  /// How the desktop's tray is.
  package var tray: @Sendable () async -> TrayState
  /// Where the desktop shows the night's eye, and where it cannot.
  package var nightPictures: @Sendable () async -> JSONValue

  /// The parts of a service.
  package init(
    simulatedHand: (any SimulatedHand)?, lendReaders: @escaping @Sendable (String?) -> AsyncStream<[UInt8]>,
    callHooks: @escaping @Sendable (HookEvent) -> Void, adoptSettings: @escaping @Sendable (Settings) -> Void,
    reportAttempt: @escaping @Sendable (Attempt) -> Bool,
    lookAtShield: @escaping @Sendable () async -> Void = {},
    phoneReaders: @escaping @Sendable () async -> [JSONValue] = { [] },
    remarksOnApps: @escaping @Sendable ([String]) async -> [String] = { _ in [] },
    signals: SignalPorts = SignalPorts(),
    logIncident: @escaping @Sendable () async -> LogIncident? = { nil },
    requests: RequestTable = RequestTable(),
    taskCalendar: @escaping @Sendable (String) async -> [UInt8]? = { _ in nil },
    homeFolder: String? = nil,
    lookAtGates: @escaping @Sendable (Settings?) async -> Void = { _ in },
    homeLine: @escaping @Sendable () async -> JSONValue? = { nil },
    sync: SyncPorts = SyncPorts(), tray: @escaping @Sendable () async -> TrayState = { .off },
    nightPictures: @escaping @Sendable () async -> JSONValue = { [] },
    sensors: @escaping @Sendable (SensorRequest) -> AsyncStream<[UInt8]> = { _ in AsyncStream { $0.finish() } },
    sensorSignal: @escaping @Sendable () async -> JSONValue? = { nil }
  ) {
    self.simulatedHand = simulatedHand
    self.lendReaders = lendReaders
    self.callHooks = callHooks
    self.adoptSettings = adoptSettings
    self.reportAttempt = reportAttempt
    self.lookAtShield = lookAtShield
    self.phoneReaders = phoneReaders
    self.remarksOnApps = remarksOnApps
    self.signals = signals
    self.logIncident = logIncident
    self.requests = requests
    self.taskCalendar = taskCalendar
    self.homeFolder = homeFolder
    self.lookAtGates = lookAtGates
    self.homeLine = homeLine
    self.sync = sync
    self.tray = tray
    self.nightPictures = nightPictures
    self.sensors = sensors
    self.sensorSignal = sensorSignal
  }
}

/// What the API asks of the signals of a service.
package struct SignalPorts: Sendable {
  /// How each of them is seen, the missing ones looked for again.
  package var states: @Sendable () async -> [SignalState]
  /// What was noticed last, then everything from now on.
  package var news: @Sendable () async -> AsyncStream<SignalNews>
  /// Takes in which site a browser shows in front.
  package var noteSite: @Sendable (String?) async -> Void

  /// The signals of a service; without any, all are off.
  package init(
    states: @escaping @Sendable () async -> [SignalState] = { SignalName.allCases.map { SignalState($0, .off) } },
    news: @escaping @Sendable () async -> AsyncStream<SignalNews> = { AsyncStream { $0.finish() } },
    noteSite: @escaping @Sendable (String?) async -> Void = { _ in }
  ) {
    self.states = states
    self.news = news
    self.noteSite = noteSite
  }
}
