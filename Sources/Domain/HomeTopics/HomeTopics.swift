package struct HomeTopics: Equatable, Sendable {
  /// What this computer is called there: letters, digits and hyphens.
  package let id: String

  /// What a topic cannot contain becomes a hyphen in the id.
  package init(id: String) {
    self.id = Self.usable(id)
  }

  /// Whether FocusKey runs: `1`, or `0` from the moment it is gone. Retained.
  package var online: String { topic("online") }
  /// The status of Contract.md. Retained.
  package var status: String { topic("status") }
  /// The totals of today. Retained.
  package var today: String { topic("today") }
  /// The readers and what is with them. Retained.
  package var reader: String { topic("reader") }
  package var event: String { topic("event") }
  /// Each card that was read, by its UID, where the person chose that.
  package var tag: String { topic("tag") }
  /// Each tap, without the card's UID.
  package var tapped: String { topic("tapped") }
  /// What the home chose for the next start. Retained.
  package var choice: String { topic("choice") }
  package var asked: String { topic("do") }

  /// Where Home Assistant discovers this computer; the prefix is usually `homeassistant`.
  package func discovery(under prefix: String) -> String { "\(prefix)/device/\(object)/config" }

  /// Where Home Assistant announces that it started.
  package static func birth(under prefix: String) -> String { "\(prefix)/status" }

  /// The payload of that announcement.
  package static let born = "online"

  var object: String { "focuskey_" + Self.identifier(id) }

  private func topic(_ name: String) -> String { "focuskey/\(id)/\(name)" }

  /// Replaces wildcards and slashes, which mean something in topics (MQTT 5.0, 4.7).
  static func usable(_ text: String) -> String {
    var octets: [UInt8] = []
    for octet in text.utf8.prefix(48) {
      switch octet {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: octets.append(octet)
      default: if octets.last != UInt8(ascii: "-"), !octets.isEmpty { octets.append(UInt8(ascii: "-")) }
      }
    }
    while octets.last == UInt8(ascii: "-") { octets.removeLast() }
    return octets.isEmpty ? "computer" : String(decoding: octets, as: UTF8.self)
  }

  /// Small letters, digits and underscores for a name.
  static func identifier(_ name: String) -> String {
    var octets: [UInt8] = []
    for octet in usable(name).utf8 {
      switch octet {
      case 0x41...0x5A: octets.append(octet + 0x20)
      case UInt8(ascii: "-"): octets.append(UInt8(ascii: "_"))
      default: octets.append(octet)
      }
    }
    return String(decoding: octets, as: UTF8.self)
  }

  /// An identifier for each of these names, no two alike.
  static func identifiers(_ names: [String]) -> [String] {
    var known: [String] = []
    for name in names {
      let plain = identifier(name)
      var unique = plain
      var number = 2
      while known.contains(where: { $0.utf8.elementsEqual(unique.utf8) }) {
        unique = "\(plain)_\(number)"
        number += 1
      }
      known.append(unique)
    }
    return known
  }
}
