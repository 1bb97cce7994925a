import FocusPorts
import Glibc
import LinuxRuntime
import RealParts
import RealScreens
import ScreenSignals
import TestSupport
import Testing

/// When a real X server's input is told.
@Suite(.timeLimit(.minutes(2))) struct X11TimeTests {
  private let screen: HiddenScreen
  private let crowd: Crowd

  init() throws {
    screen = try HiddenScreen()
    crowd = Crowd(["DISPLAY=\(screen.name)", "PATH=/usr/bin:/bin", "HOME=/nonexistent", "LANG=C.UTF-8"])
  }

  private func source(idleAfter: Int64 = 400) -> ScreenSignals {
    let name = screen.name
    return ScreenSignals(.init { $0 == "DISPLAY" ? name : nil }, idleAfter: idleAfter)
  }

  @Test(.onTheClock) func idleIsToldWithTheLastInputAndBackAtOnce() async throws {
    try crowd.run("/usr/bin/xdotool", "mousemove", "10", "10")
    let told = await Told(source(), [.input])
    #expect(told.states == [SignalState(.input, .inForce, by: "x11")])
    let before = SinceBoot.milliseconds
    try crowd.run("/usr/bin/xdotool", "mousemove", "100", "100")
    let input = before...SinceBoot.milliseconds
    #expect(await eventually { told.last(isIdle: true) != nil })
    let idle = try #require(told.last(isIdle: true))
    guard case .idle(let since) = idle.signal else { return }
    // Backdated to the input, not to the moment at which it was noticed.
    #expect(since >= input.lowerBound && since < input.upperBound + 200)
    #expect(idle.at - since == 400)
    let count = told.noticed.count
    try crowd.run("/usr/bin/xdotool", "key", "a")
    #expect(await eventually { told.noticed.count > count })
    #expect(told.noticed[count].signal == .back)
    #expect(await eventually { told.noticed.count > count + 1 })
    await told.close()
  }

  /// At most 50 ms after the limit, and after the input that ends it.
  @Test(.onTheClock) func idleAndBackComeInTime() async throws {
    let told = await Told(source(idleAfter: 500), [.input])
    var late: [Int64] = []
    for _ in 0..<5 {
      try crowd.run("/usr/bin/xdotool", "key", "a")
      let input = SinceBoot.milliseconds
      #expect(await eventually { told.last(isIdle: false).map { $0.at <= input + 50 } ?? false })
      #expect(await eventually { told.noticed.last.map { $0.at > input } ?? false })
      let idle = try #require(told.last(isIdle: true))
      guard case .idle = idle.signal else { continue }
      late.append(idle.at - input - 500)
    }
    #expect(late.sorted()[2] <= 50, "\(late)")
    await told.close()
  }
}
