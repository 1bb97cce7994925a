/// How repetitions are counted.
public enum CountingMethod: String, CaseIterable, Sendable {
  /// By the phases of the movement.
  case phase
  /// The paper's sliding window.
  case sliding
  /// The paper's static window.
  case `static`
}

/// A counter by any method.
public struct RepetitionCounter: Sendable {
  private var phases: PhaseCounter?
  private var windows: WindowCounter?

  /// A counter of one person's repetitions.
  public init(_ exercise: Exercise, by method: CountingMethod = .phase) {
    switch method {
    case .phase: phases = PhaseCounter(exercise)
    case .sliding: windows = WindowCounter(exercise, .sliding)
    case .static: windows = WindowCounter(exercise, .all)
    }
  }

  /// Takes the next frame in which a person is seen; frames with nobody are left out.
  ///
  /// - Returns: whether this frame completes a repetition.
  public mutating func count(_ pose: Pose) -> Bool {
    // Each in its own place, so that its memory is changed where it is.
    phases?.count(pose) ?? windows?.count(pose) ?? false
  }
}
