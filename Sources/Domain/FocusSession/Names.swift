/// What people call one thing of a kind. The kind keeps the name of a profile from being taken for that of a key.
public struct Name<Kind: Sendable>: Hashable, Comparable, Sendable, ExpressibleByStringLiteral {
  /// The name as people write it.
  public var text: String

  /// The thing with that name.
  public init(_ text: String) { self.text = text }

  /// The thing with that name.
  public init(stringLiteral text: String) { self.text = text }

  /// By the letters of the name.
  public static func < (left: Name, right: Name) -> Bool { left.text < right.text }
}

/// Names a profile in links, files and on the command line: `work`.
public typealias ProfileID = Name<Profile>
/// Names a registered card or tag: `desk`.
public typealias KeyID = Name<Key>
/// Names a schedule within its profile: `mornings`.
public typealias ScheduleID = Name<Schedule>
/// Names a list of sites and applications: `social`.
public typealias CategoryID = Name<Category>
/// Names a reader as its technology does.
public typealias ReaderID = Name<CardPresence>

/// The identifier that a card answers with, as octets.
public struct CardUID: Hashable, Sendable {
  /// The octets in the order in which the card sends them.
  public var octets: [UInt8]

  /// The card with those octets.
  public init(_ octets: [UInt8]) { self.octets = octets }
}

/// Chance handed in from outside, because the machine has none of its own: 80 bits for each command.
public struct Entropy: Hashable, Sendable {
  /// The upper 16 of the 80 bits.
  public var high: UInt16
  /// The lower 64 of the 80 bits.
  public var low: UInt64

  /// Chance for one command.
  public init(high: UInt16, low: UInt64) {
    self.high = high
    self.low = low
  }
}

/// Names a session for ever: 26 letters (a ULID) that sort by the time of the start.
public struct SessionID: Hashable, Comparable, Sendable {
  /// The 26 letters.
  public var text: String

  /// The session with those letters.
  public init(_ text: String) { self.text = text }

  /// The name of a session that starts then; `count` tells apart the sessions that one command starts.
  public init(startedAt wall: Timestamp, entropy: Entropy, count: Int) {
    let alphabet: [Character] = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
    let low = entropy.low &+ UInt64(truncatingIfNeeded: count)
    var text = ""
    let time = UInt64(truncatingIfNeeded: max(0, wall.milliseconds)) & 0xFFFF_FFFF_FFFF
    for place in stride(from: 45, through: 0, by: -5) { text.append(alphabet[Int((time >> UInt64(place)) & 31)]) }
    // The 80 bits of chance are 16 letters of five bits; the fourth letter takes one bit of the upper part and four of
    // the lower.
    let high = UInt64(entropy.high)
    for place in stride(from: 11, through: 1, by: -5) { text.append(alphabet[Int((high >> UInt64(place)) & 31)]) }
    text.append(alphabet[Int(((high & 1) << 4) | (low >> 60))])
    for place in stride(from: 55, through: 0, by: -5) { text.append(alphabet[Int((low >> UInt64(place)) & 31)]) }
    self.text = text
  }

  /// When the session began, as its first ten letters say; `nil` if they are not those of a ULID.
  public var startedAt: Timestamp? {
    let alphabet: [Character] = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
    guard text.utf8.count == 26 else { return nil }
    var milliseconds: Int64 = 0
    for letter in text.prefix(10) {
      guard let digit = alphabet.firstIndex(of: letter) else { return nil }
      milliseconds = milliseconds << 5 | Int64(digit)
    }
    return Timestamp(milliseconds: milliseconds)
  }

  /// Earlier before later.
  public static func < (left: SessionID, right: SessionID) -> Bool { left.text < right.text }
}
