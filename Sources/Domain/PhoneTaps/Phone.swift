/// The name of a phone or of this computer in pairing and taps: one to 24 letters, digits and hyphens.
package struct PhoneName: Hashable, Sendable {
  package let text: String

  /// A phone that was not given a name.
  package static let phone = PhoneName(known: "phone")
  /// For a computer whose own name has no allowed character.
  package static let computer = PhoneName(known: "computer")

  private init(known text: String) {
    self.text = text
  }

  /// A name; `nil` if it is empty, too long or has another character.
  package init?(_ text: String) {
    guard (1...24).contains(text.utf8.count), text.utf8.allSatisfy(Self.mayStand) else { return nil }
    self.text = text
  }

  /// Other characters become hyphens, the rest is cut; `standIn` if nothing is left.
  package init(nearest text: String, standIn: PhoneName) {
    var octets: [UInt8] = []
    for octet in text.utf8 where octets.count < 24 {
      if Self.mayStand(octet), octet != UInt8(ascii: "-") {
        octets.append(octet)
      } else if let last = octets.last, last != UInt8(ascii: "-") {
        octets.append(UInt8(ascii: "-"))
      }
    }
    while octets.last == UInt8(ascii: "-") { octets.removeLast() }
    self = PhoneName(String(decoding: octets, as: UTF8.self)) ?? standIn
  }

  private static func mayStand(_ octet: UInt8) -> Bool {
    switch octet {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}

package struct Phone: Equatable, Sendable {
  /// How it proves its taps.
  package enum Way: String, Sendable, CaseIterable {
    /// The page that the card's link opens, with a key of its own that cannot be read out.
    case page
    /// A Shortcut, which hashes text, with the key that was shown.
    case shortcut
  }

  package var name: PhoneName
  package var way: Way
  /// The key: 32 octets that only the phone and this computer have.
  package var key: [UInt8]
  /// The highest number of a tap that was accepted.
  package var counter: UInt64
  package var isRevoked: Bool
  /// When it was paired, in seconds since 1970.
  package var pairedAt: Int64

  package init(name: PhoneName, way: Way, key: [UInt8], counter: UInt64 = 0, isRevoked: Bool = false, pairedAt: Int64) {
    self.name = name
    self.way = way
    self.key = key
    self.counter = counter
    self.isRevoked = isRevoked
    self.pairedAt = pairedAt
  }
}

/// An open invitation to pair: valid for five minutes, for one phone.
package struct PairingOffer: Equatable, Sendable {
  /// How long a code may be used, in seconds.
  package static let validity: Int64 = 300

  package var name: PhoneName
  /// The key in the code: it pairs once and is void then.
  package var key: [UInt8]
  /// The steady second from which on the code is void.
  package var closes: Int64

  package init(name: PhoneName, key: [UInt8], at now: PhoneMoment) {
    self.name = name
    self.key = key
    closes = now.steady + Self.validity
  }
}

/// A moment by two clocks: the wall clock, which phones have too, and one that cannot be set.
package struct PhoneMoment: Equatable, Sendable {
  /// Seconds since 1970.
  package var wall: Int64
  /// Seconds of a clock that only goes forward.
  package var steady: Int64

  package init(wall: Int64, steady: Int64) {
    self.wall = wall
    self.steady = steady
  }
}
