/// The frames between a PN532 and its host (PN532 user manual UM0701-02, 6.2.1).
package enum PN532Frame: Equatable, Sendable {
  /// TFI D4 and what follows: a command.
  case command([UInt8])
  /// The host's acknowledge, which ends a running command.
  case acknowledge

  /// The chip's acknowledge of a command.
  package static let acknowledgement: [UInt8] = [0x00, 0x00, 0xFF, 0x00, 0xFF, 0x00]
  /// What the chip says to a command that it does not know or that came spoilt.
  package static let error: [UInt8] = [0x00, 0x00, 0xFF, 0x01, 0xFF, 0x7F, 0x81, 0x00]

  /// The frame of an answer: TFI D5 and its octets; above 255 octets the extended form.
  package static func answer(_ octets: [UInt8]) -> [UInt8] {
    let data = [0xD5] + octets
    let sum = data.reduce(UInt8(0), &+)
    let head: [UInt8]
    if data.count > 255 {
      let high = UInt8(data.count >> 8)
      let low = UInt8(data.count & 0xFF)
      head = [0x00, 0x00, 0xFF, 0xFF, 0xFF, high, low, 0 &- (high &+ low)]
    } else {
      head = [0x00, 0x00, 0xFF, UInt8(data.count), 0 &- UInt8(data.count)]
    }
    return head + data + [0 &- sum, 0x00]
  }

  /// Takes the next whole frame out of what arrived; wake-up octets and noise before it are dropped.
  package static func take(from arrived: inout [UInt8]) -> PN532Frame? {
    while let start = startCode(in: arrived) {
      arrived.removeFirst(start)
      guard arrived.count >= 5 else { return nil }
      if arrived[3] == 0x00, arrived[4] == 0xFF {
        arrived.removeFirst(5)
        return .acknowledge
      }
      let isLong = arrived[3] == 0xFF && arrived[4] == 0xFF
      guard !isLong || arrived.count >= 8 else { return nil }
      let first = isLong ? 8 : 5
      let count = isLong ? Int(arrived[5]) << 8 | Int(arrived[6]) : Int(arrived[3])
      let sound = isLong ? arrived[5] &+ arrived[6] &+ arrived[7] == 0 : arrived[3] &+ arrived[4] == 0
      guard sound else {
        arrived.removeFirst(3)
        continue
      }
      guard arrived.count >= first + count + 1 else { return nil }
      let data = Array(arrived[first..<first + count])
      let sum = data.reduce(arrived[first + count], &+)
      arrived.removeFirst(first + count + 1)
      if sum == 0, data.first == 0xD4, data.count >= 2 { return .command(Array(data.dropFirst())) }
    }
    return nil
  }

  /// Where `00 00 FF` begins.
  private static func startCode(in octets: [UInt8]) -> Int? {
    guard octets.count >= 3 else { return nil }
    return (0...octets.count - 3).first { octets[$0..<$0 + 3].elementsEqual([0x00, 0x00, 0xFF]) }
  }
}
