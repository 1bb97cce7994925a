internal import Octets

/// Sixteen octets that name something for ever.
package protocol SyncIdentity: Hashable, Comparable, Sendable {
  /// The first and the last eight octets, each as one number.
  var halves: SyncHalves { get }
  init(halves: SyncHalves)
}

/// Sixteen octets as two numbers, the first eight octets first.
package struct SyncHalves: Hashable, Sendable {
  /// The first eight octets, the largest first.
  package var high: UInt64
  package var low: UInt64

  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }
}

extension SyncIdentity {
  /// `nil` unless there are sixteen octets.
  package init?(octets: some Collection<UInt8>) {
    guard octets.count == 16 else { return nil }
    let high = octets.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let low = octets.dropFirst(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    self.init(halves: SyncHalves(high: high, low: low))
  }

  /// `nil` for any text but 32 hex digits.
  package init?(text: String) {
    guard text.utf8.count == 32, let octets = try? HexText.octets(of: text) else { return nil }
    self.init(octets: octets)
  }

  package var octets: [UInt8] { BigEndian.octets(of: halves.high) + BigEndian.octets(of: halves.low) }

  /// The octets as 32 lower-case hex digits, as a database's `uuid` column takes them too.
  package var text: String { HexText.text(of: octets) }

  /// In the order of the octets.
  package static func < (left: Self, right: Self) -> Bool {
    (left.halves.high, left.halves.low) < (right.halves.high, right.halves.low)
  }
}

/// The person or household whose devices these are, as the mailbox knows them.
package struct OwnerID: SyncIdentity {
  package var halves: SyncHalves

  package init(halves: SyncHalves) { self.halves = halves }
}

/// One device in one of its incarnations.
///
/// A device that finds that somebody else goes on counting under its id (a copy, or itself before a backup was
/// restored) takes a new id and says in its next ``Hello`` which one it continues. An id is never used again.
package struct DeviceID: SyncIdentity {
  package var halves: SyncHalves

  package init(halves: SyncHalves) { self.halves = halves }
}

/// Sixteen octets that stand for all that a device has sent up to some number: the first half of a keyed BLAKE2b
/// over the link before it and the message.
///
/// A server can compare two, and learns nothing from them.
package struct ChainLink: SyncIdentity {
  package var halves: SyncHalves

  package init(halves: SyncHalves) { self.halves = halves }

  /// What precedes the first message of a device.
  package static let start = ChainLink(halves: SyncHalves(high: 0, low: 0))
}

/// How many times the group's key was changed; each time one device was revoked.
package struct Epoch: Hashable, Comparable, Sendable {
  /// The first epoch is 1.
  package var number: UInt32

  package init(_ number: UInt32) { self.number = number }

  package static let first = Epoch(1)

  /// `nil` after the last that can be written.
  package var next: Epoch? { number == .max ? nil : Epoch(number + 1) }

  package static func < (left: Epoch, right: Epoch) -> Bool { left.number < right.number }
}

enum BigEndian {
  static func octets(of number: some FixedWidthInteger & UnsignedInteger) -> [UInt8] {
    var octets: [UInt8] = []
    var shift = number.bitWidth
    while shift > 0 {
      shift -= 8
      octets.append(UInt8(truncatingIfNeeded: number >> shift))
    }
    return octets
  }
}

extension OctetReader {
  /// A number of eight octets, the largest first.
  mutating func wide() -> UInt64? { take(8).map { $0.reduce(0) { $0 << 8 | UInt64($1) } } }

  /// A number of four octets, the largest first.
  mutating func word() -> UInt32? { take(4).map { $0.reduce(0) { $0 << 8 | UInt32($1) } } }

  mutating func identity<ID: SyncIdentity>(_ kind: ID.Type) -> ID? { take(16).flatMap { ID(octets: $0) } }

  /// A text with its length in two octets in front; `nil` unless it is UTF-8.
  mutating func shortText() -> String? {
    guard let length = number(octets: 2), let octets = take(length) else { return nil }
    return String(validating: octets, as: UTF8.self)
  }
}

/// A text with its length in two octets in front, cut at a character where it is longer than that can say.
func shortText(_ text: String) -> [UInt8] {
  var octets = Array(text.utf8.prefix(0xFFFF))
  while String(validating: octets, as: UTF8.self) == nil { octets.removeLast() }
  return BigEndian.octets(of: UInt16(octets.count)) + octets
}
