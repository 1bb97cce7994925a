import Glibc
import LinuxRuntime

/// Whether the service wants to know which site a browser has in front, noted where the program looks that the
/// extension talks to.
///
/// The service holds a lock on the note: one whose service died wishes nothing.
package final class FrontSiteWish: Sendable {
  private let folder: String
  private let held = Locked<Int32?>(nil)

  package init(folder: String) {
    self.folder = folder
  }

  deinit { set(false) }

  package static func path(in folder: String) -> String { "\(folder)/front-site" }

  package static func isMade(in folder: String) -> Bool {
    guard let file = try? Descriptor.open(path(in: folder), O_RDONLY) else { return false }
    return flock(file.number, LOCK_SH | LOCK_NB) != 0
  }

  package func set(_ isWished: Bool) {
    held.withLock { held in
      guard isWished != (held != nil) else { return }
      let path = Self.path(in: folder)
      guard isWished else {
        _ = unsafe unlink(path)
        if let number = held { close(number) }
        held = nil
        return
      }
      // Locked before it appears under its name.
      let draft = "\(path).new"
      guard let file = try? Descriptor.open(draft, O_RDWR | O_CREAT), flock(file.number, LOCK_EX | LOCK_NB) == 0,
        unsafe rename(draft, path) == 0
      else { return }
      held = file.release()
    }
  }
}
