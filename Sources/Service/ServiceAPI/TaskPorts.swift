public import FocusSession
public import JSONText

/// What the API asks of the person's tasks, which it does not know itself.
public struct TaskPorts: Sendable {
  /// The tasks in order, as the plan shows them.
  public var plan: @Sendable (Timestamp) async -> JSONValue
  /// The tasks as content lines of a calendar; `nil` if the token is not the feed's.
  public var calendar: @Sendable (_ token: String) async -> [UInt8]?

  /// Tasks of these; without arguments there are none.
  public init(
    plan: @escaping @Sendable (Timestamp) async -> JSONValue = { _ in ["tasks": []] },
    calendar: @escaping @Sendable (String) async -> [UInt8]? = { _ in nil }
  ) {
    self.plan = plan
    self.calendar = calendar
  }
}
