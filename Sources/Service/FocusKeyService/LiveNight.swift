internal import DesktopBus
internal import FocusEngine
internal import FocusPorts
internal import FocusSession
internal import Guarding
internal import LinuxRuntime
internal import NightEye
internal import ServiceContract

/// What follows a night while it lasts: its eye as one file that a bar, a wallpaper or a lock screen can show, and the
/// screen that good night locks.
struct LiveNight: Sendable {
  let home: Home
  let screen: ScreenLock
  /// Says what went wrong.
  let warn: @Sendable (String) -> Void

  /// Follows the nights until the engine stops.
  func follow(_ engine: FocusEngine) async {
    let notices = await engine.notices()
    await draw(engine)
    await withDiscardingTaskGroup { group in
      var drawing: Task<Void, Never>?
      for await notice in notices {
        guard case .happened(let event) = notice, case .recorded(let fact) = event.kind,
          case .guard(let found) = fact.body
        else { continue }
        switch found {
        case .awake:
          drawing?.cancel()
          drawing = Task { await drawEachMinute(engine) }
        case .awakeEnded, .nightReported:
          drawing?.cancel()
          drawing = nil
          await draw(engine)
        case .goodNight:
          group.addTask { await lock() }
        case .strayed, .strayJoined, .alarmRang, .strayEnded, .alarmSnoozed, .alarmHushed, .up: break
        }
      }
      drawing?.cancel()
    }
  }

  /// Only while the computer is in use: a night without use wakes nobody.
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
      warn("the night's eye: \(error.subject): \(error.reason)")
    }
  }

  private func lock() async {
    guard let why = await screen.lock() else { return }
    warn("good night: the screen is not locked: \(why)")
  }
}

extension EngineSnapshot {
  fileprivate var status: Status { machine.status(at: now) }
}
