import Glibc

/// The files of folders that are made, written, closed by who wrote them, and removed: waiting for that costs nothing
/// until it happens.
///
/// A file that a process writes to is closed when the process ends, however it does.
public struct FolderWatch: ~Copyable {
  private let watch: Descriptor?

  /// Watches a folder from now on; nothing where it is not there.
  public init(of folder: String) { self.init([folder], awaitsMissing: false) }

  /// Watches folders from now on. Of one that is not there is told when it, or a folder above it, is made.
  public init(of folders: [String]) { self.init(folders, awaitsMissing: true) }

  private init(_ folders: [String], awaitsMissing: Bool) {
    let number = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    guard number >= 0 else {
      watch = nil
      return
    }
    let changes = UInt32(IN_CREATE | IN_DELETE | IN_MODIFY | IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM)
    for folder in folders { Self.add(folder, changes, to: number, awaitsMissing) }
    watch = Descriptor(owning: number)
  }

  private static func add(_ folder: String, _ changes: UInt32, to number: Int32, _ awaitsMissing: Bool) {
    // Two folders may need the same one above them: what is asked of it is added up.
    if unsafe inotify_add_watch(number, folder, changes | UInt32(IN_MASK_ADD)) >= 0 { return }
    guard awaitsMissing else { return }
    var above = folder[...]
    while let slash = above.lastIndex(of: "/"), slash > above.startIndex {
      let missing = String(above)
      above = above[..<slash]
      let made = UInt32(IN_CREATE | IN_MOVED_TO | IN_ONLYDIR | IN_MASK_ADD)
      guard unsafe inotify_add_watch(number, String(above), made) >= 0 else { continue }
      // Made between the two looks: nobody would tell.
      if Files.isFolder(missing) { add(folder, changes, to: number, true) }
      return
    }
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
