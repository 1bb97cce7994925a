import FocusEngine
import FocusWire
import Glibc
import RealParts
import SQLiteLog
import ServiceContract
import TaskFiles
import TestSupport
import Testing

@testable import Tasking

/// Reminders of tasks in real files, with the real engine and log.
@Suite(.realParts) struct TaskRemindersTests {
  /// Remembers what a person would be shown.
  final class Screen: Notifier {
    let shown = Locked<[String]>([])
    func show(_ bulletin: Bulletin) { shown.withLock { $0.append("\(bulletin.title) | \(bulletin.text)") } }
    func withdraw(_ subject: Bulletin.Subject) {}
    func presses() -> AsyncStream<Bulletin.Button> { AsyncStream { $0.finish() } }
    var lines: [String] { shown.withLock { $0 } }
  }

  /// A service's parts as far as reminders need them.
  struct Bench {
    let folder = TemporaryFolder()
    let clock: ManualClock
    let engineClock: ManualClock
    let screen = Screen()
    let loop: EventLoop
    let engine: FocusEngine
    let reminders: TaskReminders
    let changes = Locked(0)

    /// A Monday at nine.
    static let start = ISO8601.moment("2026-11-23T09:00:00Z")!

    init(told: Timestamp? = nil, settings: Settings = .shipped, hasFolder: Bool = true) async throws {
      clock = ManualClock(wall: Self.start.milliseconds)
      engineClock = ManualClock(wall: Self.start.milliseconds)
      loop = try EventLoop()
      let home = Home(folder: folder.path)
      try home.makeFolders()
      if let told { try Files.replace(home.tasksTold, with: Array(String(told.milliseconds).utf8)) }
      let log = try SQLiteLog(path: home.database, meaningOf: { _ in .fault("") })
      engine = try await FocusEngine(
        log: log, shield: JournalShield(), clock: engineClock, settings: settings, zone: .utc,
        chance: { Entropy(high: 7, low: 42) })
      let plan = TaskPlan(in: TaskFolders([folder("tasks")]), of: home, log, .utc)
      if hasFolder { try Files.makeFolder(folder("tasks/list")) }
      reminders = TaskReminders(
        of: plan, on: loop, clock: clock, notifier: screen, note: home.tasksTold,
        changed: { [changes] in changes.withLock { $0 += 1 } })
    }

    func put(_ name: String, due: String, _ summary: String) throws {
      let lines = [
        "BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VTODO", "UID:\(name)", "SUMMARY:\(summary)", "DUE:\(due)",
        "CREATED:20261120T000000Z", "END:VTODO", "END:VCALENDAR", "",
      ]
      // At once: a file that is made in the folder and takes its time to reach the disk is two changes.
      try Files.replace(folder("staged"), with: Array(lines.joined(separator: "\r\n").utf8))
      guard unsafe rename(folder("staged"), folder("tasks/list/\(name).ics")) == 0 else {
        throw SystemError.last("rename")
      }
    }

    /// Runs the parts while the body does things.
    func run(_ body: () async throws -> Void) async throws {
      let work = Task(executorPreference: RealPartsTrait.threads) { await engine.run() }
      let follow = Task(executorPreference: RealPartsTrait.threads) { await reminders.follow(engine) }
      // The first look is over once a deadline was set or taken away.
      #expect(await eventually { clock.timesSet > 0 })
      try await body()
      await engine.stop()
      await work.value
      await follow.value
    }
  }

  @Test func aTaskThatIsWrittenNowIsToldInTime() async throws {
    let bench = try await Bench()
    try await bench.run {
      // Due in an hour and a half: reminded one hour before.
      try bench.put("one", due: "20261123T103000Z", "Call the plumber")
      #expect(await eventually { bench.changes.withLock { $0 } == 1 && bench.clock.deadline != nil })
      #expect(bench.screen.lines == [])
      bench.clock.advance(by: .minutes(31))
      #expect(await eventually { bench.screen.lines == ["Call the plumber | Due today at 10:30."] })
    }
  }

