/// The first words of a TLS connection, enough to hear a server answer (RFC 8446 4.1.2).
enum TrialHello {
  /// `random` is 96 octets; `isMarked` makes it look like one with an inner hello (RFC 9849 6.2).
  static func octets(to name: String, random: [UInt8], isMarked: Bool = false) -> [UInt8] {
    let host = Array(name.utf8)
    var extensions: [UInt8] = []
    // The server's name; the groups x25519 and P-256; plain points; what signatures may be; the versions 1.3 and 1.2;
    // a key of x25519.
    extensions += block(0, two(host.count + 3) + [0] + two(host.count) + host)
    extensions += block(10, two(4) + two(29) + two(23))
    extensions += block(11, [1, 0])
    extensions += block(13, two(8) + two(0x0403) + two(0x0804) + two(0x0401) + two(0x0503))
    extensions += block(43, [4] + two(0x0304) + two(0x0303))
    extensions += block(51, two(36) + two(29) + two(32) + random[64..<96])
    if isMarked {
      // The outer one: how it is sealed (HKDF-SHA256, AES-128-GCM), for which key, and nothing that anybody can open.
      let sealed = random + random[..<48]
      let suite: [UInt8] = [0] + two(1) + two(1) + [7]
      let key: [UInt8] = two(32) + random[32..<64]
      extensions += block(0xFE0D, suite + key + two(sealed.count) + sealed)
    }
    var body: [UInt8] = two(0x0303) + random[..<32]
    body += [32] + random[32..<64]
    body += two(10) + two(0x1301) + two(0x1302) + two(0x1303) + two(0xC02F) + two(0xC02B)
    body += [1, 0] + two(extensions.count) + extensions
    let message = [1, 0] + two(body.count) + body
    return [22] + two(0x0301) + two(message.count) + message
  }

  private static func block(_ kind: Int, _ content: [UInt8]) -> [UInt8] {
    two(kind) + two(content.count) + content
  }

  private static func two(_ value: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value)]
  }
}
