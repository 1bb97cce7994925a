import AllocationCount
import Movement
import MovementRehearsal

/// Sets of ten under every condition, each with a seed that nothing was tuned on: all are counted as ten, and in time.
func movementStreams(_ isShort: Bool) throws -> String {
  let seeds = isShort ? 2 : 96
  var late: [Double] = []
  for exercise in Exercise.allCases {
    for (place, condition) in Condition.all.enumerated() {
      for seed in 0..<seeds {
        let stream = MovementStream(exercise, condition, seed: 150_000_000 + UInt64(place * 10_000 + seed))
        var counter = PhaseCounter(exercise)
        let counted = stream.poses.filter { counter.count($0) }.map(\.time)
        try hold(counted.count == 10, "\(exercise) \(condition.name) \(seed): \(counted.count) of 10")
        late += zip(counted, stream.ends).map { $0 - $1 }
      }
    }
  }
  late.sort()
  let p95 = late[late.count * 95 / 100]
  try hold(p95 <= 0.3, "95 % are counted within \(p95) s")
  return "\(late.count / 10) sets of ten, \((p95 * 100).rounded() / 100) s after the end at the 95th percentile"
}

/// Hours of movement that is none of the exercises, with seeds that nothing was tuned on: none of it is counted.
func movementOthers(_ isShort: Bool) throws -> String {
  let stretches = isShort ? 12 : 720
  for stretch in 0..<stretches {
    let condition = Condition("other") {
      ($0.noise, $0.framesPerSecond) = (0.004, stretch.isMultiple(of: 2) ? 15 : 30)
    }
    let stream = MovementStream(otherMovementFor: 300, condition, seed: 170_000_000 + UInt64(stretch))
    for exercise in Exercise.allCases {
      var counter = PhaseCounter(exercise)
      for pose in stream.poses where counter.count(pose) {
        throw Broken("\(exercise) in stretch \(stretch) at \(pose.time) s")
      }
    }
  }
  return "\(stretches / 12) hours of other movement, none counted as any of \(Exercise.allCases.count) exercises"
}

/// A million spoilt frames: none traps; and counting asks for no memory.
func movementFrames(_ isShort: Bool) throws -> String {
  var random = Seeded(160_000_000)
  let wild = [Double.nan, .infinity, -.infinity, .greatestFiniteMagnitude, -1e6, 1e6, 0, .leastNonzeroMagnitude]
  let rounds = isShort ? 50 : 2_000
  var frames = 0
  for round in 0..<rounds {
    let exercise = Exercise.allCases[round % 5]
    var stream = MovementStream(exercise, Condition("spoilt"), seed: 161_000_000 + UInt64(round)).poses
    for index in stream.indices where random.unit() < 0.2 {
      let joint = Int(random.within(0, 13))
      stream[index].places[joint].x = wild.randomElement(using: &random) ?? 0
      if random.unit() < 0.1 { stream[index].time = wild.randomElement(using: &random) ?? 0 }
    }
    var counter = PhaseCounter(exercise)
    for pose in stream where counter.count(pose) {}
    frames += stream.count
  }
  let stream = MovementStream(.squat, Condition("plain"), seed: 162_000_000)
  var counter = PhaseCounter(.squat)
  var counted = 0
  let before = focuskey_allocations()
  for index in stream.poses.indices where counter.count(stream.poses[index]) { counted += 1 }
  let allocations = focuskey_allocations() - before
  try hold(counted == 10 && allocations == 0, "\(allocations) allocations for \(counted) repetitions")
  return "\(frames) frames, none traps; no allocation"
}
