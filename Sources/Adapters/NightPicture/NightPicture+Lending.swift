import Glibc
internal import JSONText
internal import LinuxRuntime
internal import SwayIPC

extension NightPicture {
  /// Shows the eye at a place; returns why that failed, or `nil`.
  func take(_ place: PicturePlace) -> String? {
    switch desktop(for: place) {
    case .missing(let why): return why
    case .gnome: return take(GnomeSetting.all(of: place).map { .gnome($0) })
    case .kde where place == .lockScreen: return take(KDESetting.all.map { .kde($0) })
    case .kde: return takePlasma()
    case .xfce: return takeXfce()
    case .sway(let socket): return takeSway(socket)
    case .swaylock(let file):
      let ours = file.showing(options.picture)
      if let why = lend([.file(path: file.path, before: file.content, ours: ours)]) { return why }
      do throws(SystemError) {
        try LockScreenFile.write(ours, to: file.path)
        return nil
      } catch {
        return "\(error.subject): \(error.reason)"
      }
    }
  }

  private func take(_ settings: [DesktopSetting]) -> String? {
    var items: [(setting: DesktopSetting, lent: Lent, ours: String)] = []
    for setting in settings {
      guard let now = setting.get(options.environment) else { return "\(setting.name) cannot be read" }
      let ours = setting.value(showing: options.picture)
      let before = now == setting.usual(options.environment) ? nil : now
      items.append((setting, .setting(setting, before: before, ours: ours), ours))
    }
    if let why = lend(items.map { $0.lent }) { return why }
    for item in items where !item.setting.set(item.ours, options.environment) {
      return "\(item.setting.name) cannot be set"
    }
    return nil
  }

  private func takeXfce() -> String? {
    guard let settings = XfceSetting.all(options.environment) else { return "Xfce's settings cannot be read" }
    if settings.isEmpty { return "Xfce's desktop has not said yet which monitors there are" }
    return take(settings.map { .xfce($0) })
  }

  private func takePlasma() -> String? {
    guard let before = PlasmaDesktop.all(options.environment), !before.isEmpty else { return "Plasma does not answer" }
    if let why = lend([.plasma(before, ours: options.picture)]) { return why }
    return PlasmaDesktop.show(options.picture, options.environment) ? nil : "Plasma refused it"
  }

  private func takeSway(_ socket: String) -> String? {
    let before = SwayBackgroundProcess.find(of: socket)?.backgrounds ?? []
    guard before.allSatisfy({ $0.command != nil }) else {
      return "sway could not be told to show your wallpaper again: its path has special characters"
    }
    let eye = SwayBackground.eye(options.picture)
    guard eye.command != nil else { return "\(options.picture) has characters that sway would not understand" }
    if let why = lend([.wallpaper(before, ours: options.picture)]) { return why }
    return tell(socket, eye)
  }

  /// Notes what is about to be changed; returns why that failed, or `nil`.
  private func lend(_ items: [Lent]) -> String? {
    do throws(SystemError) {
      try note.keep(note.items + items)
      return nil
    } catch {
      return "what was there before cannot be saved: \(error.subject): \(error.reason)"
    }
  }

  func keep(_ items: [Lent]) {
    do throws(SystemError) {
      try note.keep(items)
    } catch {
      warn("the list of pictures to give back cannot be saved: \(error.subject): \(error.reason)")
    }
  }

  /// Sets a redrawn picture again in sway and Plasma, which read it once, where it is still ours.
  func redraw() {
    for item in note.items where isStillOurs(item) {
      switch item {
      case .setting, .file: break
      case .plasma(_, let ours): _ = PlasmaDesktop.show(ours, options.environment)
      case .wallpaper:
        guard let socket = options.sway() else { continue }
        if let why = tell(socket, .eye(options.picture)) { warn("the night's eye: wallpaper: \(why)") }
      }
    }
  }

  func isStillOurs(_ item: Lent) -> Bool {
    switch item {
    case .setting(let setting, _, let ours): setting.get(options.environment) == ours
    case .plasma(_, let ours):
      PlasmaDesktop.all(options.environment)?.allSatisfy { $0.shows(ours) } ?? false
    case .file(let path, _, let ours): LockScreenFile.text(path) == ours
    case .wallpaper(_, let ours):
      options.sway().flatMap { SwayBackgroundProcess.find(of: $0) }?.backgrounds.allSatisfy { $0.picture == ours }
        ?? false
    }
  }

  /// Restores one thing, unless the person changed it; returns whether nothing is left to do.
  func isGivenBack(_ item: Lent) -> Bool {
    switch item {
    case .setting(let setting, let before, let ours):
      guard let now = setting.get(options.environment) else { return false }
      return now == ours ? setting.set(before, options.environment) : true
    case .plasma(let before, let ours):
      // Plasma keeps the eye over a log-out, so it stays to be done.
      return PlasmaDesktop.restore(before, insteadOf: ours, options.environment)
    case .file(let path, let before, let ours):
      guard LockScreenFile.text(path) == ours else { return true }
      do throws(SystemError) {
        if let before { try LockScreenFile.write(before, to: path) } else { try Files.remove(path) }
        return true
      } catch {
        warn("\(path) cannot be restored: \(error.reason)")
        return false
      }
    case .wallpaper(let before, let ours):
      // A session that ended took the eye with it.
      if let socket = options.sway() { restore(before, ours, socket) }
      return true
    }
  }

  private func restore(_ before: [SwayBackground], _ ours: String, _ socket: String) {
    guard let present = SwayBackgroundProcess.find(of: socket) else { return }
    let changed = present.backgrounds.filter { $0.picture != ours }
    guard changed.count < present.backgrounds.count else { return }
    let own = before.isEmpty ? [.plain] : before.sorted { one, other in one.output == "*" && other.output != "*" }
    // The word for all outputs covers those that the person changed, so that is said again.
    for background in own + changed {
      if let why = tell(socket, background) { warn("the wallpaper: \(why)") }
    }
    guard before.isEmpty, changed.isEmpty else { return }
    for _ in 0..<200 {
      if let plain = SwayBackgroundProcess.find(of: socket), plain.backgrounds == [.plain] { return plain.end() }
      usleep(10_000)
    }
  }

  private func tell(_ socket: String, _ background: SwayBackground) -> String? {
    guard let command = background.command else { return "a path has special characters" }
    do throws(ScreenError) {
      let answer = try SwayConnection(socket: socket).ask(0, command)
      let refusal = (try? JSONDocument(answer).root)?.array?.first { $0["success"]?.bool != true }
      return refusal.map { "sway refused it: \($0["error"]?.string ?? "no reason given")" }
    } catch {
      return "sway does not answer"
    }
  }
}

extension Lent {
  var place: PicturePlace {
    switch self {
    case .setting(let setting, _, _): setting.place
    case .plasma, .wallpaper: .wallpaper
    case .file: .lockScreen
    }
  }
}
