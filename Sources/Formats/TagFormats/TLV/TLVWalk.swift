/// The types of TLV blocks. Any other value is reserved and stepped over like a proprietary block.
public enum TLVType {
  /// One octet of padding, without a length.
  public static let null: UInt8 = 0x00
  /// Says where lock bits lie.
  public static let lockControl: UInt8 = 0x01
  /// Says which octets are set aside.
  public static let memoryControl: UInt8 = 0x02
  /// The NDEF message.
  public static let message: UInt8 = 0x03
  /// Somebody's own.
  public static let proprietary: UInt8 = 0xFD
  /// The end of all blocks, without a length.
  public static let terminator: UInt8 = 0xFE
}

/// Where lock bits lie, as a Lock Control TLV says it.
public struct LockControl: Equatable, Sendable {
  /// The address of the first lock octet, from the first octet of the memory.
  public var address: Int
  /// How many lock bits there are.
  public var bits: Int
  /// How many octets of memory one bit locks.
  public var octetsPerBit: Int

  /// The octets that the bits take.
  public var range: Range<Int> { address..<address + (bits + 7) / 8 }
}

/// The place of the message in a data area.
public struct MessagePlace: Equatable, Sendable {
  /// The address of the octet 03.
  public var type: Int
  /// The addresses of the length: one octet or three.
  public var length: [Int]
  /// The addresses of the message, in pieces between reserved octets.
  public var value: [Range<Int>]

  /// How many octets the message has.
  public var count: Int { value.reduce(0) { $0 + $1.count } }
}

/// The TLV blocks of a data area, read up to the first NDEF message.
public struct TLVWalk: Equatable, Sendable {
  /// The place of the message, if there is one. Only the first one counts.
  public private(set) var message: MessagePlace?
  /// The octets set aside: those given and those that control TLVs name.
  public private(set) var reserved: ReservedOctets
  /// What the Lock Control TLVs say.
  public private(set) var locks: [LockControl] = []
  /// Where a message may begin: the message's own place, else the first octet behind the last block that is more than
  /// padding.
  public private(set) var room: Int
  /// What is odd and can be read all the same.
  public private(set) var warnings: [LayoutWarning] = []

  private let area: Range<Int>
  private let controls: Bool

  /// Walks the blocks of `area` in `image`.
  ///
  /// - Parameters:
  ///   - image: the memory from its first octet; it may end before the area does.
  ///   - area: the addresses of the data area.
  ///   - reserved: octets of the area that are set aside whatever the control TLVs say.
  ///   - controls: whether blocks 01 and 02 set octets aside (Type 1 and 2) or mean nothing (Type 5 and Classic).
  /// - Throws: ``LayoutError``; `cutShort` names the first octet that is missing, so that a reader can fetch it and
  ///   walk again.
  public init(
    _ image: [UInt8], area: Range<Int>, reserved: ReservedOctets = ReservedOctets(), controls: Bool = true
  ) throws(LayoutError) {
    self.area = area
    self.reserved = reserved
    self.controls = controls
    room = reserved.firstFree(from: area.lowerBound)
    try walk(image)
  }

  /// The largest message that fits where the message is or may begin.
  ///
  /// With at most 254 octets the length takes one octet, else three; an area in between keeps the short form.
  public var capacity: Int {
    let free = reserved.freeCount(in: min(room, area.upperBound)..<area.upperBound)
    let short = max(0, free - 2)
    return short <= 0xFE ? short : min(0xFFFE, max(0xFE, free - 4))
  }

  private mutating func walk(_ image: [UInt8]) throws(LayoutError) {
    var at = room
    while at < area.upperBound {
      let type = try octet(at, of: image)
      switch type {
      case TLVType.null:
        at = reserved.firstFree(from: at + 1)
      case TLVType.terminator:
        return
      case TLVType.message:
        room = at
        let length = try length(behind: at, type: type, of: image)
        let value = try value(of: length, type: type, at: at)
        if let last = value.last, last.upperBound > image.count {
          throw .cutShort(at: image.count, needed: last.upperBound)
        }
        message = MessagePlace(type: at, length: length.places, value: value)
        return
      default:
        let length = try length(behind: at, type: type, of: image)
        let value = try value(of: length, type: type, at: at)
        let end = value.last?.upperBound ?? (length.places.last ?? at) + 1
        if controls, type == TLVType.lockControl || type == TLVType.memoryControl {
          guard length.count == 3 else { throw .controlLength(length.count, at: at) }
          try setAside(value, type: type, of: image)
        }
        at = reserved.firstFree(from: end)
        room = at
      }
    }
  }

  private func octet(_ address: Int, of image: [UInt8]) throws(LayoutError) -> UInt8 {
    guard address < image.count else { throw .cutShort(at: image.count, needed: address + 1) }
    return image[address]
  }

  private struct Length {
    var count: Int
    var places: [Int]
  }

  private mutating func length(behind start: Int, type: UInt8, of image: [UInt8]) throws(LayoutError) -> Length {
    var places: [Int] = []
    var octets: [UInt8] = []
    var at = start
    repeat {
      at = reserved.firstFree(from: at + 1)
      guard at < area.upperBound else { throw .beyondArea(type: type, at: start, end: area.upperBound) }
      places.append(at)
      octets.append(try octet(at, of: image))
    } while octets[0] == 0xFF && octets.count < 3
    guard octets.count == 3 else { return Length(count: Int(octets[0]), places: places) }
    let count = Int(octets[1]) << 8 | Int(octets[2])
    guard count != 0xFFFF else { throw .reservedLength(at: places[0]) }
    if count < 0xFF { warnings.append(.longLengthForm(at: places[0])) }
    return Length(count: count, places: places)
  }

  private func value(of length: Length, type: UInt8, at start: Int) throws(LayoutError) -> [Range<Int>] {
    let pieces = reserved.pieces(of: length.count, from: (length.places.last ?? start) + 1)
    if let last = pieces.last, last.upperBound > area.upperBound {
      throw .beyondArea(type: type, at: start, end: area.upperBound)
    }
    return pieces
  }

  /// Type 2 tag specification, Lock and Memory Control TLV: the position octet's halves are a page and an octet in it,
  /// the page's size is two to the power of the low half of the third octet, and a size of 0 stands for 256.
  private mutating func setAside(_ value: [Range<Int>], type: UInt8, of image: [UInt8]) throws(LayoutError) {
    var octets: [UInt8] = []
    for address in value.joined() { octets.append(try octet(address, of: image)) }
    let address = Int(octets[0] >> 4) << Int(octets[2] & 0xF) + Int(octets[0] & 0xF)
    let size = octets[1] == 0 ? 0x100 : Int(octets[1])
    if type == TLVType.lockControl {
      let lock = LockControl(address: address, bits: size, octetsPerBit: 1 << Int(octets[2] >> 4))
      locks.append(lock)
      reserved.insert(lock.range)
    } else {
      reserved.insert(address..<address + size)
    }
  }
}

extension MessagePlace {
  /// The message's octets out of the memory that was walked.
  public func octets(in image: [UInt8]) -> [UInt8] {
    var octets: [UInt8] = []
    octets.reserveCapacity(count)
    for piece in value { octets += image[piece.clamped(to: 0..<image.count)] }
    return octets
  }
}
