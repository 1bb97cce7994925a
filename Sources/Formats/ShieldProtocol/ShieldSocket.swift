/// Where services find the privileged helper.
public enum ShieldSocket {
  /// The path that both ends use unless they are told another one.
  public static let path = "/run/focuskey/shield.sock"
}
