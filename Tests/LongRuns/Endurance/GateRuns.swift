import GateRehearsal

/// Random scripts at gates, each twice: by the machine, and by a description without a state.
func gateScripts(isShort: Bool) throws -> String {
  let count: UInt64 = isShort ? 5000 : 100_000
  for seed in 0..<count {
    // Other scripts than those of the tests.
    let script = GateScript(seed: 1_000_000_000 + seed)
    var plain = PlainGates(script)
    guard script.run() == plain.run() else { throw Broken("gate script \(1_000_000_000 + seed) comes out differently") }
  }
  return "\(count) scripts, no difference between machine and model"
}

/// Random walks through sessions with gates: nothing loosens unfulfilled, nobody is locked in.
func gateWalks(isShort: Bool) throws -> String {
  let count: UInt64 = isShort ? 1000 : 100_000
  var loosened = 0
  for seed in 0..<count {
    var walk = GateWalk(seed: 1_000_000_000 + seed)
    do { try walk.go() } catch { throw Broken("gate walk \(1_000_000_000 + seed): \(error)") }
    loosened += walk.loosened
  }
  return
    "\(count) walks, something loosened \(loosened) times, each time with every step done; the exit led out of every state"
}
