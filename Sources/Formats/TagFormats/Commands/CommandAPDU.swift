/// A command to an ISO 7816 card, short form: up to 255 octets there and 256 back.
public struct CommandAPDU: Equatable, Sendable {
  /// Class.
  public var cla: UInt8
  /// Instruction.
  public var ins: UInt8
  /// First parameter.
  public var p1: UInt8
  /// Second parameter.
  public var p2: UInt8
  /// The data field, at most 255 octets.
  public var data: [UInt8]
  /// How many octets are wanted back, 1 to 256; `nil` for none.
  public var expected: Int?

  /// A command from its parts.
  public init(cla: UInt8 = 0, ins: UInt8, p1: UInt8 = 0, p2: UInt8 = 0, data: [UInt8] = [], expected: Int? = nil) {
    self.cla = cla
    self.ins = ins
    self.p1 = p1
    self.p2 = p2
    self.data = data
    self.expected = expected
  }

  /// The octets as they are sent.
  public var octets: [UInt8] {
    var octets = [cla, ins, p1, p2]
    if !data.isEmpty { octets += [UInt8(truncatingIfNeeded: data.count)] + data }
    if let expected { octets.append(UInt8(truncatingIfNeeded: expected)) }
    return octets
  }

  /// Reads the octets of a short command as a card does; `nil` if they are none.
  public init?(octets: [UInt8]) {
    guard octets.count >= 4 else { return nil }
    self.init(cla: octets[0], ins: octets[1], p1: octets[2], p2: octets[3])
    let body = octets[4...]
    guard let first = body.first else { return }
    if body.count == 1 {
      expected = first == 0 ? 256 : Int(first)
      return
    }
    let length = Int(first)
    guard length > 0, body.count == 1 + length || body.count == 2 + length else { return nil }
    data = Array(body.dropFirst().prefix(length))
    if body.count == 2 + length, let last = body.last { expected = last == 0 ? 256 : Int(last) }
  }
}

/// An ISO 7816 card's answer, taken apart.
public struct ResponseAPDU: Equatable, Sendable {
  /// The octets before the status word.
  public var data: [UInt8]
  /// SW1 and SW2 as one number; 9000 is success.
  public var status: UInt16

  /// An answer from its octets; `nil` if there is no room for a status word, as when a card was pulled in mid answer.
  public init?(octets: [UInt8]) {
    guard octets.count >= 2 else { return nil }
    data = Array(octets.dropLast(2))
    status = UInt16(octets[octets.count - 2]) << 8 | UInt16(octets[octets.count - 1])
  }
}
