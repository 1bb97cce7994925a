import Glibc
internal import LinuxRuntime

/// What to restore on the desktop, in a file that outlives a crash, one item per line.
struct QuietNote {
  var pausedDunst = false
  var hidBanners = false
  var pausedPlayers: [String] = []

  private let path: String

  init(path: String) {
    self.path = path
    guard let octets = try? Files.read(path, limit: 1 << 16) else { return }
    for line in String(decoding: octets, as: UTF8.self).split(separator: "\n") {
      if line == "dunst" { pausedDunst = true }
      if line == "banners" { hidBanners = true }
      if line.hasPrefix("player ") { pausedPlayers.append(String(line.dropFirst("player ".count))) }
    }
  }

  var isEmpty: Bool { !pausedDunst && !hidBanners && pausedPlayers.isEmpty }

  /// Writes the note; an empty one leaves no file.
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
