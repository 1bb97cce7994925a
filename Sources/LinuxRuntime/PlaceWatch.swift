import Glibc

/// The place where a file appears and goes, such as `/dev` for `/dev/ttyUSB0`: waiting there costs nothing until something changes.
public struct PlaceWatch: ~Copyable {
  private let watch: Descriptor?

  /// Watches from now on.
  ///
  /// - Parameter path: the file; `nil` for one that has no name to wait for. Where its folder is not there yet, the nearest one above it
  ///   is watched.
  public init(of path: String?) {
    let descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    guard descriptor >= 0, let path else {
      if descriptor >= 0 { close(descriptor) }
      watch = nil
      return
    }
    var folder = path[...]
    repeat {
      folder = folder[..<(folder.lastIndex(of: "/") ?? folder.startIndex)]
    } while !folder.isEmpty && !Files.isFolder(String(folder))
    // A device's rights are set after it was made, so a change of those is news too.
    let changes = UInt32(IN_CREATE | IN_DELETE | IN_MOVED_TO | IN_ATTRIB)
    watch = Descriptor(owning: descriptor)
    _ = unsafe inotify_add_watch(descriptor, folder.isEmpty ? "/" : String(folder), changes)
  }

  /// Waits until something changes there, until the bell rings, or until the time is over.
  ///
  /// - Parameters:
  ///   - milliseconds: the longest time; `nil` waits for ever.
  ///   - output: a descriptor; once nobody reads any more what is written there, the wait is over too.
  public func wait(atMost milliseconds: Int?, bell: Bell, whileReadOn output: Int32? = nil) {
    // What has no descriptor is passed over; errors and hang-ups are told unasked (poll(2)).
    var watched = [
      pollfd(fd: bell.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: number, events: Int16(POLLIN), revents: 0), pollfd(fd: output ?? -1, events: 0, revents: 0),
    ]
    unsafe poll(&watched, nfds_t(watched.count), Int32(milliseconds ?? -1))
    if watched[1].revents != 0 { forget() }
  }

  /// What can be read when something has changed, for whoever waits for other things as well; `nil` where nothing can be watched.
  public var descriptor: Int32? { watch == nil ? nil : number }

  /// Takes away what has changed, so that the next wait waits.
  public func forget() {
    var changes = [UInt8](repeating: 0, count: 4096)
    while unsafe read(number, &changes, changes.count) > 0 {}
  }

  private var number: Int32 {
    switch watch {
    case .some(let descriptor): descriptor.number
    case .none: -1
    }
  }
}
