public import FocusSession
public import Hooks

/// What the API asks of the parts of a service that it does not know, as functions. So it can be tried without readers,
/// shield and hooks.
public struct APIPorts: Sendable {
  /// The hand at the simulated reader; `nil` if the service has no such reader.
  public var simulatedHand: (any SimulatedHand)?
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
  /// What a person should know of apps that they want blocked.
  public var remarksOnApps: @Sendable ([String]) async -> [String]
  /// The person's tasks.
  public var tasks: TaskPorts

  /// The parts of a service.
  public init(
    simulatedHand: (any SimulatedHand)?, lendReaders: @escaping @Sendable (String?) -> AsyncStream<[UInt8]>,
    callHooks: @escaping @Sendable (HookEvent) -> Void, adoptSettings: @escaping @Sendable (Settings) -> Void,
    reportAttempt: @escaping @Sendable (Attempt) -> Bool,
    lookAtShield: @escaping @Sendable () async -> Void = {},
    remarksOnApps: @escaping @Sendable ([String]) async -> [String] = { _ in [] },
    tasks: TaskPorts = TaskPorts()
  ) {
    self.simulatedHand = simulatedHand
    self.lendReaders = lendReaders
    self.callHooks = callHooks
    self.adoptSettings = adoptSettings
    self.reportAttempt = reportAttempt
    self.lookAtShield = lookAtShield
    self.remarksOnApps = remarksOnApps
    self.tasks = tasks
  }
}
