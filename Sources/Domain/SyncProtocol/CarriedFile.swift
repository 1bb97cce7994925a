internal import Octets

/// A file in a household's folder: its length, what it holds, zeros up to one of eight sizes, and what vouches for all
/// of that under its name. Nobody without the household's key can change it, move it or make one.
package enum CarriedFile {
  /// File sizes come in eight steps, so that they do not show what somebody does.
  package enum Size: Character, CaseIterable, Sendable {
    case smallest = "a"
    case second = "b"
    case third = "c"
    case fourth = "d"
    case fifth = "e"
    case sixth = "f"
    case seventh = "g"
    case largest = "h"

    package var count: Int {
      switch self {
      case .smallest: 1 << 10
      case .second: 1 << 12
      case .third: 1 << 14
      case .fourth: 1 << 16
      case .fifth: 1 << 18
      case .sixth: 1 << 21
      case .seventh: 1 << 24
      case .largest: 1 << 26 + 1 << 16
      }
    }
  }

  package enum Judgement: Equatable, Sendable {
    case whole([UInt8])
    /// It has not arrived completely yet.
    case half
    /// It is proven with a key that this device was not told.
    case sealedElsewhere
    /// It is not what was written under that name.
    case changed
  }

  private static let tagCount = 32
  private static let overhead = 4 + tagCount
  /// The most octets of messages in one file.
  package static let most = Size.sixth.count - overhead

  /// A file with its name, which gets its size; `nil` if it is too large for any.
  package static func make(
    _ body: [UInt8], named name: CarriedName, with keys: EpochKeys, by functions: SealFunctions
  ) -> (name: CarriedName, octets: [UInt8])? {
    guard let size = Size.allCases.first(where: { $0.count >= body.count + overhead }),
      keys.epoch <= CarriedName.lastEpoch
    else { return nil }
    var name = name
    (name.size, name.epoch, name.mark) = (size, keys.epoch, keys.mark)
    let front = BigEndian.octets(of: UInt32(body.count)) + body
    let filled = front + [UInt8](repeating: 0, count: size.count - tagCount - front.count)
    return (name, filled + tag(of: filled, name, keys, functions))
  }

  package static func judge(
    _ octets: [UInt8], named name: CarriedName, with ring: KeyRing, by functions: SealFunctions
  ) -> Judgement {
    let count = name.size.count
    if octets.count < count { return .half }
    guard octets.count == count else { return .changed }
    let tag = octets[(count - tagCount)...]
    // Room that a carrier took and did not fill yet.
    if tag.allSatisfy({ $0 == 0 }) { return .half }
    let known = ring.all(of: name.epoch).filter { $0.mark == name.mark }
    if known.isEmpty { return .sealedElsewhere }
    let filled = Array(octets[..<(count - tagCount)])
    guard known.contains(where: { tag.elementsEqual(self.tag(of: filled, name, $0, functions)) }) else {
      return .changed
    }
    var reader = OctetReader(filled)
    guard let body = reader.block(lengthOctets: 4) else { return .changed }
    return .whole(Array(body.rest))
  }

  private static func tag(
    of filled: [UInt8], _ name: CarriedName, _ keys: EpochKeys, _ functions: SealFunctions
  ) -> [UInt8] {
    functions.hash(Array("fk_carried".utf8) + Array(name.stem.utf8) + filled, keys.names, tagCount)
  }

  package static func body(of envelopes: some Sequence<Envelope>) -> [UInt8] {
    envelopes.reduce(into: []) { body, envelope in
      let octets = envelope.octets
      body += BigEndian.octets(of: UInt32(octets.count)) + octets
    }
  }

  /// The envelopes in a file, up to the first one that cannot be read.
  package static func envelopes(in body: [UInt8]) -> [Envelope] {
    var reader = OctetReader(body)
    var envelopes: [Envelope] = []
    while let block = reader.block(lengthOctets: 4) {
      guard let envelope = try? Envelope(octets: Array(block.rest)) else { break }
      envelopes.append(envelope)
    }
    return envelopes
  }
}

package struct CarriedTicket: Equatable, Sendable {
  /// Shows that a device has the invitation.
  package var ticket: [UInt8]
  /// Until when, in milliseconds since 1970.
  package var expires: UInt64
  /// Whether it lets more than one device in, until another sheet is printed.
  package var isLasting: Bool

  package init(_ ticket: [UInt8], expires: UInt64, isLasting: Bool) {
    (self.ticket, self.expires, self.isLasting) = (ticket, expires, isLasting)
  }

  /// Ticket (16), time (8), lasting (1).
  package var octets: [UInt8] { Array(ticket.prefix(16)) + BigEndian.octets(of: expires) + [isLasting ? 1 : 0] }

  package init?(octets: [UInt8]) {
    var reader = OctetReader(octets)
    guard let ticket = reader.take(16), let expires = reader.wide(), let lasting = reader.number(octets: 1),
      reader.isAtEnd
    else { return nil }
    self.init(Array(ticket), expires: expires, isLasting: lasting == 1)
  }
}
