import Glibc

/// The files of folders that are made, written, closed by who wrote them, and removed: waiting for that costs nothing
/// until it happens.
///
/// A file that a process writes to is closed when the process ends, however it does.
package struct FolderWatch: ~Copyable {
  private let watch: Descriptor?
  /// What each watch is for: everything in a folder, or names on the way to one that is not there.
  private let wanted: [Int32: Wanted]

  private struct Wanted {
    var isAll = false
    var names: [[UInt8]] = []
  }

  /// Watches a folder from now on; watches nothing if it is missing.
  package init(of folder: String) { self.init([folder], awaitsMissing: false) }

  /// Watches folders from now on; of a missing one, tells when it or a folder above it is made.
  package init(of folders: [String]) { self.init(folders, awaitsMissing: true) }

  private init(_ folders: [String], awaitsMissing: Bool) {
    let number = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    guard number >= 0 else {
      watch = nil
      wanted = [:]
      return
    }
    let changes = UInt32(IN_CREATE | IN_DELETE | IN_MODIFY | IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM)
    var wanted: [Int32: Wanted] = [:]
    for folder in folders { Self.add(folder, changes, to: number, awaitsMissing, &wanted) }
    self.wanted = wanted
    watch = Descriptor(owning: number)
  }

  private static func add(
    _ folder: String, _ changes: UInt32, to number: Int32, _ awaitsMissing: Bool, _ wanted: inout [Int32: Wanted]
  ) {
    // Two folders may need the same one above them: what is asked of it is added up.
    let whole = unsafe inotify_add_watch(number, folder, changes | UInt32(IN_MASK_ADD))
    guard whole < 0 else {
      wanted[whole, default: Wanted()].isAll = true
      return
    }
    guard awaitsMissing else { return }
    var above = folder[...]
    while let slash = above.lastIndex(of: "/"), slash > above.startIndex {
      let missing = String(above)
      above = above[..<slash]
      let made = UInt32(IN_CREATE | IN_MOVED_TO | IN_ONLYDIR | IN_MASK_ADD)
      let one = unsafe inotify_add_watch(number, String(above), made)
      guard one >= 0 else { continue }
      wanted[one, default: Wanted()].names.append(Array(missing.utf8.dropFirst(above.utf8.count + 1)))
      // Made between the two looks: nobody would tell.
      if Files.isFolder(missing) { add(folder, changes, to: number, true, &wanted) }
      return
    }
  }

  /// A descriptor that is readable after a change; `nil` where nothing can be watched.
  package var descriptor: Int32? {
    switch watch {
    case .some(let descriptor): descriptor.number
    case .none: nil
    }
  }

  /// Discards what has changed, so that the next wait waits; returns whether it concerned a folder.
  @discardableResult
  package func forget() -> Bool {
    guard let descriptor else { return false }
    var changes = [UInt8](repeating: 0, count: 4096)
    var isConcerned = false
    while true {
      let count = unsafe read(descriptor, &changes, changes.count)
      guard count > 0 else { return isConcerned }
      var rest = changes[..<count]
      // struct inotify_event: watch, mask, cookie and the name's length, four bytes each, the low byte first.
      while rest.count >= 16 {
        func number(at place: Int) -> UInt32 {
          rest.dropFirst(place).prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
        }
        let length = Int(number(at: 12))
        let name = rest.dropFirst(16).prefix(length).prefix { $0 != 0 }
        // Without a watch of ours it is that there were too many changes (inotify(7)).
        let one = wanted[Int32(bitPattern: number(at: 0))]
        if one?.isAll ?? true || one?.names.contains(where: { name.elementsEqual($0) }) == true { isConcerned = true }
        rest = rest.dropFirst(16 + length)
      }
    }
  }
}
