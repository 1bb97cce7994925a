import Glibc

/// The files of a folder that are made, written, closed by who wrote them, and removed: waiting for that costs nothing
/// until it happens.
///
/// A file that a process writes to is closed when the process ends, however it does.
public struct FolderWatch: ~Copyable {
  private let watch: Descriptor?

  /// Watches from now on; nothing where the folder is not there.
  public init(of folder: String) {
    let number = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    guard number >= 0 else {
      watch = nil
      return
    }
    let changes = UInt32(IN_CREATE | IN_DELETE | IN_MODIFY | IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM)
    _ = unsafe inotify_add_watch(number, folder, changes)
    watch = Descriptor(owning: number)
  }

  /// What can be read when something has changed; `nil` where nothing can be watched.
  public var descriptor: Int32? {
    switch watch {
    case .some(let descriptor): descriptor.number
    case .none: nil
    }
  }

  /// Takes away what has changed, so that the next wait waits.
  public func forget() {
    guard let descriptor else { return }
    var changes = [UInt8](repeating: 0, count: 4096)
    while unsafe read(descriptor, &changes, changes.count) > 0 {}
  }
}
