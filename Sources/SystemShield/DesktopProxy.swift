import Glibc
import LinuxRuntime

/// The proxy setting of a GNOME-like desktop, which running browsers follow: what a person can close without rights.
///
/// What stood there before is noted on disk before the first change and kept until it is brought back, because the setting outlives
/// the service, and the computer's restarts too. A browser that meets a dead address goes straight to its sites.
struct DesktopProxy: Sendable {
  /// What is found.
  enum Finding: Equatable, Sendable {
    /// It cannot be used here, for this reason.
    case unavailable(String)
    /// Nobody uses a proxy.
    case free
    /// It leads to our script.
    case ours(String)
  }

  private static let schema = "org.gnome.system.proxy"
  private let note: String
  private let program: String?

  /// - Parameters:
  ///   - note: the file that keeps what stood there before.
  ///   - variable: the environment.
  init(note: String, variable: (String) -> String? = { Environment[$0] }) {
    self.note = note
    // Without a session's bus the settings of a desktop cannot be written; trials keep theirs in a file of their own.
    let bus = variable("DBUS_SESSION_BUS_ADDRESS") != nil || variable("GSETTINGS_BACKEND") == "keyfile"
    let folders = (variable("PATH") ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
    program = bus ? folders.map { "\($0)/gsettings" }.first { unsafe access($0, X_OK) == 0 } : nil
  }

  /// What stands there now.
  func find() -> Finding {
    guard program != nil else { return .unavailable("no desktop whose proxy setting browsers follow is running") }
    guard let mode = get("mode"), let address = get("autoconfig-url") else {
      return .unavailable("this desktop keeps no proxy setting")
    }
    if mode == "'auto'", Self.isOurs(address) { return .ours(String(address.dropFirst().dropLast())) }
    if mode == "'none'" || (mode == "'auto'" && address == "''") { return .free }
    return .unavailable("the desktop uses a proxy of its own, which stays as it is")
  }

  /// Leads browsers to a script; says whether they are led there now.
  func lead(to address: String) -> Bool {
    switch find() {
    case .unavailable: return false
    case .ours(address): return true
    case .ours, .free: break
    }
    if !Files.exists(note) {
      guard let mode = get("mode"), let before = get("autoconfig-url") else { return false }
      let kept = Self.isOurs(before) ? "''" : before
      guard (try? Files.replace(note, with: Array("\(mode)\n\(kept)\n".utf8))) != nil else { return false }
    }
    // The address first: nobody is to ask an address that is not said yet.
    return set("autoconfig-url", "'\(address)'") && set("mode", "'auto'") && find() == .ours(address)
  }

  /// Brings back what stood there before the first change, unless somebody chose otherwise since; nothing where nothing was changed.
  func restore() {
    guard let octets = try? Files.read(note, limit: 1 << 16) else { return }
    let before = String(decoding: octets, as: UTF8.self).split(separator: "\n").map { String($0) }
    // A desktop that is not there now is asked again next time.
    guard before.count == 2, program != nil, let address = get("autoconfig-url") else { return }
    if Self.isOurs(address) {
      if get("mode") == "'auto'" { putBack("mode", before[0]) }
      putBack("autoconfig-url", before[1])
    }
    _ = unsafe unlink(note)
  }

  /// Our scripts lie on loopback, under a name that nobody else's have.
  private static func isOurs(_ address: String) -> Bool {
    address.hasPrefix("'http://127.0.0.1:") && address.contains("/focuskey-")
  }

  /// Where the value is what the desktop ships, nothing is left that was set.
  private func putBack(_ key: String, _ value: String) {
    guard run(["reset", Self.schema, key]) == nil || get(key) != value else { return }
    _ = set(key, value)
  }

  private func get(_ key: String) -> String? {
    run(["get", Self.schema, key])?.trimmingLineEnd
  }

  private func set(_ key: String, _ value: String) -> Bool {
    run(["set", Self.schema, key, value]) != nil
  }

  private func run(_ arguments: [String]) -> String? {
    guard let program else { return nil }
    return ShortProgram.output(of: program, arguments)
  }
}

extension String {
  fileprivate var trimmingLineEnd: String {
    hasSuffix("\n") ? String(dropLast()) : self
  }
}
