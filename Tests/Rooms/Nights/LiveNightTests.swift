import DesktopBus
import FocusEngine
import Guarding
import NightPicture
import RealParts
import ServiceContract
import TestSupport
import Testing

@testable import Nights

/// A night while it lasts, with the real engine: its picture, and what good night does.
@Suite(.realParts) struct LiveNightTests {
  private let folder = TemporaryFolder()

  @Test func theEyeFollowsTheNight() async throws {
    let clock = ManualClock()
    var settings = Settings.shipped
    settings.bedtime = Bedtime(from: TimeOfDay(hour: 0, minute: 0)!, to: TimeOfDay(hour: 23, minute: 59)!)
    let engine = try await FocusEngine(
      log: MemoryLog(), shield: JournalShield(), clock: clock, settings: settings, zone: .utc,
      chance: { Entropy(high: 7, low: 42) })
    let home = Home(folder: folder.path)
    let lines = Locked<[String]>([])
    let screen = ScreenLock(loop: try EventLoop(), address: "unix:path=\(folder("nobody"))")
    let picture = NightPicture(
      .init(places: [], picture: home.eye, note: home.pictureNote, environment: [], sway: { nil }), warn: { _ in })
    let night = LiveNight(
      home: home, screen: screen, picture: picture, warn: { line in lines.withLock { $0.append(line) } })
    let work = Task(executorPreference: RealPartsTrait.threads) { await engine.run() }
    let follow = Task(executorPreference: RealPartsTrait.threads) { await night.follow(engine) }
    func minutes() -> String? {
      (try? Files.read(home.eye)).map { String(decoding: $0, as: UTF8.self) }?
        .split(separator: "<title>").last?.prefix { $0 != "<" }.description
    }
    #expect(await eventually { minutes() == "Awake for 0 minutes" })
    let start = await engine.snapshot.machine.stamp(at: clock.now()).tick
    await engine.submit(.signal(.input(since: start)))
    clock.advance(by: .seconds(61))
    #expect(await eventually { minutes() == "Awake for 1 minute" })
    clock.advance(by: .seconds(180))
    await engine.submit(.signal(.idle(since: start + .seconds(240))))
    clock.advance(by: .seconds(61))
    #expect(await eventually { minutes() == "Awake for 4 minutes" })
    await engine.submit(.bed)
    #expect(await eventually { lines.withLock { $0.contains { $0.contains("the screen is not locked") } } })
    await engine.stop()
    await work.value
    await follow.value
  }
}
