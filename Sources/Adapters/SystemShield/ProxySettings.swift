import Glibc
import LinuxRuntime

/// The two settings of a desktop by which browsers learn of a proxy: whether there is one, and its script.
enum ProxyKey: Sendable {
  case mode
  case address
}

protocol ProxySettings: Sendable {
  var isThere: Bool { get }
  /// The word by which browsers follow a script.
  var automatic: String { get }
  /// `nil` if it cannot be read.
  func get(_ key: ProxyKey) -> String?
  /// Writes a word from ``get(_:)`` or ``word(for:)``; returns whether that succeeded.
  func set(_ key: ProxyKey, _ word: String) -> Bool
  /// Restores a word; where it is what the desktop ships, the setting is removed.
  func putBack(_ key: ProxyKey, _ word: String)
  /// An address as the settings write it.
  func word(for address: String) -> String
  func isUnused(mode: String, address: String) -> Bool
  /// Whether running browsers notice the change, given the mode that was set before.
  func isSeenAtOnce(after mode: String) -> Bool
}

/// GNOME's settings, and those of desktops that keep theirs in the same place; Firefox follows them on any desktop.
struct GnomeProxy: ProxySettings {
  private static let schema = "org.gnome.system.proxy"
  private let program: String?

  init(_ variable: (String) -> String?) {
    // Without a session's bus the settings of a desktop cannot be written; trials keep theirs in a file of their own.
    let bus = variable("DBUS_SESSION_BUS_ADDRESS") != nil || variable("GSETTINGS_BACKEND") == "keyfile"
    program = bus ? ShortProgram.find("gsettings", variable) : nil
  }

  var isThere: Bool { program != nil }
  var automatic: String { "'auto'" }

  func get(_ key: ProxyKey) -> String? { run(["get", Self.schema, Self.name(of: key)]) }

  func set(_ key: ProxyKey, _ word: String) -> Bool { run(["set", Self.schema, Self.name(of: key), word]) != nil }

  func putBack(_ key: ProxyKey, _ word: String) {
    guard run(["reset", Self.schema, Self.name(of: key)]) == nil || get(key) != word else { return }
    _ = set(key, word)
  }

  func word(for address: String) -> String { "'\(address)'" }

  func isUnused(mode: String, address: String) -> Bool {
    mode == "'none'" || (mode == "'auto'" && address == "''")
  }

  func isSeenAtOnce(after mode: String) -> Bool { true }

  private static func name(of key: ProxyKey) -> String {
    switch key {
    case .mode: "mode"
    case .address: "autoconfig-url"
    }
  }

  private func run(_ arguments: [String]) -> String? {
    program.flatMap { ShortProgram.output(of: $0, arguments) }.map { $0.hasSuffix("\n") ? String($0.dropLast()) : $0 }
  }
}

/// KDE's settings, which KDE's own programs and browsers of Chromium's kind follow there.
struct PlasmaProxy: ProxySettings {
  private static let place = ["--file", "kioslaverc", "--group", "Proxy Settings", "--key"]
  private let reader: String?
  private let writer: String?
  private let teller: String?
  private let file: String

  init(_ variable: (String) -> String?) {
    func find(_ names: String...) -> String? { names.compactMap { ShortProgram.find($0, variable) }.first }
    let isPlasma = variable("XDG_CURRENT_DESKTOP")?.split(separator: ":").contains("KDE") ?? false
    reader = isPlasma ? find("kreadconfig6", "kreadconfig5") : nil
    writer = isPlasma ? find("kwriteconfig6", "kwriteconfig5") : nil
    teller = variable("DBUS_SESSION_BUS_ADDRESS") == nil ? nil : find("dbus-send")
    file = "\(variable("XDG_CONFIG_HOME") ?? "\(variable("HOME") ?? "/")/.config")/kioslaverc"
  }

  var isThere: Bool { reader != nil && writer != nil }
  // KProtocolManager::ProxyType: none, one that is named, a script, one that is looked for, one of the environment.
  var automatic: String { "2" }

  func get(_ key: ProxyKey) -> String? {
    reader.flatMap { ShortProgram.output(of: $0, Self.place + [Self.name(of: key)]) }.map { $0.filter { $0 != "\n" } }
  }

  func set(_ key: ProxyKey, _ word: String) -> Bool { write([Self.name(of: key), word]) }

  func putBack(_ key: ProxyKey, _ word: String) {
    // What nobody said is empty.
    _ = word.isEmpty ? write([Self.name(of: key), "--delete", ""]) : set(key, word)
    let left = (try? Files.read(file)).map { String(decoding: $0, as: UTF8.self) }
    // A file that says nothing is one that was not there.
    if let left, left.allSatisfy({ $0.isWhitespace }) { _ = unsafe unlink(file) }
  }

  func word(for address: String) -> String { address }

  func isUnused(mode: String, address: String) -> Bool {
    mode.isEmpty || mode == "0" || (mode == "2" && address.isEmpty)
  }

  // Chromium 156 watches KDE's file only where it said something of proxies when Chromium started (tried).
  func isSeenAtOnce(after mode: String) -> Bool { !mode.isEmpty }

  private static func name(of key: ProxyKey) -> String {
    switch key {
    case .mode: "ProxyType"
    case .address: "Proxy Config Script"
    }
  }

  private func write(_ words: [String]) -> Bool {
    guard let writer, ShortProgram.output(of: writer, Self.place + words) != nil else { return false }
    // Programs that are running look again; browsers watch the file by themselves.
    let signal = ["--type=signal", "/KIO/Scheduler", "org.kde.KIO.Scheduler.reparseSlaveConfiguration", "string:"]
    _ = teller.flatMap { ShortProgram.output(of: $0, signal) }
    return true
  }
}
