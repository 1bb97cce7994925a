import FocusPorts
import Glibc
import LinuxRuntime
import RealParts
import RealScreens
import ScreenSignals
import TestSupport
import Testing

/// A real sway without a screen, asked over its own socket and, as any other compositor, over Wayland's protocols.
@Suite(.realParts, .serialized, .timeLimit(.minutes(2))) struct WaylandTests {
  @Test(arguments: [true, false]) func theAppInFrontIsToldAtEachChange(bySocket: Bool) async throws {
    let sway = try HeadlessSway()
    let told = await Told(ScreenSignals(sway.session(withSocket: bySocket), idleAfter: 400), [.front])
    #expect(told.states == [SignalState(.front, .inForce, by: bySocket ? "sway" : "wlroots")])
    #expect(await eventually { told.fronts == [["-"]] })
    try sway.crowd.start("/usr/bin/foot", "-a", "app.one")
    #expect(await eventually { told.shows("app.one") })
    let two = try sway.crowd.start("/usr/bin/foot", "-a", "app.two")
    #expect(await eventually { told.shows("app.two") })
    try sway.say("[app_id=app.one] focus")
    #expect(await eventually { told.shows("app.one") })
    try sway.say("[app_id=app.two] focus")
    #expect(await eventually { told.shows("app.two") })
    two.signal(SIGTERM)
    #expect(await eventually { told.shows("app.one") })
    // An empty workspace has nothing in front.
    try sway.say("workspace 7")
    #expect(await eventually { told.fronts.last == ["-"] })
    try sway.say("workspace 1")
    #expect(await eventually { told.shows("app.one") })
    await told.close()
  }

  /// Of such a window wlroots tells no state, and nothing is waited for.
  @Test func aWindowThatNeverHadTheKeyboardHidesNothing() async throws {
    let sway = try HeadlessSway()
    let told = await Told(ScreenSignals(sway.session(withSocket: false), idleAfter: 400), [.front])
    try sway.crowd.start("/usr/bin/foot", "-a", "app.one")
    #expect(await eventually { told.shows("app.one") })
    try sway.say("no_focus [app_id=app.quiet]")
    try sway.crowd.start("/usr/bin/foot", "-a", "app.quiet")
    #expect(try await eventually { try sway.crowd.run("/usr/bin/swaymsg", "[app_id=app.quiet] mark there") == 0 })
    try sway.say("workspace 7")
    #expect(await eventually { told.fronts.last == ["-"] })
    await told.close()
  }

  @Test func idleAndBackAreTold() async throws {
    let sway = try HeadlessSway()
    try sway.crowd.start("/usr/bin/foot", "-a", "app.one")
    let told = await Told(ScreenSignals(sway.session(), idleAfter: 400), [.front, .input])
    #expect(Set(told.states.map(\.name)) == [.front, .input])
    #expect(told.states.allSatisfy { $0.state == .inForce })
    #expect(await eventually { told.last(isIdle: true) != nil })
    let count = told.noticed.count
    try sway.crowd.run("/usr/bin/wtype", "x")
    #expect(await eventually { told.noticed.dropFirst(count).contains { $0.signal == .back } })
    #expect(await eventually { told.noticed.last.map { if case .idle = $0.signal { true } else { false } } ?? false })
    await told.close()
  }

  @Test func aCompositorThatGoesIsTold() async throws {
    let sway = try HeadlessSway()
    let told = await Told(ScreenSignals(sway.session(), idleAfter: 400), [.front, .input])
    sway.stop()
    #expect(await eventually { told.changes.count == 2 })
    #expect(Set(told.changes.map(\.name)) == [.front, .input])
    #expect(told.changes.allSatisfy { $0.state == .unavailable })
    await told.close()
  }

  /// A service that is started before the session knows none of its variables.
  @Test func aSessionIsFoundByItsSockets() async throws {
    let sway = try HeadlessSway()
    let folder = sway.folder("run")
    let session = ScreenSignals.Session.found { $0 == "XDG_RUNTIME_DIR" ? folder : nil }
    #expect(session == sway.session())
    let told = await Told(ScreenSignals(session), [.front, .input])
    #expect(told.states.allSatisfy { $0.state == .inForce })
    await told.close()
    // What is named is taken, whatever else is there.
    let named = ScreenSignals.Session.found { ["XDG_RUNTIME_DIR": folder, "DISPLAY": ":7"][$0] }
    #expect(named.x11 == ":7" && named.wayland == nil)
  }

  /// X11 under Wayland sees its guests alone: it is never asked.
  @Test func waylandIsNeverAskedOverX11() async throws {
    let screen = try HiddenScreen()
    let name = screen.name
    let source = ScreenSignals(
      .init { variable in
        switch variable {
        case "DISPLAY": name
        case "WAYLAND_DISPLAY": "/nonexistent/wayland-9"
        default: nil
        }
      })
    let told = await Told(source, [.input])
    #expect(told.states.map(\.state) == [.unavailable])
    #expect(told.states.first?.why == "the compositor at /nonexistent/wayland-9 cannot be reached")
    await told.close()
  }
}
