/// The flag bits of a record's first octet (NDEF 1.0, 3.2).
enum RecordFlag {
  static let messageBegin: UInt8 = 0x80
  static let messageEnd: UInt8 = 0x40
  static let chunk: UInt8 = 0x20
  static let shortRecord: UInt8 = 0x10
  static let identifierLength: UInt8 = 0x08
  static let typeNameFormat: UInt8 = 0x07
}

/// The places of the parts of one record or chunk: the lengths are read and known to fit, nothing else is judged.
///
/// `flags TYPE_LENGTH PAYLOAD_LENGTH(1|4) [ID_LENGTH] TYPE ID PAYLOAD`, longer numbers big-endian.
struct RecordLayout {
  var flags: UInt8
  var start: Int
  var typeStart: Int
  var typeLength: Int
  var identifierLength: Int
  var payloadStart: Int
  var end: Int

  /// Reads the header at `start`, which must be below the count of `octets`.
  @inline(__always)
  init(at start: Int, in octets: Span<UInt8>) throws(NDEFError) {
    let count = octets.count
    let flags = octets[start]
    let short = flags & RecordFlag.shortRecord != 0
    let identified = flags & RecordFlag.identifierLength != 0
    var position = start &+ (short ? 3 : 6) &+ (identified ? 1 : 0)
    guard position <= count else { throw Self.cutHeader(flags: flags, at: start, count: count) }
    let typeLength = Int(octets[start &+ 1])
    var payloadLength = UInt64(octets[start &+ 2])
    if !short {
      payloadLength = payloadLength << 8 | UInt64(octets[start &+ 3])
      payloadLength = payloadLength << 8 | UInt64(octets[start &+ 4])
      payloadLength = payloadLength << 8 | UInt64(octets[start &+ 5])
    }
    let identifierLength = identified ? Int(octets[position &- 1]) : 0
    self.flags = flags
    self.start = start
    self.typeStart = position
    self.typeLength = typeLength
    self.identifierLength = identifierLength
    guard typeLength <= count &- position else {
      throw NDEFError(.cut(.type, needs: UInt64(typeLength), has: count &- position), at: position)
    }
    position &+= typeLength
    guard identifierLength <= count &- position else {
      throw NDEFError(.cut(.identifier, needs: UInt64(identifierLength), has: count &- position), at: position)
    }
    position &+= identifierLength
    // Compared as 64 bits before any sum is made: an announced FFFFFFFF must not wrap where Int has 32.
    guard payloadLength <= UInt64(count &- position) else {
      throw NDEFError(.cut(.payload, needs: payloadLength, has: count &- position), at: position)
    }
    self.payloadStart = position
    self.end = position &+ Int(payloadLength)
  }

  @inline(__always)
  var format: UInt8 { flags & RecordFlag.typeNameFormat }

  @inline(__always)
  var payloadLength: Int { end &- payloadStart }

  /// Which length field the octets end in.
  @inline(never)
  private static func cutHeader(flags: UInt8, at start: Int, count: Int) -> NDEFError {
    if count - start < 2 { return NDEFError(.cut(.typeLength, needs: 1, has: 0), at: start + 1) }
    let width = flags & RecordFlag.shortRecord != 0 ? 1 : 4
    let has = count - start - 2
    if has < width { return NDEFError(.cut(.payloadLength, needs: UInt64(width), has: has), at: start + 2) }
    return NDEFError(.cut(.identifierLength, needs: 1, has: 0), at: start + 2 + width)
  }
}
