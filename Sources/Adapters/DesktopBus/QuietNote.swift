import Glibc
internal import LinuxRuntime

/// What was taken from the desktop and has to be given back, in a file that outlives a crash: a line each.
struct QuietNote {
  /// Whether dunst was paused by us.
  var pausedDunst = false
  /// Whether GNOME's banners were hidden by us.
  var hidBanners = false
  /// The names on the bus of the players that we paused.
  var pausedPlayers: [String] = []

  private let path: String

  /// Reads the note that is there.
  init(path: String) {
    self.path = path
    guard let octets = try? Files.read(path, limit: 1 << 16) else { return }
    for line in String(decoding: octets, as: UTF8.self).split(separator: "\n") {
      if line == "dunst" { pausedDunst = true }
      if line == "banners" { hidBanners = true }
      if line.hasPrefix("player ") { pausedPlayers.append(String(line.dropFirst("player ".count))) }
    }
  }

  /// Whether nothing has to be given back.
  var isEmpty: Bool { !pausedDunst && !hidBanners && pausedPlayers.isEmpty }

  /// Keeps it; an empty one leaves no file.
  func write(_ say: (String) -> Void) {
    guard !isEmpty else {
      unsafe unlink(path)
      return
    }
    let lines = (pausedDunst ? ["dunst"] : []) + (hidBanners ? ["banners"] : []) + pausedPlayers.map { "player \($0)" }
    do throws(SystemError) {
      try Files.replace(path, with: Array((lines.joined(separator: "\n") + "\n").utf8))
    } catch {
      say(
        "the list of what was silenced cannot be saved, so a crash would leave it silent: \(error.subject): \(error.reason)"
      )
    }
  }
}
