/// Where an address of the form `mqtt://broker.local:1883/focuskey/events` leads.
package struct MQTTAddress: Equatable, Sendable {
  package let host: String
  package let port: UInt16
  /// The topic, percent-decoded.
  package let topic: String

  /// `nil` for an address with credentials, or of another form.
  package init?(_ url: String) {
    let scheme = "mqtt://".utf8
    guard url.utf8.starts(with: scheme) else { return nil }
    let rest = url.utf8.dropFirst(scheme.count)
    let authority = rest.prefix { $0 != UInt8(ascii: "/") }
    guard !authority.contains(UInt8(ascii: "@")), !authority.contains(UInt8(ascii: "[")) else { return nil }
    let parts = authority.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard parts.count <= 2, let name = parts.first, !name.isEmpty else { return nil }
    var port: UInt16 = 1883
    if parts.count == 2 {
      guard let number = UInt16(String(decoding: Array(parts[1]), as: UTF8.self)) else { return nil }
      port = number
    }
    host = String(decoding: Array(name), as: UTF8.self)
    self.port = port
    topic = Self.decoded(rest.dropFirst(authority.count + 1))
  }

  private static func decoded(_ text: some Sequence<UInt8>) -> String {
    var octets: [UInt8] = []
    var rest = Array(text)[...]
    while let first = rest.popFirst() {
      if first == UInt8(ascii: "%"), rest.count >= 2,
        let octet = UInt8(String(decoding: Array(rest.prefix(2)), as: UTF8.self), radix: 16)
      {
        octets.append(octet)
        rest = rest.dropFirst(2)
      } else {
        octets.append(first)
      }
    }
    return String(decoding: octets, as: UTF8.self)
  }
}
