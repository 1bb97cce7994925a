internal import Octets

/// What a file in a household's folder is called: whose it is, what it holds, its number and its size. All names have
/// the same length, so that a carrier's copy, which has other words after them, is known by its beginning.
package struct CarriedName: Hashable, Sendable {
  package enum Kind: Character, CaseIterable, Sendable {
    /// A device joins: its key, and the ticket that let it in.
    case device = "d"
    /// Messages, the first of which has the name's number.
    case messages = "m"
    /// Replaces all messages up to the name's number.
    case snapshot = "s"
    /// An epoch begins, with the name's number; it is proven with the key before.
    case epoch = "e"
    case ticket = "t"
    /// The device sends nothing more.
    case leave = "l"
    /// What another device sent is forgotten.
    case forgotten = "f"
    case end = "x"
  }

  /// The beginning of the household's id.
  package var household: UInt32
  package var device: DeviceID
  package var kind: Kind
  package var number: UInt64
  /// How many messages it contains; 0 where it contains none.
  package var count: UInt16
  /// The epoch whose key vouches for it.
  package var epoch: Epoch
  /// Which of that epoch's keys it is: ``EpochKeys/mark``.
  package var mark: UInt16
  package var size: CarriedFile.Size

  package init(
    owner: OwnerID, device: DeviceID, kind: Kind, number: UInt64, count: UInt16 = 0, epoch: Epoch, mark: UInt16 = 0,
    size: CarriedFile.Size = .smallest
  ) {
    household = Self.beginning(of: owner)
    (self.device, self.kind, self.number, self.count) = (device, kind, number, count)
    (self.epoch, self.mark, self.size) = (epoch, mark, size)
  }

  /// The household's part of a name: the first four octets of its id.
  package static func beginning(of owner: OwnerID) -> UInt32 { UInt32(truncatingIfNeeded: owner.halves.high >> 32) }

  /// The number of its last message.
  package var last: UInt64 { number &+ UInt64(max(count, 1)) - 1 }

  package static let ending = ".focuskey"

  /// The highest epoch that fits into a name.
  static let lastEpoch = Epoch(0xFFFF)

  /// The name without its ending: household, device, kind, number, count, mark, epoch and size.
  package var stem: String {
    let digits =
      HexText.text(of: BigEndian.octets(of: household)) + "-" + device.text + "-\(kind.rawValue)"
      + HexText.text(of: BigEndian.octets(of: number)) + "-" + HexText.text(of: BigEndian.octets(of: count)) + "-"
      + HexText.text(of: BigEndian.octets(of: mark) + BigEndian.octets(of: UInt16(truncatingIfNeeded: epoch.number)))
    return "\(digits)-\(size.rawValue)"
  }

  package var text: String { stem + Self.ending }

  private static let stemCount = 8 + 1 + 32 + 1 + 1 + 16 + 1 + 4 + 1 + 8 + 1 + 1

  /// Reads the name at the beginning of a file's name; `nil` where it is somebody else's file.
  package init?(beginning text: String) {
    let letters = Array(text.utf8)
    guard letters.count >= Self.stemCount else { return nil }
    var place = 0
    func number(_ digits: Int) -> UInt64? {
      var value: UInt64 = 0
      for letter in letters[place..<place + digits] {
        switch letter {
        case 0x30...0x39: value = value << 4 | UInt64(letter - 0x30)
        case 0x61...0x66: value = value << 4 | UInt64(letter - 0x61 + 10)
        default: return nil
        }
      }
      place += digits
      return value
    }
    func isLine() -> Bool {
      defer { place += 1 }
      return letters[place] == 0x2D
    }
    guard let household = number(8), isLine(), let high = number(16), let low = number(16), isLine(),
      let kind = Kind(rawValue: Character(Unicode.Scalar(letters[place])))
    else { return nil }
    place += 1
    guard let start = number(16), isLine(), let count = number(4), isLine(), let mark = number(4),
      let epoch = number(4),
      isLine(),
      let size = CarriedFile.Size(rawValue: Character(Unicode.Scalar(letters[place])))
    else { return nil }
    (self.household, self.kind, self.number, self.size) = (UInt32(household), kind, start, size)
    device = DeviceID(halves: SyncHalves(high: high, low: low))
    (self.count, self.mark, self.epoch) = (UInt16(count), UInt16(mark), Epoch(UInt32(epoch)))
    guard kind != .messages || count > 0, start <= .max - UInt64(count) else { return nil }
  }

  /// Whether a file has exactly this name, and is not a copy that a carrier made of it.
  package func isName(of text: String) -> Bool { text == self.text }
}