  @Test func whatWasMissedIsToldOnceAfterSleep() async throws {
    // Two reminders of the first task and one of the second came while the computer was off.
    let bench = try await Bench(told: ISO8601.moment("2026-11-20T09:00:00Z")!)
    try bench.put("one", due: "20261123T093000Z", "Call the plumber")
    try bench.put("two", due: "20261124T080000Z", "Send the letter")
    try await bench.run {
      let both =
        "2 tasks are due soon | Send the letter: tomorrow at 08:00\nCall the plumber: today at 09:30"
      #expect(await eventually { bench.screen.lines == [both] }, "\(bench.screen.lines)")
      bench.clock.advance(by: .minutes(1))
      try bench.put("three", due: "20261224T080000Z", "Presents")
      #expect(await eventually { bench.changes.withLock { $0 } == 1 })
    }
    #expect(bench.screen.lines.count == 1)
  }

  @Test func focusHoldsBackWhatIsNotDueInIt() async throws {
    let bench = try await Bench()
    try bench.put("one", due: "20261124T093000Z", "Send the letter")
    try bench.put("two", due: "20261123T110000Z", "Call the plumber")
    try await bench.run {
      await bench.engine.submit(
        .ask(.start(StartRequest(profile: "work", minutes: 150)), by: .localUser))
      // 10:01: the letter is due tomorrow, the plumber within the session.
      for clock in [bench.clock, bench.engineClock] { clock.advance(by: .minutes(61)) }
      #expect(await eventually { bench.screen.lines == ["Call the plumber | Due today at 11:00."] })
      // The session is over at 11:30.
      for clock in [bench.clock, bench.engineClock] { clock.advance(by: .minutes(90)) }
      #expect(
        await eventually { bench.screen.lines.last == "Send the letter | Due tomorrow at 09:30." },
        "\(bench.screen.lines)")
    }
    #expect(bench.screen.lines.count == 2)
  }

  /// Settings in which work is planned for each day at ten.
  private static var planned: Settings {
    var settings = Settings.shipped
    for index in settings.profiles.indices where settings.profiles[index].id == "work" {
      settings.profiles[index].schedules = [
        Schedule(
          id: "mornings", days: .everyDay, start: TimeOfDay(hour: 10, minute: 0)!, end: TimeOfDay(hour: 12, minute: 0)!)
      ]
    }
    return settings
  }

  @Test("a planned session without an open task is told once, in the morning") func plannedWithoutTask() async throws {
    let bench = try await Bench(settings: Self.planned)
    let words =
      "No task for today's session | It starts at 10:00, and no task is open. Add one with: focuskey task add"
    try await bench.run {
      // Nine o'clock on the first day is past the morning.
      #expect(bench.screen.lines == [])
      let morning = ISO8601.moment("2026-11-24T08:00:00Z")!
      #expect(bench.clock.deadline.map { $0 - bench.clock.now().steady } == (morning - Self.Bench.start).milliseconds)
      for clock in [bench.clock, bench.engineClock] { clock.advance(by: .hours(23)) }
      #expect(await eventually { bench.screen.lines == [words] }, "\(bench.screen.lines)")
      try bench.put("one", due: "20261224T093000Z", "Call the plumber")
      #expect(await eventually { bench.changes.withLock { $0 } == 1 })
      for clock in [bench.clock, bench.engineClock] { clock.advance(by: .hours(24)) }
      try bench.put("two", due: "20261225T093000Z", "Presents")
      #expect(await eventually { bench.changes.withLock { $0 } == 2 })
    }
    #expect(bench.screen.lines == [words])
  }

  @Test("a note beside a folder of tasks that is not there wakes nobody") func notesWakeNobody() async throws {
    let bench = try await Bench(hasFolder: false)
    try await bench.run {
      let looks = bench.clock.timesSet
      for number in 0..<20 { try Files.replace(bench.folder("desktop.shown"), with: Array("\(number)".utf8)) }
      // The folder that is waited for is heard, and it alone.
      try Files.makeFolder(bench.folder("tasks/list"))
      #expect(await eventually { bench.changes.withLock { $0 } >= 1 })
      #expect(bench.clock.timesSet - looks <= 2)
    }
  }
}
