import SessionRehearsal

/// Every state that a small policy can reach, with the promises of the session checked in each.
func sessionStates(isShort: Bool) throws -> String {
  let themes: [(Exploration.Theme, Int)] =
    isShort ? [(.breaks, 8), (.ends, 2)] : [(.breaks, 12), (.ends, 8), (.everything, 2)]
  var words: [String] = []
  for (theme, minutes) in themes {
    var exploration = Exploration(theme)
    let extent = try exploration.explore(minutes: minutes)
    words.append("\(theme) up to minute \(minutes): \(extent.states) states by \(extent.steps) steps")
  }
  return words.joined(separator: "; ")
}

/// Random scripts, played by the machine and by the session written a second time.
func sessionScripts(isShort: Bool) throws -> String {
  var scripts = RandomScripts(seed: 20_261_121)
  let count = isShort ? 2000 : 1_000_000
  try scripts.play(count)
  return "\(count) scripts of \(scripts.commands) commands: no difference"
}

/// Our civil time against full Foundation's.
func civilTime(isShort: Bool) throws -> String {
  guard CivilTimeCheck.foundationKnowsZones else {
    return "left out: a static build has no zones of Foundation's; run .build/debug/Endurance civil-time"
  }
  let zones = isShort ? Array(CivilTimeCheck.zones.prefix(6)) : CivilTimeCheck.zones
  let years = isShort ? 2024...2025 : 2010...2039
  let count = try CivilTimeCheck.compare(zones, years: years)
  return "\(zones.count) zones, \(years.count) years: \(count) answers alike"
}
