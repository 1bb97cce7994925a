internal import Octets

/// The first words of a TLS connection, as far as they tell where it goes.
///
/// A value over octets that a stranger sends: it reads, never trusts a length, and never waits for more than a hello
/// may have.
public struct ClientHello: Sendable, Equatable {
  /// The server's name as it is in the hello (RFC 6066 3), or `nil` where the hello names none.
  public let serverName: [UInt8]?
  /// Whether an encrypted hello is inside (RFC 9849, extension 0xfe0d). Browsers also send an empty shell of one to
  /// every server,
  /// so this alone does not say that the name is a front.
  public let carriesEncryptedHello: Bool

  /// What the octets so far turned out to be.
  public enum Reading: Sendable, Equatable {
    /// A whole hello.
    case hello(ClientHello)
    /// So far a hello; more octets are needed.
    case needsMore
    /// Something else than TLS.
    case notTLS
    /// TLS by its first octets, but broken at this offset.
    case malformed(at: Int)
  }

  /// The longest hello that is waited for: four records' worth is far beyond any browser's (post-quantum ones take
  /// some 2 KB).
  public static let longest = 1 << 16

  /// Reads the octets that a client sent first.
  public static func read(_ octets: [UInt8]) -> Reading {
    // RFC 8446 5.1: the type of the record (22, handshake), a version whose first octet is 3, the length.
    guard octets.isEmpty || octets[0] == 22 else { return .notTLS }
    guard octets.count < 2 || octets[1] == 3 else { return .notTLS }
    // However the octets are cut, the length is judged before what it spans.
    guard octets.count < 5 || isLength(octets[3], octets[4]) else { return .malformed(at: 3) }
    guard octets.count < 6 || octets[5] == 1 else { return .notTLS }

    var handshake: [UInt8] = []
    var offset = 0
    while offset + 5 <= octets.count {
      guard octets[offset] == 22, octets[offset + 1] == 3 else { return .malformed(at: offset) }
      let length = Int(octets[offset + 3]) << 8 | Int(octets[offset + 4])
      guard isLength(octets[offset + 3], octets[offset + 4]) else { return .malformed(at: offset + 3) }
      let end = min(offset + 5 + length, octets.count)
      handshake += octets[(offset + 5)..<end]
      if handshake.count >= 4 {
        let body = Int(handshake[1]) << 16 | Int(handshake[2]) << 8 | Int(handshake[3])
        guard body + 4 <= longest else { return .malformed(at: 6) }
        if handshake.count >= body + 4 { return parse(handshake, end: body + 4) }
      }
      offset += 5 + length
    }
    return octets.count > 2 * longest ? .malformed(at: octets.count) : .needsMore
  }

  /// RFC 8446 5.1: at most 2^14 octets, and a handshake record is never empty.
  private static func isLength(_ high: UInt8, _ low: UInt8) -> Bool {
    (1...(1 << 14)).contains(Int(high) << 8 | Int(low))
  }

  /// Reads the handshake message that the records carried (RFC 8446 4.1.2).
  private static func parse(_ message: [UInt8], end: Int) -> Reading {
    var reader = OctetReader(message, from: 4, to: end)
    guard reader.skip(2 + 32),  // the version and the random
      reader.skipBlock(lengthOctets: 1),  // the session
      reader.skipBlock(lengthOctets: 2),  // the cipher suites
      reader.skipBlock(lengthOctets: 1)  // the compression methods
    else { return .malformed(at: reader.offset) }
    // A hello of TLS 1.2 may end here, without extensions.
    if reader.isAtEnd { return .hello(ClientHello(serverName: nil, carriesEncryptedHello: false)) }
    guard var extensions = reader.block(lengthOctets: 2), reader.isAtEnd else { return .malformed(at: reader.offset) }

    var serverName: [UInt8]?
    var carriesEncryptedHello = false
    while !extensions.isAtEnd {
      guard let kind = extensions.number(octets: 2), var content = extensions.block(lengthOctets: 2) else {
        return .malformed(at: extensions.offset)
      }
      switch kind {
      case 0:
        // RFC 6066 3: a list of names, of which only the host name (type 0) exists. Two lists or two host names make
        // the hello ambiguous.
        guard serverName == nil, var list = content.block(lengthOctets: 2), content.isAtEnd, !list.isAtEnd else {
          return .malformed(at: content.offset)
        }
        while !list.isAtEnd {
          guard let type = list.number(octets: 1), let name = list.block(lengthOctets: 2) else {
            return .malformed(at: list.offset)
          }
          guard type == 0 else { continue }
          guard serverName == nil, !name.isAtEnd else { return .malformed(at: name.offset) }
          serverName = Array(name.rest)
        }
      case 0xfe0d: carriesEncryptedHello = true
      default: break
      }
    }
    return .hello(ClientHello(serverName: serverName, carriesEncryptedHello: carriesEncryptedHello))
  }
}
