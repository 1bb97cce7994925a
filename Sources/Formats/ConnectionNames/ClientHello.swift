internal import Octets

/// The first words of a TLS connection, as far as they tell where it goes.
///
/// A value over octets that a stranger sends: it reads, never trusts a length, and never waits for more than a hello
/// may have.
package struct ClientHello: Sendable, Equatable {
  /// The server's name as it is in the hello (RFC 6066 3), or `nil` where the hello names none.
  package let serverName: [UInt8]?
  /// Whether an encrypted hello is inside (RFC 9849, extension 0xfe0d). Browsers also send an empty shell of one to
  /// every server,
  /// so this alone does not say that the name is a front.
  package let carriesEncryptedHello: Bool
  /// Whether content may follow before the server has answered (RFC 8446 4.2.10).
  package let offersEarlyData: Bool

  package enum Reading: Sendable, Equatable {
    case hello(ClientHello)
    case needsMore
    case notTLS
    /// TLS by its first octets, but broken at this offset.
    case malformed(at: Int)
  }

  /// The longest hello that is waited for: four records' worth is far beyond any browser's (post-quantum ones take
  /// some 2 KB).
  package static let longest = 1 << 16

  package static func read(_ octets: [UInt8]) -> Reading {
    var reader = HelloReader()
    return reader.read(octets[...])
  }

  /// Reads the handshake message that the records carried (RFC 8446 4.1.2).
  static func parse(_ message: [UInt8], end: Int) -> Reading {
    var reader = OctetReader(message, from: 4, to: end)
    guard reader.skip(2 + 32),  // the version and the random
      reader.skipBlock(lengthOctets: 1),  // the session
      reader.skipBlock(lengthOctets: 2),  // the cipher suites
      reader.skipBlock(lengthOctets: 1)  // the compression methods
    else { return .malformed(at: reader.offset) }
    // A hello of TLS 1.2 may end here, without extensions.
    if reader.isAtEnd {
      return .hello(ClientHello(serverName: nil, carriesEncryptedHello: false, offersEarlyData: false))
    }
    guard var extensions = reader.block(lengthOctets: 2), reader.isAtEnd else { return .malformed(at: reader.offset) }

    var serverName: [UInt8]?
    var carriesEncryptedHello = false
    var offersEarlyData = false
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
      case 42: offersEarlyData = true
      case 0xfe0d: carriesEncryptedHello = true
      default: break
      }
    }
    return .hello(
      ClientHello(
        serverName: serverName, carriesEncryptedHello: carriesEncryptedHello, offersEarlyData: offersEarlyData))
  }
}
