internal import CXCB
internal import FocusPorts
import Glibc
internal import LinuxRuntime
internal import SwayIPC

/// An X11 screen: the window manager tells which window is in front (EWMH, `_NET_ACTIVE_WINDOW`), the server's SYNC
/// extension tells that there was no input for a time, and that it is back.
@safe final class X11Signals: ScreenTalk {
  private let screen: OpaquePointer
  private let wanted: Set<SignalName>
  private let idleAfter: Int64
  private let tell: @Sendable (SignalNews) -> Void
  private let front: FrontTeller
  private var isTold = false

  init(
    display: String, key: [UInt8]?, wanted: Set<SignalName>, idleAfter: Int64,
    tell: @escaping @Sendable (SignalNews) -> Void
  ) throws(ScreenError) {
    var why: Int32 = 0
    let opened = unsafe focuskey_x11_open(display, key, Int32(clamping: key?.count ?? 0), &why)
    guard let screen = unsafe opened else {
      let isMissing = why == Int32(FOCUSKEY_X11_NO_LIBRARY)
      throw isMissing ? .noLibrary("libxcb1 libxcb-sync1 libxcb-screensaver0") : .noServer("the display \(display)")
    }
    unsafe self.screen = screen
    self.wanted = wanted
    self.idleAfter = idleAfter
    self.tell = tell
    front = FrontTeller(tell)
  }

  deinit {
    unsafe focuskey_x11_close(screen)
  }

  var descriptor: Int32 { unsafe focuskey_x11_descriptor(screen) }

  func begin() throws(ScreenError) -> [SignalState] {
    var states: [SignalState] = []
    if wanted.contains(.front) {
      var window = focuskey_x11_front()
      unsafe focuskey_x11_watch_front(screen, &window)
      isTold = window.is_told != 0
      states.append(frontState)
      show(window)
    }
    if wanted.contains(.input) {
      let passed = unsafe focuskey_x11_watch_input(screen, UInt32(clamping: idleAfter))
      if passed < 0 {
        states.append(SignalState(.input, .unavailable, why: "this X11 display has no SYNC counter of idle time"))
      } else {
        states.append(SignalState(.input, .inForce, by: "x11"))
        let now = SinceBoot.milliseconds
        tell(.noticed(passed >= idleAfter ? .idle(since: now - passed) : .back, at: now))
      }
    }
    return states
  }

  func work() throws(ScreenError) {
    while true {
      var window = focuskey_x11_front()
      let happened = unsafe focuskey_x11_next(screen, &window)
      let now = SinceBoot.milliseconds
      switch Int(happened) {
      case FOCUSKEY_X11_FRONT: changed(to: window)
      case FOCUSKEY_X11_IDLE: tell(.noticed(.idle(since: now - idleAfter), at: now))
      case FOCUSKEY_X11_BACK: tell(.noticed(.back, at: now))
      case FOCUSKEY_X11_LOST: throw .lost
      default: return
      }
    }
  }

  private var frontState: SignalState {
    isTold
      ? SignalState(.front, .inForce, by: "x11")
      : SignalState(.front, .unavailable, why: "no window manager says which window is in front")
  }

  /// A window manager may come after us, or go away.
  private func changed(to window: focuskey_x11_front) {
    if isTold != (window.is_told != 0) {
      isTold.toggle()
      tell(.state(frontState))
    }
    show(window)
  }

  private func show(_ window: focuskey_x11_front) {
    guard isTold else { return front.unknown() }
    guard window.window != 0 else { return front.show(nil) }
    let process = Int32(clamping: window.process)
    front.show((process > 0 ? process : nil, [Self.text(window.name), Self.text(window.instance)]))
  }

  private static func text<Letters>(_ letters: Letters) -> String {
    unsafe withUnsafeBytes(of: letters) { unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
