internal import FocusPorts
internal import LinuxRuntime
internal import RunningApps

/// Tells which app is in front, once for each change: display servers like to say things twice.
final class FrontTeller {
  private let tell: @Sendable (SignalNews) -> Void
  private let apps = AppNames()
  private var last: Signal?

  init(_ tell: @escaping @Sendable (SignalNews) -> Void) {
    self.tell = tell
  }

  /// `nil` if no window is in front.
  func show(_ window: (process: Int32?, says: [String])?) {
    let at = SinceBoot.milliseconds
    let signal: Signal
    if let window {
      let app = apps.app(process: window.process, says: window.says)
      signal = app.map { .front(FrontApp(id: $0.id, names: $0.names, process: window.process)) } ?? .frontUnknown
    } else {
      signal = .nothingInFront
    }
    guard signal != last else { return }
    last = signal
    tell(.noticed(signal, at: at))
  }

  func unknown() {
    guard last != .frontUnknown else { return }
    last = .frontUnknown
    tell(.noticed(.frontUnknown, at: SinceBoot.milliseconds))
  }
}
