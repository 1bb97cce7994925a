import Glibc

/// The place where a file appears and goes, such as `/dev` for `/dev/ttyUSB0`: waiting there costs nothing until
/// something changes.
package struct FileWatch: ~Copyable {
  private let watch: Descriptor?
  /// What should appear in the watched folder: the file, or the next folder on the way to it.
  private let awaited: [UInt8]

  /// Watches from now on.
  ///
  /// - Parameter path: the file; `nil` for one that has no name to wait for. Where its folder is not there yet, the
  ///   nearest one above it is watched.
  package init(of path: String?) {
    let descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    guard descriptor >= 0, let path else {
      if descriptor >= 0 { close(descriptor) }
      watch = nil
      awaited = []
      return
    }
    // A device's rights are set after it was made, so a change of those is news too.
    let changes = UInt32(IN_CREATE | IN_DELETE | IN_MOVED_TO | IN_ATTRIB)
    var folder = Self.folder(of: path)
    var name: Substring
    repeat {
      while !folder.isEmpty, !Files.isFolder(String(folder)) { folder = Self.folder(of: folder) }
      _ = unsafe inotify_add_watch(descriptor, folder.isEmpty ? "/" : String(folder), changes)
      name = path[folder.endIndex...].dropFirst().prefix { $0 != "/" }
      folder = path[..<name.endIndex]
      // It may have come before the watch; then the next one on the way is what is waited for.
    } while name.endIndex < path.endIndex && Files.isFolder(String(folder))
    awaited = Array(name.utf8)
    watch = Descriptor(owning: descriptor)
  }

  private static func folder(of path: some StringProtocol & BidirectionalCollection) -> Substring {
    let path = Substring(path)
    return path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
  }

  /// Waits until something changes there, until the bell rings, or until the time is over.
  ///
  /// - Parameters:
  ///   - milliseconds: the longest time; `nil` waits for ever.
  ///   - output: a descriptor; once nobody reads any more what is written there, the wait is over too.
  package func wait(atMost milliseconds: Int?, bell: WakeEvent, whileReadOn output: Int32? = nil) {
    let end = milliseconds.map { ContinuousClock.now + .milliseconds($0) }
    var left = milliseconds
    while true {
      // What has no descriptor is passed over; errors and hang-ups are told unasked (poll(2)).
      var watched = [
        pollfd(fd: bell.descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: number, events: Int16(POLLIN), revents: 0), pollfd(fd: output ?? -1, events: 0, revents: 0),
      ]
      unsafe poll(&watched, nfds_t(watched.count), Int32(left ?? -1))
      // Neighbours come and go; anyone who waits sleeps on.
      guard watched[1].revents != 0, !forget(), watched[0].revents == 0, watched[2].revents == 0 else { return }
      if let end {
        let rest = (end - ContinuousClock.now).components
        if rest.seconds < 0 || rest.attoseconds < 0 { return }
        // Rounded up: to wait once more for nothing is better than to stop before the time.
        left = Int(rest.seconds * 1000 + rest.attoseconds / 1_000_000_000_000_000) + 1
      }
    }
  }

  /// A descriptor that is readable after a change; `nil` where nothing can be watched.
  package var descriptor: Int32? { watch == nil ? nil : number }

  /// Discards what has changed, so that the next wait waits; returns whether it concerned the path.
  @discardableResult
  package func forget() -> Bool {
    var changes = [UInt8](repeating: 0, count: 4096)
    var isConcerned = false
    while true {
      let count = unsafe read(number, &changes, changes.count)
      guard count > 0 else { return isConcerned }
      var rest = changes[..<count]
      while rest.count >= Self.headSize {
        // The watched folder's own changes come without a name, and so does that there were too many (inotify(7)).
        let length = rest.dropFirst(12).prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        let name = rest.dropFirst(Self.headSize).prefix(length).prefix { $0 != 0 }
        if name.isEmpty || name.elementsEqual(awaited) { isConcerned = true }
        rest = rest.dropFirst(Self.headSize + length)
      }
    }
  }

  /// struct inotify_event: watch, mask, cookie and the name's length, four octets each, with the low octet first on
  /// what Swift runs on.
  private static let headSize = 16

  private var number: Int32 {
    switch watch {
    case .some(let descriptor): descriptor.number
    case .none: -1
    }
  }
}
