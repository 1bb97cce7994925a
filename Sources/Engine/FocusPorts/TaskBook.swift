package protocol TaskBook: Sendable {
  /// The task that a word names: its identifier, its slug, a beginning that only one has, or `next`.
  func task(named word: String) async -> SessionTask?
}

package struct NoTasks: TaskBook {
  package init() {}

  package func task(named word: String) async -> SessionTask? { nil }
}
