import GuardRehearsal

/// Random scripts for a guard, each twice: by the machine, and by a model of intervals that has no clock.
func guardScripts(isShort: Bool) throws -> String {
  let count: UInt64 = isShort ? 20_000 : 1_000_000
  var episodes = 0
  for seed in 0..<count {
    // Other scripts than those of the tests.
    let script = GuardScript(seed: 1_000_000_000 + seed)
    let story = script.run()
    guard story == script.runPlainly() else {
      throw Broken("guard script \(1_000_000_000 + seed) comes out differently")
    }
    episodes += story.episodes.count
  }
  return "\(count) scripts with \(episodes) episodes, no difference between machine and model"
}
