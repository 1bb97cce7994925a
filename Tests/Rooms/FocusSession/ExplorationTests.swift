import RealParts
import SessionRehearsal
import Testing

@Test(
  "every state that a small policy reaches keeps every promise", .longWork,
  arguments: [(Exploration.Theme.breaks, 5), (.ends, 1)])
func exploration(theme: Exploration.Theme, minutes: Int) throws {
  var exploration = Exploration(theme)
  let extent = try exploration.explore(minutes: minutes)
  #expect(extent.states > 500)
}

@Test("random scripts: the machine and the plain session never differ", .longWork, arguments: [1, 2, 3] as [UInt64])
func randomScripts(seed: UInt64) throws {
  var scripts = RandomScripts(seed: seed)
  try scripts.play(60)
}
