import LinuxRuntime
import TestSupport

/// Random tasks through Taskwarrior 2.6.2 and through `focuskey`: the same urgency for each.
func taskUrgencies(isShort: Bool) throws -> String {
  let program = BuiltProgram(at: "/usr/bin/task")
  guard Files.exists(program.path) else {
    return "left out: taskwarrior is not installed (Sources/Setup/packages.sh tests)"
  }
  let seed = UInt64.random(in: 0...UInt64.max)
  var trial = try TaskwarriorTrial(program: program, seed: seed)
  let difference = try trial.greatestDifference(count: isShort ? 500 : 10_000)
  try hold(difference.number < 0.001, "seed \(seed): \(difference.of)")
  return "\(difference.compared) tasks, greatest difference \(difference.number)"
}
