package import DesktopBus
package import FeaturePorts
internal import Guarding
internal import NightEye
package import NightPicture

/// What follows a night while it lasts: its eye as one file that a bar can show, as wallpaper and on the lock screen if
/// the person chose that, and the screen that good night locks.
package struct LiveNight: Sendable {
  let home: Home
  let screen: ScreenLock
  let picture: NightPicture
  let warn: @Sendable (String) -> Void

  package init(home: Home, screen: ScreenLock, picture: NightPicture, warn: @escaping @Sendable (String) -> Void) {
    self.home = home
    self.screen = screen
    self.picture = picture
    self.warn = warn
  }

  package init(of home: Home, _ wanted: ServiceConfiguration.Desktop, _ words: ServiceLog, on loop: EventLoop) {
    self.init(
      home: home, screen: ScreenLock(loop: loop, address: BusSignals.Bus.systemAddress { Environment[$0] }),
      picture: .ofThisDesktop(home, wanted, words)
    ) { words.write(.warning, $0) }
  }

  package var pictures: JSONValue { get async { await picture.json } }

  package func follow(_ engine: FocusEngine) async {
    let notices = await engine.notices()
    var isNight = await settle(engine)
    await withDiscardingTaskGroup { group in
      var drawing: Task<Void, Never>?
      for await notice in notices {
        // A bedtime that begins, ends or is changed.
        if await engine.snapshot.machine.isNight != isNight {
          await end(&drawing)
          isNight = await settle(engine)
        }
        guard case .happened(let event) = notice, case .recorded(let fact) = event.kind,
          case .guard(let found) = fact.body
        else { continue }
        switch found {
        case .awake:
          await end(&drawing)
          drawing = Task { await drawEachMinute(engine) }
        case .awakeEnded, .nightReported:
          await end(&drawing)
          await draw(engine)
        case .goodNight:
          group.addTask { await lock() }
        case .strayed, .strayJoined, .alarmRang, .strayEnded, .strayExcused, .alarmSnoozed, .alarmHushed, .up,
          .inputWatched, .greeted, .felt:
          break
        }
      }
      await end(&drawing)
    }
    await picture.giveBack()
  }

  /// Ends the drawing, so that nothing is shown after it.
  private func end(_ drawing: inout Task<Void, Never>?) async {
    drawing?.cancel()
    await drawing?.value
    drawing = nil
  }

  /// Shows the eye at night and restores what was there before; returns whether it is night.
  private func settle(_ engine: FocusEngine) async -> Bool {
    guard await engine.snapshot.machine.isNight else {
      await picture.giveBack()
      return false
    }
    await draw(engine)
    return true
  }

  /// Draws only while the computer is in use: a night without use wakes nothing.
  private func drawEachMinute(_ engine: FocusEngine) async {
    while !Task.isCancelled {
      await draw(engine)
      let used = await engine.snapshot.status.night?.used ?? .zero
      let rest = 60_000 - used.milliseconds % 60_000
      try? await Task.sleep(for: .milliseconds(rest))
    }
  }

  private func draw(_ engine: FocusEngine) async {
    guard let night = await engine.snapshot.status.night else { return }
    do throws(SystemError) {
      try Files.replace(home.eye, with: NightEye.svg(of: night.used, day: night.day.number))
    } catch {
      return warn("the night's eye: \(error.subject): \(error.reason)")
    }
    await picture.show()
  }

  private func lock() async {
    guard let why = await screen.lock() else { return }
    warn("good night: the screen is not locked: \(why)")
  }
}

extension EngineSnapshot {
  fileprivate var status: Status { machine.status(at: now) }
}
