internal import CLinux
import Glibc

/// A folder with its files, watched by its path: what is made, removed or renamed in it, that it or a folder above it
/// is removed or renamed, and that a disk is mounted or unmounted. Waiting for that costs nothing until it happens.
///
/// What is written to a file there is told only where it is asked for: of every file once its writer has closed it, of
/// a single one at once.
package struct PlaceWatch: ~Copyable, Sendable {
  private let names: Descriptor
  private let mounts: Descriptor
  private let watch: Descriptor
  private let folder: String
  private let hearsWriters: Bool
  private let file: String?

  /// Watches from now on.
  ///
  /// - Parameters:
  ///   - andWriters: whether it is told that somebody closed a file in it that he could write to.
  ///   - file: a file of which it is told at once that it was written to; `nil` for none.
  package init(
    of folder: String, andWriters hearsWriters: Bool = false, writingTo file: String? = nil
  ) throws(SystemError) {
    let number = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    guard number >= 0 else { throw .last("inotify_init1") }
    let names = Descriptor(owning: number)
    let mounts = try Descriptor.open("/proc/self/mountinfo", O_RDONLY)
    let both = focuskey_watch_with_mounts(number, mounts.number)
    guard both >= 0 else { throw .last("epoll_ctl") }
    self.names = names
    self.mounts = mounts
    watch = Descriptor(owning: both)
    self.folder = folder
    self.hearsWriters = hearsWriters
    self.file = file
    follow()
  }

  package var descriptor: Int32 { watch.number }

  /// Whether something has changed since the last ``renew()``.
  package var hasNews: Bool {
    var wait = pollfd(fd: watch.number, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&wait, 1, 0) != 0
  }

  /// Takes away what has changed, so that the next wait waits, and watches what has that path now.
  ///
  /// - Returns: whether a name has changed, a file was closed by a writer, or a disk came or went, which nobody is told
  ///   of again. That the one file was written to is not such a change.
  @discardableResult package func renew() -> Bool {
    var changes = [UInt8](repeating: 0, count: 4096)
    var hasChanged = false
    while true {
      let count = unsafe read(names.number, &changes, changes.count)
      guard count > 0 else { break }
      hasChanged = hasChanged || Self.masks(in: changes[..<count]).contains { $0 != UInt32(IN_MODIFY) }
    }
    // What is left is about the disks.
    if focuskey_watch_forget(watch.number) > 0 { hasChanged = true }
    follow()
    return hasChanged
  }

  /// What each change is: a watch, a mask, a cookie, and a name with its length before it (inotify(7)).
  private static func masks(in changes: ArraySlice<UInt8>) -> [UInt32] {
    func word(at place: Int) -> UInt32 {
      changes[place..<place + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
    var masks: [UInt32] = []
    var place = 0
    while place + 16 <= changes.count {
      masks.append(word(at: place + 4))
      place += 16 + Int(word(at: place + 12))
    }
    return masks
  }

  private func follow() {
    if let file { _ = unsafe inotify_add_watch(names.number, file, UInt32(IN_MODIFY)) }
    let entries = UInt32(IN_CREATE | IN_DELETE | IN_MOVED_TO | IN_MOVED_FROM | (hearsWriters ? IN_CLOSE_WRITE : 0))
    let itself = UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR)
    var isLowest = true
    var path = Substring(folder)
    while !path.isEmpty {
      // The lowest folder that is there: where one below it is missing, it would come back here.
      if unsafe inotify_add_watch(names.number, String(path), isLowest ? entries | itself : itself) >= 0 {
        isLowest = false
      }
      path = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
    }
  }
}
