internal import CLinux

/// The systemd that started this program, if one did (sd_notify(3)).
package enum ServiceManager {
  /// Tells it something, such as `READY=1`; nothing happens where nobody listens.
  package static func tell(_ text: String) {
    guard let address = Environment["NOTIFY_SOCKET"] else { return }
    unsafe focuskey_notify(address, text)
  }
}
