internal import CWayland
internal import FocusPorts
import Glibc
internal import LinuxRuntime
internal import SwayIPC

/// A Wayland compositor: `zwlr_foreign_toplevel_manager_v1` tells which window is in front, or COSMIC's
/// `zcosmic_toplevel_info_v1`, and `ext_idle_notifier_v1` or `org_kde_kwin_idle` that there is no input. Which of them
/// it offers is asked first.
@safe final class WaylandSignals: ScreenTalk {
  private let screen: OpaquePointer
  private let wanted: Set<SignalName>
  private let idleAfter: Int64
  private let tell: @Sendable (SignalNews) -> Void
  private let front: FrontTeller

  init(
    socket: String, wanted: Set<SignalName>, idleAfter: Int64, tell: @escaping @Sendable (SignalNews) -> Void
  ) throws(ScreenError) {
    var why: Int32 = 0
    guard let screen = unsafe focuskey_wayland_open(socket, &why) else {
      let isMissing = why == Int32(FOCUSKEY_WAYLAND_NO_LIBRARY)
      throw isMissing ? .noLibrary("libwayland-client0") : .noServer("the compositor at \(socket)")
    }
    unsafe self.screen = screen
    self.wanted = wanted
    self.idleAfter = idleAfter
    self.tell = tell
    front = FrontTeller(tell)
  }

  deinit {
    unsafe focuskey_wayland_close(screen)
  }

  var descriptor: Int32 { unsafe focuskey_wayland_descriptor(screen) }

  func begin() throws(ScreenError) -> [SignalState] {
    let offers = Int(unsafe focuskey_wayland_offers(screen))
    var states: [SignalState] = []
    if wanted.contains(.front) {
      if offers & (FOCUSKEY_WAYLAND_TOPLEVELS | FOCUSKEY_WAYLAND_COSMIC) != 0 {
        unsafe focuskey_wayland_watch_front(screen)
        let isWlroots = offers & FOCUSKEY_WAYLAND_TOPLEVELS != 0
        states.append(SignalState(.front, .inForce, by: isWlroots ? "wlroots" : "cosmic"))
      } else {
        states.append(
          SignalState(
            .front, .unavailable,
            why: "this compositor offers neither zwlr_foreign_toplevel_manager_v1 nor zcosmic_toplevel_info_v1"))
      }
    }
    if wanted.contains(.input) {
      let offersIdle = offers & (FOCUSKEY_WAYLAND_EXT_IDLE | FOCUSKEY_WAYLAND_KDE_IDLE) != 0
      if offersIdle, offers & FOCUSKEY_WAYLAND_SEAT != 0 {
        unsafe focuskey_wayland_watch_input(screen, UInt32(clamping: idleAfter))
        let isNew = offers & FOCUSKEY_WAYLAND_EXT_IDLE != 0
        states.append(SignalState(.input, .inForce, by: isNew ? "ext-idle-notify" : "kde-idle"))
        tell(.noticed(.back, at: SinceBoot.milliseconds))
      } else {
        states.append(
          SignalState(
            .input, .unavailable, why: "this compositor offers neither ext_idle_notifier_v1 nor org_kde_kwin_idle"))
      }
    }
    return states
  }

  func work() throws(ScreenError) {
    guard unsafe focuskey_wayland_read(screen) == 0 else { throw .lost }
    while true {
      let happened = unsafe focuskey_wayland_next(screen)
      let now = SinceBoot.milliseconds
      switch Int(happened) {
      case FOCUSKEY_WAYLAND_FRONT:
        let name = unsafe String(cString: focuskey_wayland_front(screen))
        front.show(name.isEmpty ? nil : (nil, [name]))
      case FOCUSKEY_WAYLAND_IDLE: tell(.noticed(.idle(since: now - idleAfter), at: now))
      case FOCUSKEY_WAYLAND_BACK: tell(.noticed(.back, at: now))
      default: return
      }
    }
  }
}
