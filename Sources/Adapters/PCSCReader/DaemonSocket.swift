internal import CPCSC
internal import LinuxRuntime

enum DaemonSocket {
  /// The path (pcsclite.h); `PCSCLITE_CSOCK_NAME` overrides it, as it does for libpcsclite.
  static var path: String { Environment["PCSCLITE_CSOCK_NAME"] ?? "/run/pcscd/pcscd.comm" }

  /// Whether somebody takes connections there.
  ///
  /// A pcscd with polkit refuses a user by hanging up on a connection that it took, and libpcsclite has no word for
  /// that: by the moment it calls it a security violation, a broken conversation or a missing service.
  static var takesConnections: Bool { (try? Descriptor.connected(to: path)) != nil }
}
