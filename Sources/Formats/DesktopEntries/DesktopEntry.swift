/// An application as a desktop knows it: what a `.desktop` file says, as far as the shield needs it
/// (Desktop Entry Specification 1.5).
package struct DesktopEntry: Sendable, Equatable {
  /// The file's id: its path below `applications/` with `/` turned into `-`, without `.desktop`.
  package let id: String
  /// The name that the launcher shows, in the language of the file itself.
  package let name: String
  /// The command line's words, as `Exec` gives them without its field codes.
  package let command: [String]
  /// The program whose presence shows that the application is installed, where the file names one.
  package let tryExec: String?
  /// The menu's categories, such as `Game`.
  package let categories: [String]
  /// The name of its icon in the desktop's themes, or the icon's path.
  package let icon: String?
  package let windowClass: String?
  /// The Flatpak id, where the file comes from one.
  package let flatpak: String?
  /// The snap's instance name, where the file comes from one.
  package let snap: String?
  /// Whether a launcher may start it by a message on the bus, past the command line.
  package let isBusActivatable: Bool
  /// Whether menus show it.
  package let isShown: Bool

  /// The largest file that is read; real ones are mostly translations and stay far below.
  package static let longest = 1 << 20

  /// Reads a `.desktop` file.
  ///
  /// - Parameter file: its path below `applications/`, such as `org.example.Chat.desktop` or `kde/chat.desktop`.
  /// - Returns: `nil` for anything but an app that can be started: links, folders, deleted entries, broken files.
  package init?(file: String, octets: [UInt8]) {
    guard octets.count <= Self.longest else { return nil }
    var values: [String: String] = [:]
    var isMainGroup = false
    for line in octets.split(separator: 0x0A) {
      let line = line.last == 0x0D ? line.dropLast() : line
      if line.first == UInt8(ascii: "[") {
        isMainGroup = line.elementsEqual("[Desktop Entry]".utf8)
        continue
      }
      guard isMainGroup, line.first != UInt8(ascii: "#"), let equals = line.firstIndex(of: UInt8(ascii: "=")) else {
        continue
      }
      let key = String(decoding: line[..<equals].trimmed, as: UTF8.self)
      // The specification forbids a key twice; the first one counts, as in GLib's reader's strict half.
      guard values[key] == nil else { continue }
      values[key] = unescaped(line[(equals + 1)...].trimmed)
    }
    guard values["Type"] == "Application", values["Hidden"] != "true", let exec = values["Exec"] else { return nil }
    guard let command = CommandWords.split(exec), !command.isEmpty else { return nil }
    let joined = String(decoding: file.utf8.map { $0 == UInt8(ascii: "/") ? UInt8(ascii: "-") : $0 }, as: UTF8.self)
    id = joined.hasSuffix(".desktop") ? String(joined.dropLast(8)) : joined
    self.command = command
    name = values["Name"] ?? id
    tryExec = values["TryExec"]
    categories = (values["Categories"] ?? "").split(separator: ";").map { String($0) }
    icon = values["Icon"]
    windowClass = values["StartupWMClass"]
    flatpak = values["X-Flatpak"]
    snap = values["X-SnapInstanceName"]
    isBusActivatable = values["DBusActivatable"] == "true"
    isShown = values["NoDisplay"] != "true"
  }
}

extension ArraySlice<UInt8> {
  var trimmed: ArraySlice<UInt8> {
    var rest = self
    while let first = rest.first, first == 0x20 || first == 0x09 { rest = rest.dropFirst() }
    while let last = rest.last, last == 0x20 || last == 0x09 { rest = rest.dropLast() }
    return rest
  }
}

/// A value of type string: `\s`, `\n`, `\t`, `\r` and `\\` mean one letter each (Desktop Entry Specification,
/// "Possible value types").
private func unescaped(_ value: ArraySlice<UInt8>) -> String {
  var octets: [UInt8] = []
  var escaped = false
  for octet in value {
    if escaped {
      escaped = false
      switch octet {
      case UInt8(ascii: "s"): octets.append(0x20)
      case UInt8(ascii: "n"): octets.append(0x0A)
      case UInt8(ascii: "t"): octets.append(0x09)
      case UInt8(ascii: "r"): octets.append(0x0D)
      case UInt8(ascii: "\\"): octets.append(octet)
      default: octets += [UInt8(ascii: "\\"), octet]
      }
    } else if octet == UInt8(ascii: "\\") {
      escaped = true
    } else {
      octets.append(octet)
    }
  }
  if escaped { octets.append(UInt8(ascii: "\\")) }
  return String(decoding: octets, as: UTF8.self)
}
