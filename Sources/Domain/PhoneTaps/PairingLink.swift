internal import Octets

/// The link in a pairing code. All is in its fragment, which a browser never sends.
package struct PairingLink: Equatable, Sendable {
  package var site: String
  package var desk: PhoneName
  /// Names and addresses under which the phone can reach it, best first.
  package var hosts: [String]
  package var port: UInt16
  package var phone: PhoneName
  package var key: [UInt8]

  package init(site: String, desk: PhoneName, hosts: [String], port: UInt16, phone: PhoneName, key: [UInt8]) {
    self.site = site
    self.desk = desk
    self.hosts = hosts
    self.port = port
    self.phone = phone
    self.key = key
  }

  package var text: String {
    var hosts = ""
    for host in self.hosts { hosts += (hosts.isEmpty ? "" : ",") + host }
    return "https://\(site)/pair#v1~\(desk.text)~\(hosts)~\(port)~\(phone.text)~\(keyText)"
  }

  /// The key as text: 43 characters.
  package var keyText: String { Base64URLText.text(of: key) }

  /// Whether a text can be a host in a code: a name, an address of IPv4, or one of IPv6 in brackets, without a port.
  package static func isHost(_ text: String) -> Bool {
    if text.hasPrefix("["), text.hasSuffix("]") {
      let address = text.utf8.dropFirst().dropLast()
      return (2...45).contains(address.count) && address.contains(UInt8(ascii: ":")) && address.allSatisfy(isOfAddress)
    }
    return (1...253).contains(text.utf8.count) && text.utf8.allSatisfy(isOfName)
  }

  private static func isOfName(_ octet: UInt8) -> Bool {
    switch octet {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
      true
    default: false
    }
  }

  private static func isOfAddress(_ octet: UInt8) -> Bool {
    switch octet {
    case UInt8(ascii: "A")...UInt8(ascii: "F"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: ":"), UInt8(ascii: "."):
      true
    default: false
    }
  }
}
