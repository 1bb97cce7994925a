import FocusPorts
import Glibc
import LinuxRuntime
import RealScreens
import ScreenSignals
import TestSupport

/// From the word to a real sway that another app is in front until it is told here, over sway's own socket and over
/// Wayland's protocols: at most 5 ms, or on a machine that is busy at most three times what a bare subscriber waits in
/// the same turns.
func screenBenchmarks(_ run: BenchmarkRun) throws {
  guard Files.exists("/usr/bin/sway"), Files.exists("/usr/bin/foot") else {
    run.skip("app in front", because: "sway and foot are not installed")
    return
  }
  for bySocket in [true, false] {
    let (ours, bare) = try toldTimes(bySocket: bySocket, turns: run.isSmoke ? 5 : 101)
    let way = bySocket ? "sway" : "wlroots"
    run.report("app in front, bare subscriber, median", bare, "ms")
    run.promise("app in front by \(way), median", ours, atMost: max(5, bare * 3), "ms")
  }
}

/// The median times in which a change is told here and to a bare subscriber.
private func toldTimes(bySocket: Bool, turns: Int) throws -> (ours: Double, bare: Double) {
  let sway = try HeadlessSway()
  let opened = Locked<Told?>(nil)
  let source = ScreenSignals(sway.session(withSocket: bySocket))
  Task {
    let told = await Told(source, [.front])
    opened.withLock { $0 = told }
  }
  while opened.withLock({ $0 }) == nil { usleep(500) }
  guard let told = opened.withLock({ $0 }) else { return (0, 0) }
  for name in ["app.one", "app.two"] {
    try sway.crowd.start("/usr/bin/foot", "-a", name)
    try wait("\(name) is not in front") { told.shows(name) }
  }
  let mouth = try SwayMouth(sway.socket)
  let peer = try SwayMouth(sway.socket)
  try peer.subscribe()
  var times: [Double] = []
  var peers: [Double] = []
  for turn in 0..<turns {
    let name = turn.isMultiple(of: 2) ? "app.one" : "app.two"
    let before = told.count
    let start = ContinuousClock.now
    var (ours, bare): (Duration?, Duration?)
    try mouth.say("[app_id=\(name)] focus")
    while ours == nil || bare == nil, ContinuousClock.now - start < .seconds(2) {
      usleep(50)
      if ours == nil, told.count != before { ours = ContinuousClock.now - start }
      if bare == nil, try peer.hears() { bare = ContinuousClock.now - start }
    }
    times.append(milliseconds(ours ?? .seconds(2)))
    peers.append(milliseconds(bare ?? .seconds(2)))
    try wait("\(name) is not told") { told.shows(name) }
    _ = try peer.hears()
  }
  let closed = Locked(false)
  Task {
    await told.close()
    closed.withLock { $0 = true }
  }
  while !closed.withLock({ $0 }) { usleep(500) }
  return (times.sorted()[turns / 2], peers.sorted()[turns / 2])
}

private struct NotTold: Error, CustomStringConvertible {
  let description: String
}

private func wait(_ what: String, until isSo: () -> Bool) throws {
  let end = ContinuousClock.now + .seconds(20)
  while !isSo() {
    guard ContinuousClock.now < end else { throw NotTold(description: what) }
    usleep(500)
  }
}

private func milliseconds(_ time: Duration) -> Double {
  Double(time.components.seconds) * 1e3 + Double(time.components.attoseconds) / 1e15
}
