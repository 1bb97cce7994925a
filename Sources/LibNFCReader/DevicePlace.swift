internal import Glibc
internal import LinuxRuntime

/// The place where a device appears, such as `/dev` for `/dev/ttyUSB0`: waiting there costs nothing until something changes.
struct DevicePlace: ~Copyable {
  private let watch: Descriptor?

  /// - Parameter path: the device's name; `nil` for one that is not found by a name.
  init(of path: String?) {
    guard let path, let slash = path.lastIndex(of: "/") else {
      watch = nil
      return
    }
    let descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    let folder = slash == path.startIndex ? "/" : String(path[..<slash])
    // A device's rights are set after it was made, so a change of those is news too.
    let changes = UInt32(IN_CREATE | IN_MOVED_TO | IN_ATTRIB)
    guard descriptor >= 0 else {
      watch = nil
      return
    }
    watch = Descriptor(owning: descriptor)
    _ = unsafe inotify_add_watch(descriptor, folder, changes)
  }

  /// Waits until something changes there, until the bell rings, or until the time is over.
  func wait(atMost milliseconds: Int, bell: Bell) {
    var watched = [pollfd(fd: bell.descriptor, events: Int16(POLLIN), revents: 0)]
    if watch != nil { watched.append(pollfd(fd: number, events: Int16(POLLIN), revents: 0)) }
    unsafe poll(&watched, nfds_t(watched.count), Int32(milliseconds))
    guard watched.count > 1, watched[1].revents != 0 else { return }
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
