import FocusEngine
import FocusWire
import Glibc
import Guarding
import LinuxRuntime
import SQLiteLog
import TestSupport

/// `night-life HOME SECONDS disturbed|undisturbed`: the engine with its real log, in the night of `NightScript` from
/// there on. It says each step that is done in a line, and ends before the computer sleeps or its power fails.
func nightLife(_ words: [String]) async throws {
  guard words.count == 3, let start = Int(words[1]) else { throw Broken("night-life HOME SECONDS disturbed") }
  let isDisturbed = words[2] == "disturbed"
  let began = ISO8601.moment("2026-11-23T22:50:00Z")?.milliseconds ?? 0
  let hasFailed = isDisturbed && start > NightScript.failure.lowerBound
  func ahead(_ time: Int) -> Int64 { isDisturbed && NightScript.wrongClock.contains(time) ? 45 * 60_000 : 0 }
  let clock = ManualClock(
    wall: began + Int64(start) * 1000 + ahead(start),
    steady: Int64(start - (hasFailed ? NightScript.failure.upperBound : 0)) * 1000 + 60_000,
    boot: hasFailed ? "second boot" : "first boot")
  var settings = Settings.shipped
  settings.bedtime = Bedtime(from: TimeOfDay(hour: 23, minute: 0)!, to: TimeOfDay(hour: 7, minute: 0)!)
  let engine = try await FocusEngine(
    log: try SQLiteLog(path: "\(words[0])/focuskey.sqlite", meaningOf: { _ in .fault("") }), shield: JournalShield(),
    clock: clock, settings: settings, zone: .utc, chance: { Entropy(high: 7, low: 42) })
  let work = Task { await engine.run() }
  /// Tells what sources say, each with its own time.
  func tell(_ signals: some Sequence<(at: Int, signal: @Sendable (Tick) -> GuardSignal)>, at time: Int) async {
    for one in signals {
      let snapshot = await engine.snapshot
      let tick = snapshot.machine.tick(at: snapshot.now) - .seconds(Int64(time - one.at))
      await engine.submit(.signal(one.signal(tick)))
    }
  }
  // Sources say again what is so.
  for source in [NightScript.input, NightScript.sleeping] {
    await tell(source.filter { $0.at <= start }.suffix(1), at: start)
  }
  var time = start
  while time < NightScript.end {
    try Files.write("\(time)\n".utf8, to: STDOUT_FILENO)
    let next = time + NightScript.step
    if isDisturbed, [NightScript.sleep.lowerBound, NightScript.failure.lowerBound].contains(next) { break }
    // So slowly that a moment is not an hour.
    if isDisturbed { usleep(200) }
    clock.advance(by: .seconds(Int64(NightScript.step)))
    let set = Lapse(milliseconds: ahead(next) - ahead(time))
    if set != .zero { clock.setWall(by: set) }
    // What falls due is worked off before anything else is said; bedtime or wake time is always ahead.
    while clock.deadline == nil { usleep(200) }
    let news = NightScript.input + NightScript.sleeping
    await tell(news.filter { $0.at > time && $0.at <= next }, at: next)
    time = next
  }
  await engine.stop()
  await work.value
}
