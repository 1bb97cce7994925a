public import FocusSession

/// Where the person's tasks are found.
public protocol TaskBook: Sendable {
  /// The task that a word names: its identifier, its slug, a beginning that only one has, or `next`.
  func task(named word: String) async -> SessionTask?
}

/// No tasks.
public struct NoTasks: TaskBook {
  /// A book without a task.
  public init() {}

  /// There is none.
  public func task(named word: String) async -> SessionTask? { nil }
}
