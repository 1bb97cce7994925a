import DesktopEntries
import Glibc
import LinuxRuntime

/// The control groups in which a desktop starts applications, each in one of its own
/// (systemd's "Desktop Environments": `app[-LAUNCHER]-ID-RANDOM.scope`, `app[-LAUNCHER]-ID@RANDOM.service`).
package struct ControlGroups: Sendable {
  let folder: String

  package init(root: String = "/sys/fs/cgroup", user: UInt32 = ControlGroups.currentUser) {
    let unified = Files.exists("\(root)/cgroup.controllers") ? root : "\(root)/unified"
    folder = "\(unified)/user.slice/user-\(user).slice/user@\(user).service/app.slice"
  }

  package static var currentUser: UInt32 { getuid() }

  func scopes(of entries: [DesktopEntry]) -> [String] {
    let names = Set(entries.flatMap { [$0.id, $0.flatpak, $0.snap].compactMap { $0 } })
    return Folder.names(in: folder).filter { unit in names.contains { Self.unit(unit, isOf: $0) } }
      .map { "\(folder)/\($0)" }
  }

  func hasGroup(_ group: String) -> Bool {
    group.hasPrefix("\(folder)/") && !group.dropFirst(folder.count + 1).contains("/")
  }

  static func unit(_ unit: String, isOf id: String) -> Bool {
    guard unit.hasPrefix("app-"), let dot = unit.lastIndex(of: ".") else { return false }
    let kind = unit[dot...]
    guard kind == ".scope" || kind == ".service" else { return false }
    var name = unescaped(unit[unit.index(unit.startIndex, offsetBy: 4)..<dot])
    if kind == ".service" {
      if let at = name.lastIndex(of: "@") { name = String(name[..<at]) }
    } else if let dash = name.lastIndex(of: "-") {
      // The number that keeps two starts apart.
      name = String(name[..<dash])
    }
    return name == id || name.hasSuffix("-\(id)")
  }

  /// The ids that a unit of an app may name, the longest first: the launcher's name in front of the id is optional.
  static func names(in unit: String) -> [String] {
    guard unit.hasPrefix("app-") || unit.hasPrefix("snap."), let dot = unit.lastIndex(of: ".") else { return [] }
    // `snap.NAME.COMMAND-RANDOM.scope`: a snap's own way.
    if unit.hasPrefix("snap.") { return unit.split(separator: ".").dropFirst().prefix(1).map(String.init) }
    var name = unescaped(unit[unit.index(unit.startIndex, offsetBy: 4)..<dot])[...]
    if unit[dot...] == ".service" {
      name = name.prefix { $0 != "@" }
    } else if let dash = name.lastIndex(of: "-") {
      name = name[..<dash]
    }
    var names = [String(name)]
    while let dash = name.firstIndex(of: "-") {
      name = name[name.index(after: dash)...]
      names.append(String(name))
    }
    return names
  }

  /// systemd.unit(5): special characters in a unit's name are escaped, as in `\x2d`.
  private static func unescaped(_ name: Substring) -> String {
    var octets: [UInt8] = []
    var rest = Array(name.utf8)[...]
    while let first = rest.first {
      if rest.starts(with: #"\x"#.utf8), rest.count >= 4,
        let value = UInt8(String(decoding: rest.dropFirst(2).prefix(2), as: UTF8.self), radix: 16)
      {
        octets.append(value)
        rest = rest.dropFirst(4)
      } else {
        octets.append(first)
        rest = rest.dropFirst()
      }
    }
    return String(decoding: octets, as: UTF8.self)
  }

  /// Freezes or thaws a group; does nothing if it is gone.
  static func freeze(_ folder: String, _ frozen: Bool) {
    guard let file = try? Descriptor.open("\(folder)/cgroup.freeze", O_WRONLY) else { return }
    try? Files.write([UInt8(ascii: frozen ? "1" : "0")], to: file.number)
  }

  /// Whether a group that was frozen runs again; `false` if it is gone.
  static func goesOn(_ folder: String) -> Bool {
    guard let octets = try? Files.read("\(folder)/cgroup.freeze", limit: 64) else { return false }
    return octets.first == UInt8(ascii: "0")
  }

  static func processes(in folder: String) -> [Int32] {
    guard let octets = try? Files.read("\(folder)/cgroup.procs", limit: 1 << 20) else { return [] }
    return String(decoding: octets, as: UTF8.self).split(separator: "\n").compactMap { Int32($0) }
  }
}
