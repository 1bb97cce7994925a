import FocusPorts
import Glibc
import LinuxRuntime
import RealParts
import RealScreens
import ScreenSignals
import TestSupport
import Testing

/// A real X server with a real window manager, real windows and real input.
@Suite(.realParts, .serialized, .timeLimit(.minutes(2))) struct X11Tests {
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

  /// Starts a window manager and waits until it manages: before that the screen says nothing of desktops.
  private func manage() async throws {
    try crowd.start("/usr/bin/openbox")
    #expect(try await eventually { try crowd.run("/usr/bin/xdotool", "get_desktop") == 0 })
  }

  private func window(_ name: String) throws {
    try crowd.start("/usr/bin/xterm", "-class", name, "-e", "sleep", "100")
  }

  @Test func theAppInFrontIsToldAtEachChange() async throws {
    try await manage()
    try window("Editor")
    let told = await Told(source(), [.front])
    #expect(told.states == [SignalState(.front, .inForce, by: "x11")])
    #expect(await eventually { told.shows("Editor") })
    try window("Chat")
    #expect(await eventually { told.shows("Chat") })
    try crowd.run("/usr/bin/xdotool", "search", "--class", "Editor", "windowactivate")
    #expect(await eventually { told.shows("Editor") })
    // One change is told once, though X11 may say it twice.
    #expect(zip(told.fronts, told.fronts.dropFirst()).allSatisfy { $0 != $1 })
    await told.close()
  }

  /// An alarm alone never fires where the limit has passed already.
  @Test func whoIsAwayAlreadyIsSeenAtOnce() async throws {
    try crowd.run("/usr/bin/xdotool", "mousemove", "10", "10")
    usleep(600_000)
    let told = await Told(source(), [.input])
    #expect(await eventually { !told.noticed.isEmpty })
    guard case .idle(let since) = try #require(told.noticed.first).signal else {
      Issue.record("\(told.noticed)")
      return
    }
    #expect(told.noticed[0].at - since >= 500)
    try crowd.run("/usr/bin/xdotool", "key", "a")
    #expect(await eventually { told.last(isIdle: false) != nil })
    await told.close()
  }

  @Test func withoutAWindowManagerTheFrontIsNotKnown() async throws {
    let told = await Told(source(), [.front])
    #expect(told.states.first?.state == .unavailable)
    // Read once: it may be told between two looks.
    let fronts = told.fronts
    #expect(fronts == [["?"]] || fronts.isEmpty)
    // It is known from when one comes.
    try crowd.start("/usr/bin/openbox")
    #expect(await eventually { told.changes.last == SignalState(.front, .inForce, by: "x11") })
    await told.close()
  }

  @Test func aServerThatGoesIsToldOnce() async throws {
    try await manage()
    let told = await Told(source(), [.front, .input])
    kill(screen.process, SIGKILL)
    #expect(await eventually { told.changes.count == 2 })
    #expect(told.changes.allSatisfy { $0.state == .unavailable && $0.why == "x11: the connection was lost" })
    #expect(await eventually { told.fronts.last == ["?"] })
    await told.close()
  }

  @Test func aDisplayThatIsNotThereIsSaid() async {
    let told = await Told(ScreenSignals(.init { $0 == "DISPLAY" ? ":1999" : nil }), [.front, .input])
    #expect(told.states.count == 2)
    #expect(told.states.allSatisfy { $0.state == .unavailable && $0.why == "the display :1999 cannot be reached" })
    await told.close()
  }
}
