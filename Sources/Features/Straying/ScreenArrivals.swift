internal import LinuxRuntime

/// Waits for the sockets of compositors: a service that is started at login is there before the session that it is for.
///
/// Everything in here is called on the event loop's thread.
final class ScreenArrivals {
  private final class Place {
    let file: FileWatch
    var watch: Watch?
    init(_ path: String) { file = FileWatch(of: path) }
  }

  private let loop: EventLoop
  private let paths: [String]
  private var places: [Place] = []

  init(loop: EventLoop, places: [String]) {
    self.loop = loop
    paths = places
  }

  /// Calls `arrived` whenever a socket appears or goes, until the end.
  func begin(_ arrived: @escaping @Sendable () -> Void) {
    guard places.isEmpty else { return }
    for path in paths {
      let place = Place(path)
      guard let descriptor = place.file.descriptor else { continue }
      place.watch = loop.watchReadable(descriptor) { [unowned place] in
        if place.file.forget() { arrived() }
      }
      places.append(place)
    }
  }

  func end() { places = [] }
}
