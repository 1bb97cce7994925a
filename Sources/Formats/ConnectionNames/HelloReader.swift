/// Reads a TLS hello as its octets come: each is looked at once, however they are cut into packets and records.
struct HelloReader: Sendable {
  private var message: [UInt8] = []
  private var header: [UInt8] = []
  private var left = 0
  private(set) var length = 0

  /// Reads the next octets, at most to the end of the hello.
  mutating func read(_ octets: ArraySlice<UInt8>) -> ClientHello.Reading {
    var rest = octets
    while !rest.isEmpty {
      let piece = rest.prefix(left > 0 ? left : 5 - header.count)
      rest = rest.dropFirst(piece.count)
      if let reading = left > 0 ? take(piece) : takeHeader(piece) { return reading }
    }
    return length > 2 * ClientHello.longest ? .malformed(at: length) : .needsMore
  }

  /// RFC 8446 5.1: the type of the record (22, handshake), a version whose first octet is 3, the length, which is
  /// judged before what it spans. A handshake record is never empty.
  private mutating func takeHeader(_ piece: ArraySlice<UInt8>) -> ClientHello.Reading? {
    let start = length - header.count
    header += piece
    length += piece.count
    guard header[0] == 22, header.count < 2 || header[1] == 3 else {
      return start == 0 ? .notTLS : .malformed(at: start)
    }
    guard header.count == 5 else { return nil }
    left = Int(header[3]) << 8 | Int(header[4])
    header = []
    return (1...(1 << 14)).contains(left) ? nil : .malformed(at: start + 3)
  }

  private mutating func take(_ piece: ArraySlice<UInt8>) -> ClientHello.Reading? {
    message += piece
    left -= piece.count
    length += piece.count
    guard message[0] == 1 else { return .notTLS }
    guard message.count >= 4 else { return nil }
    let end = 4 + (Int(message[1]) << 16 | Int(message[2]) << 8 | Int(message[3]))
    guard end <= ClientHello.longest else { return .malformed(at: 6) }
    guard message.count >= end else { return nil }
    // More behind a hello in its own record is read by some servers, and by others not.
    return message.count == end && left == 0 ? ClientHello.parse(message, end: end) : .malformed(at: length)
  }

  /// In octets.
  var size: Int { message.count }
}
