/// READ BINARY and UPDATE BINARY of the selected file, in either of their forms.
///
/// Up to the offset 7FFF it is in P1 and P2; beyond that the instruction is odd (B1, D7) and the offset a data
/// object 54, the data one of 53 (Type 4 tag specification, mapping version 3).
struct ReadBinary: Equatable, Sendable {
  /// The last offset that fits P1 and P2.
  static let lastShortOffset = 0x7FFF

  var offset: Int
  var count: Int
  /// The largest answer that both the card and the reader support.
  var answer: Int

  var command: CommandAPDU {
    guard offset > Self.lastShortOffset else {
      let fits = max(1, min(count, answer, 256, Self.lastShortOffset + 1 - offset))
      return CommandAPDU(ins: 0xB0, p1: UInt8(offset >> 8), p2: UInt8(truncatingIfNeeded: offset), expected: fits)
    }
    // The data object's own head takes up to three octets of the answer.
    let fits = max(4, min(count + 3, answer, 256))
    return CommandAPDU(ins: 0xB1, data: [0x54, 0x03] + Self.threeOctets(offset), expected: fits)
  }

  static func threeOctets(_ number: Int) -> [UInt8] {
    [
      UInt8(truncatingIfNeeded: number >> 16), UInt8(truncatingIfNeeded: number >> 8),
      UInt8(truncatingIfNeeded: number),
    ]
  }

  /// The file's octets in an answer to `command`; `nil` if they are not in their data object.
  static func data(of answer: [UInt8], to command: CommandAPDU?) -> [UInt8]? {
    guard command?.ins == 0xB1 else { return answer }
    guard answer.count >= 2, answer[0] == 0x53 else { return nil }
    let head = answer[1] < 0x80 ? 2 : answer[1] == 0x81 ? 3 : answer[1] == 0x82 ? 4 : Int.max
    guard answer.count >= head else { return nil }
    let count = answer[1] < 0x80 ? Int(answer[1]) : answer[2..<head].reduce(0) { $0 << 8 | Int($1) }
    return Array(answer[head...].prefix(count))
  }
}

struct UpdateBinary: Equatable, Sendable {
  var offset: Int
  var octets: [UInt8]

  /// How many octets one command can carry at this offset if its data field is limited to `limit`.
  static func room(at offset: Int, limit: Int) -> Int {
    offset > ReadBinary.lastShortOffset ? limit - 8 : min(limit, ReadBinary.lastShortOffset + 1 - offset)
  }

  var command: CommandAPDU {
    guard offset > ReadBinary.lastShortOffset else {
      return CommandAPDU(ins: 0xD6, p1: UInt8(offset >> 8), p2: UInt8(truncatingIfNeeded: offset), data: octets)
    }
    let count = UInt8(truncatingIfNeeded: octets.count)
    let head: [UInt8] = octets.count < 0x80 ? [0x53, count] : [0x53, 0x81, count]
    return CommandAPDU(ins: 0xD7, data: [0x54, 0x03] + ReadBinary.threeOctets(offset) + head + octets)
  }
}
