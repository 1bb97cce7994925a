internal import AtHome
internal import Choosing
internal import ControlSocket
internal import DesktopBus
internal import FeaturePorts
import Glibc
internal import HookRunner
internal import Keeping
internal import Nights
internal import Notifying
internal import Phones
internal import SQLiteLog
internal import ScreenTime
internal import ServiceAPI
internal import Session
internal import Sets
internal import Straying
internal import Study
internal import Syncing
internal import SystemClock
internal import SystemShield
internal import Taps
internal import Tasking

extension Parts {
  /// Works until it is asked to end, or to come up again with another log.
  ///
  /// - Parameter ready: called when the service can be spoken to.
  /// - Returns: the log to come up again with; `nil` for the end.
  func run(ready: () -> Void) async throws(Failure) -> LogSwap.Log? {
    let signals = SignalWatch(loop: ground.loop)
    let asked = await signals.watch([SIGTERM, SIGINT])
    let server = ControlServer(loop: ground.loop, path: ground.home.socket) { line in await control.reply(to: line) }
    try await renaming(Failure.socket, awaiting: await server.open())
    let closePages = await DashboardPort(wanted: ground.configuration.port).open(site, access, on: ground.loop, words)
    await withTaskGroup(of: Void.self) { group in
      addFollowers(to: &group)
      // Before the first tap.
      await OldTapCounters(path: ground.home.tapCounters).move(into: engine) { words.write(.warning, $0) }
      addShieldNews(to: &group)
      addReaders(to: &group)
      let tapping = phoneTapping
      await features.phones.open(tapping.act, actSigned: tapping.actSigned)
      addLogKeeper(to: &group, server)
      ready()
      await logSwap.waitUntilAsked(or: asked)
      await closePages?()
      await server.close()
      await stop()
      group.cancelAll()
    }
    await signals.end()
    // Its own readers have ended by now.
    if logSwap.log == nil { await log.leaveOneFile() } else { await log.letGo() }
    return logSwap.log
  }

  private var site: DashboardSite {
    let api = HTTPAPI(
      control: control, past: features.past, feed: feed, access: access,
      appIcon: { [choices = features.choices] in await choices.icon(of: $0) },
      cardMedia: { [study = features.study] in await study.media($0, $1) },
      backup: { [backups = OwnBackups(ground.home, zone, engine, logSwap)] in
        do throws(Failure) { return .success(try await backups.file()) } catch { return .failure(error) }
      })
    return DashboardSite(
      pages: LandingSite(ground.claims, links: ground.configuration.links), api: api,
      access: access,
      shield: ShieldSite(
        engine: engine,
        nextCard: { [requests = control.requests] in await requests.answer(to: StudyRequests.cards(nil, 1), at: $0) },
        blockers: { [shield] in shield.blockers(ofSite: $0) }, isBlocked: { [shield] in shield.isBlocked($0) },
        lists: ListsHere(notes: ground.home.runtimeFolder), appName: { SystemShield.name(of: $0) }),
      calendar: CalendarFeed(engine, log) { [tasks = features.tasks] in await tasks.calendar(token: $0) },
      language: ground.configuration.language)
  }

  /// Reminders of tasks; `nil` on a computer whose clock cannot ring twice.
  private var reminders: TaskReminders? {
    guard let clock = try? SystemClock(loop: ground.loop) else { return nil }
    return TaskReminders(
      of: features.tasks, on: ground.loop, clock: clock, notifier: desktop, note: ground.home.tasksTold,
      changed: { [feed] in await feed.tasksChanged() })
  }

  private var phoneTapping: PhoneTapping {
    PhoneTapping(
      engine: engine, links: ground.configuration.links,
      proofs: tapping.proofs, follow: following.follow, lap: { await features.laps?.tap($0, signed: $1, at: $2) })
  }

