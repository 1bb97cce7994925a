package enum ShieldSocket {
  /// The path that both ends use unless they are told another one.
  package static let path = "/run/focuskey/shield.sock"
}
