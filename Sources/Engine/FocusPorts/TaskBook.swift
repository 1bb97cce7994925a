package import FocusSession

/// Where the person's tasks are found.
package protocol TaskBook: Sendable {
  /// The task that a word names: its identifier, its slug, a beginning that only one has, or `next`.
  func task(named word: String) async -> SessionTask?
}

package struct NoTasks: TaskBook {
  /// A book without a task.
  package init() {}

  /// There is none.
  package func task(named word: String) async -> SessionTask? { nil }
}
