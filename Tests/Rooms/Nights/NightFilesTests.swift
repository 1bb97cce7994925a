import FocusEngine
import FocusWire
import Guarding
import RealParts
import SQLiteLog
import ServiceContract
import TestSupport
import Testing

@testable import Nights

/// The files of nights, made from a real log.
@Suite(.realParts) struct NightFilesTests {
  private let folder = TemporaryFolder()

  /// A night in which the computer was used for four minutes, until wake time is over.
  private func passNight(_ home: Home) async throws {
    let clock = ManualClock()
    var settings = Settings.shipped
    settings.bedtime = Bedtime(from: TimeOfDay(hour: 14, minute: 0)!, to: TimeOfDay(hour: 20, minute: 0)!)
    let log = try SQLiteLog(path: home.database, meaningOf: { _ in .fault("none") })
    let engine = try await FocusEngine(
      log: log, shield: JournalShield(), clock: clock, settings: settings, zone: .utc,
      chance: { Entropy(high: 7, low: 42) })
    let work = Task(executorPreference: RealPartsTrait.threads) { await engine.run() }
    let start = await engine.snapshot.machine.stamp(at: clock.now()).tick
    _ = await engine.submit(.signal(.input(since: start)))
    clock.advance(by: .seconds(240))
    _ = await engine.submit(.signal(.idle(since: start + .seconds(240))))
    clock.advance(by: .hours(12))
    _ = await engine.submit(.signal(.input(since: start + .hours(12))))
    await engine.stop()
    await work.value
    await log.letGo()
  }

  @Test func theyAreMadeAgainByteForByte() async throws {
    let home = Home(folder: folder.path)
    try await passNight(home)
    let files = NightFiles(home: home, zone: .utc)
    #expect(try files.write(files.records(), onlyMissing: true) == 1)
    let names = Folder.names(in: files.folder).sorted()
    #expect(names == ["2026-09-21.json", "2026-09-21.svg"])
    let before = try names.map { try Files.read("\(files.folder)/\($0)") }
    let picture = String(decoding: before[1], as: UTF8.self)
    #expect(picture.contains("<title>Awake for 4 minutes</title>"))
    #expect(try files.write(files.records(), onlyMissing: true) == 0)
    for name in names { try Files.remove("\(files.folder)/\(name)") }
    #expect(try files.write(files.records(), onlyMissing: false) == 1)
    #expect(try names.map { try Files.read("\(files.folder)/\($0)") } == before)
  }
}
