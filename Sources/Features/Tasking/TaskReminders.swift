internal import Bulletins
package import FocusEngine
package import LinuxRuntime
internal import Tasks

/// Reminds of tasks when it is time, and hears of it when anybody changes a task's file.
///
/// It sleeps until a file changes, a reminder is due, the clock is set, or a session or break begins or ends.
package actor TaskReminders {
  private let loop: EventLoop
  private let plan: TaskPlan
  private let clock: any AlarmClock
  private let notifier: any Notifier
  /// The file that notes up to when reminders were given, so a computer that slept catches up once.
  private let note: String
  private let changed: @Sendable () async -> Void

  private var watch: FolderWatch?
  private var readable: Watch?
  private var filesChanged = false
  private var generation = 0

  /// Programs write a file in several steps: reading waits until they are done.
  private static let calm = Duration.milliseconds(20)

  package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

  package init(
    of plan: TaskPlan, on loop: EventLoop, clock: any AlarmClock, notifier: any Notifier, note: String,
    changed: @escaping @Sendable () async -> Void
  ) {
    self.plan = plan
    self.loop = loop
    self.clock = clock
    self.notifier = notifier
    self.note = note
    self.changed = changed
  }

  package func follow(_ engine: FocusEngine) async {
    let (looks, bell) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    await watchFolders(bell)
    var book = ReminderBook(last: kept ?? clock.now().wall)
    await withTaskGroup(of: Void.self) { group in
      group.addTask { [clock] in
        for await _ in clock.rings() { bell.yield() }
      }
      group.addTask {
        for await notice in await engine.notices() where notice.opensOrEndsFocus { bell.yield() }
        bell.finish()
      }
      await tell(&book, engine)
      for await _ in looks {
        if filesChanged { await adopt(bell) }
        await tell(&book, engine)
      }
      group.cancelAll()
    }
    readable = nil
  }

  private func adopt(_ bell: AsyncStream<Void>.Continuation) async {
    await LoopTimer(loop: loop).pause(for: Self.calm)
    filesChanged = false
    // Lists come and go with their folders.
    await watchFolders(bell)
    await changed()
  }

  private func watchFolders(_ bell: AsyncStream<Void>.Continuation) async {
    let folders = await plan.watchedFolders()
    readable = nil
    watch = FolderWatch(of: folders)
    guard let descriptor = watch?.descriptor else { return }
    readable = loop.watchReadable(descriptor) { [self] in
      let isConcerned = assumeIsolated { reminders in
        // Above a folder that is not there yet, others write too.
        let isConcerned = reminders.watch?.forget() ?? false
        if isConcerned { reminders.filesChanged = true }
        return isConcerned
      }
      if isConcerned { bell.yield() }
    }
  }

  private func tell(_ book: inout ReminderBook, _ engine: FocusEngine) async {
    let tasks = await plan.items()
    let now = clock.now()
    let before = book
    let snapshot = await engine.snapshot
    let focus = snapshot.focus(in: plan.zone)
    let day = await plan.dayPlan(at: now.wall, tasks, snapshot.machine.settings)
    let morning = day.missed(since: before.last, until: now.wall, in: plan.zone)
    let due = book.take(until: now.wall, tasks: tasks, in: plan.zone, focus: focus)
    if case .show(let bulletin)? = BulletinBoard.reminding(of: due, at: now.wall, in: plan.zone) {
      await notifier.show(bulletin)
    } else if focus == .none, let first = morning.first,
      case .show(let bulletin) = BulletinBoard.reminding(of: first, in: plan.zone)
    {
      await notifier.show(bulletin)
    }
    // Kept when there is news: a note of each look would be a write for each change of a file. Who has no tasks needs
    // no note.
    let isNews = !due.isEmpty || !morning.isEmpty || kept == nil || book.last < before.last
    if isNews, !tasks.isEmpty || !morning.isEmpty { keep(book.last) }
    generation += 1
    let times = [
      TaskReminder.next(after: now.wall, tasks: tasks, in: plan.zone), day.next(after: now.wall, in: plan.zone),
    ]
    let next = times.compactMap { $0 }.min()
    await clock.set(deadline: next.map { now.steady + ($0 - now.wall).milliseconds }, generation: generation)
  }

  private var kept: Timestamp? {
    guard let text = try? Files.read(note, limit: 64), let number = Int64(String(decoding: text, as: UTF8.self)) else {
      return nil
    }
    return Timestamp(milliseconds: number)
  }

  private func keep(_ last: Timestamp) {
    // Where it cannot be written, a reminder may come twice, which is better than never.
    try? Files.replace(note, with: Array(String(last.milliseconds).utf8))
  }
}

extension EngineNotice {
  /// Whether more reminders may be given after it, or fewer.
  fileprivate var opensOrEndsFocus: Bool {
    guard case .happened(let event) = self, case .recorded(let fact) = event.kind else { return false }
    switch fact.body {
    case .sessionStarted, .sessionExtended, .sessionEnded, .breakStarted, .breakEnded: return true
    default: return false
    }
  }
}

extension EngineSnapshot {
  /// Limits reminders in a session to those due before its end, or before midnight if it has none.
  fileprivate func focus(in zone: CivilZone) -> ReminderBook.Focus {
    guard case .focusing = machine.state else { return .none }
    let end = machine.status(at: now).plannedEnd
    return .until(end ?? zone.startOfDay(zone.day(at: now.wall) + 1))
  }
}
