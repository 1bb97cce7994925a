import FocusPorts
import RealParts
import RealScreens
import ScreenSignals
import TestSupport
import Testing

/// What COSMIC tells of windows, in its own protocol, through the real libwayland-client.
@Suite(.realParts, .serialized, .timeLimit(.minutes(2))) struct CosmicTests {
  private let folder = TemporaryFolder()

  private func told(by cosmic: CosmicStandIn) async -> Told {
    let socket = cosmic.socket
    return await Told(ScreenSignals(.init { $0 == "WAYLAND_DISPLAY" ? socket : nil }), [.front])
  }

  @Test(arguments: [2, 4] as [UInt32]) func theAppInFrontIsToldAtEachChange(version: UInt32) async throws {
    let cosmic = try CosmicStandIn(in: folder, version: version)
    cosmic.open("com.system76.CosmicFiles")
    let told = await told(by: cosmic)
    #expect(told.states == [SignalState(.front, .inForce, by: "cosmic")])
    #expect(await eventually { told.shows("com.system76.CosmicFiles") })
    cosmic.open("org.mozilla.firefox")
    #expect(await eventually { told.shows("org.mozilla.firefox") })
    cosmic.bringToFront("com.system76.CosmicFiles")
    #expect(await eventually { told.shows("com.system76.CosmicFiles") })
    cosmic.bringToFront(nil)
    #expect(await eventually { told.fronts.last == ["-"] })
    cosmic.bringToFront("org.mozilla.firefox")
    #expect(await eventually { told.shows("org.mozilla.firefox") })
    cosmic.close("com.system76.CosmicFiles")
    cosmic.close("org.mozilla.firefox")
    #expect(await eventually { told.fronts.last == ["-"] })
    cosmic.stop()
    #expect(await eventually { told.changes.map(\.state) == [.unavailable] })
    await told.close()
  }

  /// That one window has the keyboard no more and another has it comes in two words: nothing is told in between.
  @Test func fromOneWindowToAnotherThereIsNoMomentWithout() async throws {
    let cosmic = try CosmicStandIn(in: folder)
    cosmic.open("app.one")
    let told = await told(by: cosmic)
    cosmic.open("app.two")
    #expect(await eventually { told.shows("app.two") })
    for app in ["app.one", "app.two", "app.one"] {
      cosmic.bringToFront(app)
      #expect(await eventually { told.shows(app) })
    }
    #expect(told.fronts == [["app.one"], ["app.two"], ["app.one"], ["app.two"], ["app.one"]], "\(told.fronts)")
    await told.close()
  }

  @Test func itsFirstVersionHasNoSuchList() async throws {
    let cosmic = try CosmicStandIn(in: folder, version: 1)
    let told = await told(by: cosmic)
    #expect(told.states.map(\.state) == [.unavailable])
    let why = "this compositor offers neither zwlr_foreign_toplevel_manager_v1 nor zcosmic_toplevel_info_v1"
    #expect(told.states.first?.why == why)
    await told.close()
  }
}
