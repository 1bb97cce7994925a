internal import Octets

/// One question for a name, as a program asks a resolver (RFC 1035 4.1).
///
/// A value over octets that a stranger sends: each length is compared with what is there, and no pointer is followed,
/// so that nothing goes round in a circle.
package struct NameQuestion: Sendable, Equatable {
  /// What it asks for, such as an address (1), or how a service is reached (64 SVCB, 65 HTTPS; RFC 9460).
  package let type: UInt16
  /// The name, in small letters, with dots between its labels and none at its end.
  package let name: [UInt8]
  private let head: [UInt8]
  /// The flags of its extension (RFC 6891); `nil` where it has none.
  private let extendedFlags: UInt16?

  package enum Outcome: Sendable, Equatable {
    /// The name is there, and has nothing of that type.
    case nothing
    case noName
  }

  /// The longest question; nothing after these octets matters here.
  package static let longest = 12 + 255 + 4

  /// Reads a message; `nil` where it is not one plain question.
  ///
  /// Of a message that is not whole yet, the question is read as soon as it is there.
  package init?(_ message: ArraySlice<UInt8>) {
    let octets = Array(message.prefix(4096))
    // A question (QR 0) of the usual kind (opcode 0), alone: more than one nobody answers (RFC 9619).
    guard octets.count > 16, octets[2] & 0xF8 == 0, octets[4...9].elementsEqual([0, 1, 0, 0, 0, 0]) else { return nil }
    var place = 12
    var name: [UInt8] = []
    while place < octets.count, octets[place] != 0 {
      let length = Int(octets[place])
      // A pointer ends the name (RFC 1035 4.1.4). Where it points is not looked up: no program that asks has one.
      if length >= 0xC0 {
        place += 1
        break
      }
      guard length < 0x40, place + 1 + length < octets.count, place + length < 12 + 254 else { return nil }
      if !name.isEmpty { name.append(UInt8(ascii: ".")) }
      name += octets[(place + 1)...(place + length)].map(\.asciiLowercased)
      place += 1 + length
    }
    // The end of the name, then what is asked for, and in which class: the internet (1).
    guard place + 4 < octets.count, octets[place + 3] == 0, octets[place + 4] == 1 else { return nil }
    self.name = name
    type = UInt16(octets[place + 1]) << 8 | UInt16(octets[place + 2])
    head = Array(octets[...(place + 4)])
    extendedFlags = octets[10] == 0 && octets[11] > 0 ? Self.flags(in: octets[(place + 5)...]) : nil
  }

  /// The flags of an extension, where it comes first behind the question (RFC 6891 6.1.2), as every program puts it.
  private static func flags(in rest: ArraySlice<UInt8>) -> UInt16? {
    let record = Array(rest.prefix(11))
    guard record.count == 11, record[0] == 0, record[1] == 0, record[2] == 41 else { return nil }
    return UInt16(record[7]) << 8 | UInt16(record[8])
  }

  package func answer(_ outcome: Outcome) -> [UInt8] {
    var message = head
    // An answer (QR 1) that says again whether others were to be asked (RD), by one who asks others (RA), and whether
    // nothing was to be checked (CD).
    message[2] = 0x80 | head[2] & 0x01
    message[3] = 0x80 | head[3] & 0x10 | (outcome == .noName ? 3 : 0)
    message[10] = 0
    message[11] = 0
    guard let flags = extendedFlags else { return message }
    message[11] = 1
    // Its own extension: the root's name, the type, 1,232 octets at most, no code beyond the usual ones, the flag that
    // signatures are understood, and nothing more.
    return message + [0, 0, 41, 0x04, 0xD0, 0, 0, UInt8(truncatingIfNeeded: flags >> 8) & 0x80, 0, 0, 0]
  }
}
