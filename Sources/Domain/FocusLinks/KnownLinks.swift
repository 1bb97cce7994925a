/// What is known about schemes, forwarding hosts and names of secrets. Lists, because there is no rule.
enum KnownLinks {
  /// The schemes beside `http` and `https` that an iPhone offers from a card (Apple: Adding support for background tag
  /// reading). They lead to a call, a message or an accessory, and the person is asked.
  static let offeredByIPhone: Set<String> = ["mailto", "sms", "tel", "facetime", "facetime-audio", "x-hm"]

  /// Seen to work without being documented.
  static let seenOnIPhone: Set<String> = ["shortcuts"]

  static let maps: Set<String> = ["maps.apple.com", "maps.apple"]

  /// Hosts that only forward: shorteners, and the tracking hosts of link services.
  static let shorteners: Set<String> = [
    "bit.ly", "j.mp", "t.co", "tinyurl.com", "tiny.cc", "goo.gl", "ow.ly", "is.gd", "v.gd", "buff.ly", "rebrand.ly",
    "cutt.ly", "t.ly", "rb.gy", "shorturl.at", "short.io", "lnkd.in", "qr.ae", "s.id", "bl.ink", "dub.sh", "qrco.de",
    "qr.de",
    "qrto.org", "me-qr.com", "adf.ly", "fb.me", "youtu.be", "amzn.to", "spoti.fi", "trib.al", "shorter.me", "kutt.it",
  ]

  /// Domains of link services that give every customer a subdomain.
  static let forwardingDomains: [String] = [
    "app.link", "page.link", "onelink.me", "bnc.lt", "sng.link", "adj.st", "go.link", "smart.link", "short.gy",
  ]

  static func isShortener(_ host: String) -> Bool {
    let name = host.hasPrefix("www.") ? String(host.dropFirst(4)) : host
    return shorteners.contains(name)
      || forwardingDomains.contains { domain in name == domain || name.hasSuffix("." + domain) }
  }

  private static let secretNames: Set<String> = [
    "token", "accesstoken", "authtoken", "idtoken", "refreshtoken", "bearer", "jwt", "auth", "authorization", "key",
    "apikey",
    "secret", "clientsecret", "sharedsecret", "password", "passwd", "passphrase", "pass", "pwd", "pw", "pin", "otp",
    "code",
    "session", "sessionid", "sid", "credential", "credentials", "signature", "sig", "hash", "recovery", "private",
    "privatekey",
  ]

  /// Parameters that a card itself fills in on each tap (ASCII mirror, NTAG 424 DNA's SUN).
  static let mirroredNames: Set<String> = [
    "uid", "ctr", "counter", "picc", "piccdata", "enc", "cmac", "mac", "e", "c", "d", "m", "sdm", "p",
    "tap",
  ]

  /// Whether a parameter looks like a secret: by its name, or because its value looks random.
  static func looksSecret(name: String, value: String) -> Bool {
    guard !value.isEmpty else { return false }
    let bare = name.lowercased().filter { letter in letter.isLetter || letter.isNumber }
    if mirroredNames.contains(bare) { return false }
    return secretNames.contains(bare) || looksRandom(value)
  }

  /// Twenty letters and digits in a row, with several of both: words do not look like that.
  private static func looksRandom(_ value: String) -> Bool {
    guard value.utf8.count >= 20 else { return false }
    var digits = 0
    var letters = 0
    for octet in value.utf8 {
      if LinkOctets.isDigit(octet) {
        digits += 1
      } else if LinkOctets.isLetter(octet) {
        letters += 1
      } else if octet != UInt8(ascii: "-"), octet != UInt8(ascii: "_"), octet != UInt8(ascii: "="),
        octet != UInt8(ascii: ".")
      {
        return false
      }
    }
    return digits >= 4 && letters >= 4
  }
}
