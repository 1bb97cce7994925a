/// The name of a phone or of this computer in pairing and taps: one to 24 letters, digits and hyphens.
package struct PhoneName: Hashable, Sendable {
  /// The name.
  package let text: String

  /// A phone that was not given a name.
  package static let phone = PhoneName(known: "phone")
  /// A computer whose own name has no letter that may be in one.
  package static let computer = PhoneName(known: "computer")

  private init(known text: String) {
    self.text = text
  }

  /// A name; `nil` if it is empty, too long or has another character.
  package init?(_ text: String) {
    guard (1...24).contains(text.utf8.count), text.utf8.allSatisfy(Self.mayStand) else { return nil }
    self.text = text
  }

  /// The nearest name to what a computer or a phone is called: other characters become hyphens, the rest is cut.
  ///
  /// - Parameter standIn: the name if nothing is left.
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

/// A phone that may tap for this computer.
package struct Phone: Equatable, Sendable {
  /// How it proves its taps.
  package enum Way: String, Sendable, CaseIterable {
    /// The page behind the card's link, with a key of its own that nobody can read out.
    case page
    /// A Shortcut, which hashes text, with the key that was shown.
    case shortcut
  }

  /// What it is called here.
  package var name: PhoneName
  /// How it proves its taps.
  package var way: Way
  /// The key: 32 octets that only the phone and this computer have.
  package var key: [UInt8]
  /// The highest number of a tap that was accepted.
  package var counter: UInt64
  /// Whether its taps are refused for good.
  package var isRevoked: Bool
  /// When it was paired, in seconds since 1970.
  package var pairedAt: Int64

  /// A phone.
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

  /// What the phone will be called.
  package var name: PhoneName
  /// The key in the code: it pairs once and is void then.
  package var key: [UInt8]
  /// The steady second from which on the code is void.
  package var closes: Int64

  /// An invitation that is open from now on.
  package init(name: PhoneName, key: [UInt8], at now: PhoneMoment) {
    self.name = name
    self.key = key
    closes = now.steady + Self.validity
  }
}

/// A moment, for who judges a tap: the wall clock, which phones have too, and a clock that nobody sets.
package struct PhoneMoment: Equatable, Sendable {
  /// Seconds since 1970.
  package var wall: Int64
  /// Seconds of a clock that only goes forward.
  package var steady: Int64

  /// A moment.
  package init(wall: Int64, steady: Int64) {
    self.wall = wall
    self.steady = steady
  }
}
