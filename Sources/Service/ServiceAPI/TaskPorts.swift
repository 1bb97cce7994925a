public import FocusSession
public import JSONText
public import ServiceContract

/// What the API asks of the person's tasks, which it does not know itself.
public struct TaskPorts: Sendable {
  /// The tasks in order, as the plan shows them.
  public var plan: @Sendable (Timestamp) async -> JSONValue
  /// The tasks as content lines of a calendar; `nil` if the token is not the feed's.
  public var calendar: @Sendable (_ token: String) async -> [UInt8]?

  /// Does something with a task; the address is the dashboard's.
  public var act: @Sendable (TaskRequest, Timestamp, _ dashboard: String?) async throws(TaskRequestError) -> JSONValue
  /// What a line would be as a task.
  public var reading: @Sendable (String, Timestamp) async -> JSONValue

  /// Tasks of these; without arguments there are none.
  public init(
    plan: @escaping @Sendable (Timestamp) async -> JSONValue = { _ in ["tasks": []] },
    calendar: @escaping @Sendable (String) async -> [UInt8]? = { _ in nil },
    act: @escaping @Sendable (TaskRequest, Timestamp, String?) async throws(TaskRequestError) -> JSONValue = {
      (_, _, _) throws(TaskRequestError) in throw .none
    },
    reading: @escaping @Sendable (String, Timestamp) async -> JSONValue = { _, _ in ["summary": .null] }
  ) {
    self.plan = plan
    self.calendar = calendar
    self.act = act
    self.reading = reading
  }
}

/// Why something about a task is not done, as every refusal is told.
public struct TaskRequestError: Error, Equatable {
  /// The kind for programs.
  public var kind: String
  /// What went wrong.
  public var what: String
  /// Where.
  public var place: String
  /// What to do.
  public var advice: String
  /// How a program ends that asked.
  public var exit: Int64

  /// A refusal.
  public init(_ kind: String, _ what: String, at place: String, advice: String, exit: Int64) {
    self.kind = kind
    self.what = what
    self.place = place
    self.advice = advice
    self.exit = exit
  }

  /// This service has no tasks.
  public static let none = TaskRequestError(
    "no-tasks", "this service has no tasks", at: "", advice: "see: focuskey task", exit: 69)
}