  private func addFollowers(to group: inout TaskGroup<Void>) {
    let face = DesktopFace(engine, desktop, beside: beside, on: ground.loop) {
      [features] in
      features.syncBell.name(of: $0)
    }
    group.addTask { await engine.run() }
    group.addTask { await words.follow(engine) }
    group.addTask { await shield.work() }
    group.addTask {
      await shield.follow(dashboard: access.address) {
        await engine.snapshot.machine.settings
      } ways: {
        await engine.waysToOpen
      }
    }
    group.addTask { await feed.follow(engine) }
    group.addTask { await face.run() }
    group.addTask { await face.submitPresses() }
    group.addTask { await face.submitChoices(ground.home) }
    addSignals(to: &group)
    group.addTask { await features.sensors.run() }
    group.addTask { await features.tasks.follow(engine) { words.write(.warning, $0) } }
    if ground.configuration.backsUpDaily {
      group.addTask { await DailyBackup(ground.home, zone).run(on: ground.loop) { words.write(.warning, $0) } }
    }
    let configuration = ConfigurationWatch(ground, engine, logSwap, words)
    group.addTask { await configuration.work() }
    if let reminders { group.addTask { await reminders.follow(engine) } }
    group.addTask { await hooks.run() }
    group.addTask { await hooks.follow(engine) }
    if let home {
      group.addTask { await home.follow() }
      group.addTask { await home.listen() }
    }
    group.addTask { await features.syncBell.follow(engine) }
    group.addTask { await features.syncBell.watch(ground.home, on: ground.loop) }
    group.addTask { await features.syncer.run() }
    if let sharing = features.syncer.sharing { group.addTask { await sharing.follow() } }
    group.addTask { await features.gates.follow() }
    group.addTask { await features.study.keepBoard(engine, words, now: clock.now) }
    group.addTask { [desktop] in await features.study.tellRewards(engine, by: desktop) }
    group.addTask { await NightFiles(home: ground.home, zone: zone).follow(engine, words) }
    group.addTask { await night.follow(engine) }
  }

  /// Adds what observes the person, and the alarm that comes of it.
  private func addSignals(to group: inout TaskGroup<Void>) {
    let use = SignalUse(
      configured: ground.configuration.signals, also: { [screenTime = features.screenTime] in screenTime.wanted },
      changes: features.screenTime.changes, engine: engine, board: signals,
      wish: FrontSiteWish(folder: ground.home.runtimeFolder))
    group.addTask { await use.follow() }
    group.addTask {
      await SignalMouth(
        engine: engine, board: signals, elsewhere: elsewhere.news(),
        heard: { [screenTime = features.screenTime] in await screenTime.hear($0, at: $1) }
      ).run()
    }
    group.addTask { await elsewhere.follow(engine) }
    group.addTask { await AlarmBell.run(engine, ground.home) }
  }

  /// Adds what the shield tells: attempts and bypasses, and changes of its layers.
  private func addShieldNews(to group: inout TaskGroup<Void>) {
    group.addTask {
      for await one in shield.news {
        switch one {
        case .attempt(let attempt): await engine.submit(.attempt(attempt))
        case .bypass(let layer): await engine.submit(.bypass(layer: layer))
        case .halted(let milliseconds): await engine.submit(.halted(milliseconds: milliseconds))
        }
      }
    }
    group.addTask {
      for await _ in shield.changes { await engine.noteShieldChange() }
    }
  }

  /// Adds the log's keeper; what somebody does to the file is told like a removed layer.
  private func addLogKeeper(to group: inout TaskGroup<Void>, _ server: ControlServer) {
    let keeper = LogKeeper(ground.home, log, loop: ground.loop)
    group.addTask { await keeper.work() }
    group.addTask { await keeper.follow() }
    group.addTask {
      for await incident in log.incidents {
        words.write(["restored", "rebuilt", "unproven"].contains(incident.word) ? .warning : .error, incident.sentence)
        do throws(Failure) {
          // In the place of a disk that is away nothing is made.
          if incident.word != "away", incident.cause != .unwritable { try await keeper.restoreHome(server) }
        } catch {
          words.write(.error, error.logLine)
        }
        // What cannot be written would not be recorded either, and nobody did that.
        if !["away", "unproven"].contains(incident.word), incident.cause != .unwritable {
          await engine.submit(.bypass(layer: LogIncident.layer))
        }
        await engine.noteShieldChange()
      }
    }
  }

  /// Adds the readers: taps go to the engine, what comes of them to hooks and a simulated hand.
  private func addReaders(to group: inout TaskGroup<Void>) {
    for technology in tapping.readers.technologies {
      group.addTask {
        await engine.serve(technology, reading: tapping.reading, seen: tapping.readers.seen) { outcome in
          hooks.heed(outcome, at: clock.now().wall, in: zone)
          await home?.heed(outcome)
          await features.laps?.heed(outcome, signed: tapping.signedCounter(of: outcome))
          await tapping.passOn(outcome, from: technology)
        }
      }
    }
  }

  /// Releases what works outside this process, the session before the shield.
  private func stop() async {
    features.syncBell.stop()
    await features.phones.close()
    await desktop.close()
    await features.sensors.bluetooth.close()
    await features.screenTime.settle()
    await signals.close()
    await tapping.readers.stop()
    await engine.stop()
    await hooks.stop()
    await shield.rest()
    await door.close()
  }
}
