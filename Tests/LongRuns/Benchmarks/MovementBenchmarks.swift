import Movement
import MovementRehearsal

/// What it costs to count repetitions: one frame of each exercise.
func movementBenchmarks(_ run: BenchmarkRun) throws {
  for exercise in Exercise.allCases {
    let poses = MovementStream(exercise, Condition("plain"), seed: 170_000_000).poses
    let set = run.nanoseconds {
      var counter = PhaseCounter(exercise)
      for pose in poses { keep(counter.count(pose)) }
    }
    run.promise("\(exercise.rawValue), a frame", set / Double(poses.count) / 1000, atMost: 20, "us")
  }
}
