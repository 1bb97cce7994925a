import Glibc
import LinuxRuntime

/// The proxy setting of a desktop, which running browsers follow: what a person can close without rights.
///
/// What stood there before is noted on disk before the first change and kept until it is brought back, because the
/// setting outlives the service, and the computer's restarts too. A browser that meets a dead address goes straight to
/// its sites.
struct DesktopProxy: Sendable {
  enum Finding: Equatable, Sendable {
    case unavailable(String)
    /// Nobody uses a proxy.
    case free
    /// It leads to our script.
    case ours(String)
  }

  private let note: String
  private let settings: any ProxySettings

  /// `note` is the file that records what was set before.
  init(note: String, settings: any ProxySettings) {
    self.note = note
    self.settings = settings
  }

  /// One for each known desktop; the notes of further desktops have longer names than `note`.
  static func all(note: String, variable: (String) -> String? = { Environment[$0] }) -> [DesktopProxy] {
    [
      DesktopProxy(note: note, settings: GnomeProxy(variable)),
      DesktopProxy(note: "\(note)-plasma", settings: PlasmaProxy(variable)),
    ]
  }

  func find() -> Finding {
    guard settings.isThere else {
      return .unavailable("no GNOME or KDE session is running, so the browser proxy cannot be set")
    }
    guard let mode = settings.get(.mode), let word = settings.get(.address) else {
      return .unavailable("this desktop has no proxy setting")
    }
    if mode == settings.automatic, let address = ours(word) { return .ours(address) }
    if settings.isUnused(mode: mode, address: word) { return .free }
    return .unavailable("the desktop already uses another proxy, which is not changed")
  }

  /// Leads browsers to a script; returns whether they are led there now.
  func lead(to address: String) -> Bool {
    switch find() {
    case .unavailable: return false
    case .ours(address): return true
    case .ours, .free: break
    }
    if !Files.exists(note) {
      guard let mode = settings.get(.mode), let before = settings.get(.address) else { return false }
      let kept = ours(before) == nil ? before : settings.word(for: "")
      guard (try? Files.replace(note, with: Array("\(mode)\n\(kept)\n".utf8))) != nil else { return false }
    }
    // The address first: nobody is to ask an address that is not said yet.
    return settings.set(.address, settings.word(for: address)) && settings.set(.mode, settings.automatic)
      && find() == .ours(address)
  }

  /// Restores what was set before the first change, unless somebody has chosen otherwise since.
  func restore() {
    // A desktop that is not there now is asked again next time.
    guard let before, settings.isThere, let word = settings.get(.address) else { return }
    if ours(word) != nil {
      if settings.get(.mode) == settings.automatic { settings.putBack(.mode, before.mode) }
      settings.putBack(.address, before.address)
    }
    _ = unsafe unlink(note)
  }

  /// Whether browsers that were running at the change see it only after a restart.
  var isSeenLate: Bool { before.map { !settings.isSeenAtOnce(after: $0.mode) } ?? false }

  /// What was set before the first change.
  private var before: (mode: String, address: String)? {
    guard let octets = try? Files.read(note, limit: 1 << 16) else { return nil }
    let lines = String(decoding: octets, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    return lines.count == 3 ? (String(lines[0]), String(lines[1])) : nil
  }

  /// The address, if it is our script's: on loopback, under a name that no other script has.
  private func ours(_ word: String) -> String? {
    let bare = settings.word(for: "")
    let address = bare.isEmpty ? word[...] : word.dropFirst().dropLast()
    return address.hasPrefix("http://127.0.0.1:") && address.includes("/focuskey-") ? String(address) : nil
  }
}
