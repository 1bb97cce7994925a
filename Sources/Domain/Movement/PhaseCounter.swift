/// Counts repetitions by their phases: rest, rise, turn, return. A repetition counts when three quarters of its own
/// swing are back, so mostly a little before it ends. One pass, constant memory, no allocation; time is that of the
/// frames.
public struct PhaseCounter: Sendable {
  /// What is counted.
  public let exercise: Exercise

  private enum Phase {
    /// Nothing is known about the person yet.
    case waiting
    /// At or near rest; `leftAt` is when the signal was last there.
    case resting(level: Double, leftAt: Double)
    case swinging(Swing)
  }

  private struct Swing {
    let rest: Double
    let leftAt: Double
    var turn: Double
    /// The lowest point since the turn, once half of the swing is back.
    var valley: (level: Double, at: Double)?
    /// The level that the signal has stayed close to, and since when.
    var still: (level: Double, since: Double)

    var width: Double { turn - rest }
  }

  private var body = BodyTrack()
  private var phase = Phase.waiting
  /// The rest of the last repetition and when it ended.
  private var lastRest: (level: Double, at: Double)?
  /// What the body did since it was last at rest.
  private var spans = BodySpans()
  /// How far the wrists are above the shoulders at rest, and how far they were on average near the turning point.
  private var armsAtRest = 0.0
  private var armsAtTurn = (sum: 0.0, frames: 0.0)
  private var quick: BodyMeasures?
  private var calm: BodyMeasures?

  /// A counter for one person and one exercise.
  public init(_ exercise: Exercise) {
    self.exercise = exercise
  }

  /// Takes the next frame in which a person is seen; frames with nobody are left out.
  ///
  /// - Returns: whether this frame completes a repetition.
  public mutating func count(_ pose: Pose) -> Bool {
    let elapsed: Double
    switch body.follow(pose) {
    case .ignored: return false
    case .began: return restart()
    case .followed(let seconds): elapsed = seconds
    }
    if elapsed > BodyTrack.patience { return restart() }
    let measured = BodyMeasures(body)
    guard var quick, var calm, !body.isCorrected else {
      (self.quick, self.calm) = (measured, measured)
      if case .resting = phase { rest(exercise.signal(measured), measured) }
      return false
    }
    quick.approach(measured, after: elapsed, slowness: 0.05)
    calm.approach(measured, after: elapsed, slowness: 0.08)
    (self.quick, self.calm) = (quick, calm)
    guard exercise.isVisible(body, within: BodyTrack.patience) else {
      phase = .waiting
      return false
    }
    return advance(exercise.signal(quick), calm, elapsed)
  }

  private mutating func restart() -> Bool {
    phase = .waiting
    (quick, calm) = (nil, nil)
    return false
  }

  private mutating func advance(_ signal: Double, _ calm: BodyMeasures, _ elapsed: Double) -> Bool {
    switch phase {
    case .waiting:
      guard body.scale.count >= 5, exercise.isVisible(body, within: 0) else { return false }
      let measured = BodyMeasures(body)
      (quick, self.calm) = (measured, measured)
      armsAtRest = measured.wrists
      rest(exercise.signal(measured), measured)
      return false
    case .resting(let before, let left):
      let floor = exercise.leastSwing
      // Rest may creep upwards: people shift their feet.
      let level = min(signal, before + (signal - before) * elapsed / (2 + elapsed))
      let isNear = signal <= level + 0.12 * floor
      if isNear {
        beginSpans(calm)
        armsAtRest += (calm.wrists - armsAtRest) * elapsed / (0.3 + elapsed)
      } else {
        spans.include(calm)
      }
      let leftAt = isNear ? body.now : left
      // Nothing begins on a doubtful frame.
      let begins = signal > level + 0.5 * floor && exercise.isVisible(body, within: 0)
      phase =
        begins
        ? .swinging(Swing(rest: believed(level), leftAt: leftAt, turn: signal, still: (signal, body.now)))
        : .resting(level: level, leftAt: leftAt)
      return false
    case .swinging(let swing):
      spans.include(calm)
      if signal > swing.rest + 0.5 * swing.width {
        armsAtTurn.sum += calm.wrists
        armsAtTurn.frames += 1
      }
      return follow(swing, signal, calm)
    }
  }

  private mutating func follow(_ before: Swing, _ signal: Double, _ calm: BodyMeasures) -> Bool {
    var swing = before
    swing.turn = max(swing.turn, signal)
    let lasted = body.now - swing.leftAt
    if signal <= swing.turn - 0.75 * swing.width {
      let isWhole = swing.width >= exercise.leastSwing && isRepetition(lasted)
      if isWhole { lastRest = (swing.rest, body.now) }
      rest(signal, calm)
      return isWhole
    }
    if (signal - swing.still.level).magnitude > 0.15 * exercise.leastSwing { swing.still = (signal, body.now) }
    // Standing still without having gone far is rest, wherever rest was thought to be.
    let isStill = body.now - swing.still.since >= 0.4 && swing.width < exercise.leastSwing
    if isStill || lasted > Self.longest {
      rest(signal, calm)
      return false
    }
    if signal <= swing.turn - 0.5 * swing.width, signal <= swing.valley?.level ?? .infinity {
      swing.valley = (signal, body.now)
    }
    phase = .swinging(swing)
    guard let valley = swing.valley else { return false }
    let again = max(0.5 * exercise.leastSwing, 0.5 * (swing.turn - valley.level))
    guard signal > valley.level + again else { return false }
    // Up again before all was back: from here on this is rest. It was a repetition where rest had been judged too low.
    let back = swing.turn - valley.level
    let isWhole = back >= 0.65 * swing.width && back >= exercise.leastSwing && isRepetition(lasted)
    phase = .swinging(Swing(rest: valley.level, leftAt: valley.at, turn: signal, still: (signal, body.now)))
    beginSpans(calm)
    return isWhole
  }

  /// Within a set rest hardly sinks: a much lower level comes from a misplaced joint.
  private func believed(_ level: Double) -> Double {
    guard let lastRest, body.now - lastRest.at < 5 else { return level }
    return max(level, lastRest.level - 0.4 * exercise.leastSwing)
  }

  /// In seconds: a shorter swing is a twitch, a longer one is something else.
  private static let shortest = 0.3
  private static let longest = 12.0

  private func isRepetition(_ lasted: Double) -> Bool {
    let lift = armsAtTurn.frames > 0 ? armsAtTurn.sum / armsAtTurn.frames - armsAtRest : 0
    return lasted >= Self.shortest && lasted <= Self.longest && exercise.accepts(spans, lift: lift)
  }

  private mutating func rest(_ signal: Double, _ calm: BodyMeasures) {
    phase = .resting(level: signal, leftAt: body.now)
    beginSpans(calm)
  }

  private mutating func beginSpans(_ calm: BodyMeasures) {
    spans.begin(calm)
    armsAtTurn = (0, 0)
  }
}
