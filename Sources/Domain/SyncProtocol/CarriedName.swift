internal import Octets

/// What a file in a household's folder is called: whose it is, what it holds, its number and its size. All names have
/// the same length, so that a carrier's copy, which has other words after them, is known by its beginning.
package struct CarriedName: Hashable, Sendable {
  /// What a file holds.
  package enum Kind: Character, CaseIterable, Sendable {
    /// A device comes in: its key, and the ticket that let it in.
    case device = "d"
    /// Messages, the first of which has the name's number.
    case messages = "m"
    /// What stands for all messages up to the name's number.
    case snapshot = "s"
    /// An epoch begins, whose number is the name's; it is vouched for with the key before.
    case epoch = "e"
    /// A ticket that lets somebody in.
    case ticket = "t"
    /// The device sends nothing more.
    case leave = "l"
    /// What another device sent is forgotten.
    case forgotten = "f"
    /// The household is no more.
    case end = "x"
  }

  /// The beginning of the household's id.
  package var household: UInt32
  /// Who wrote it.
  package var device: DeviceID
  /// What it holds.
  package var kind: Kind
  package var number: UInt64
  /// How many messages it holds; 0 where it holds none.
  package var count: UInt16
  /// Which epoch's key vouches for it.
  package var epoch: Epoch
  /// Which of the epoch's keys that is: ``EpochKeys/mark``.
  package var mark: UInt16
  /// Which of the sizes it has.
  package var size: CarriedFile.Size

  /// A name.
  package init(
    owner: OwnerID, device: DeviceID, kind: Kind, number: UInt64, count: UInt16 = 0, epoch: Epoch, mark: UInt16 = 0,
    size: CarriedFile.Size = .smallest
  ) {
    household = Self.beginning(of: owner)
    (self.device, self.kind, self.number, self.count) = (device, kind, number, count)
    (self.epoch, self.mark, self.size) = (epoch, mark, size)
  }

  /// How a household's id begins in names.
  package static func beginning(of owner: OwnerID) -> UInt32 { UInt32(truncatingIfNeeded: owner.halves.high >> 32) }

  /// The last number of its messages.
  package var last: UInt64 { number &+ UInt64(max(count, 1)) - 1 }

  /// What all names end with.
  package static let ending = ".focuskey"

  /// The highest epoch that a name can say.
  static let lastEpoch = Epoch(0xFFFF)

  /// The name without its ending: household, device, kind, number, count, mark, epoch and size.
  package var stem: String {
    let digits =
      HexText.text(of: BigEndian.octets(of: household)) + "-" + device.text + "-\(kind.rawValue)"
      + HexText.text(of: BigEndian.octets(of: number)) + "-" + HexText.text(of: BigEndian.octets(of: count)) + "-"
      + HexText.text(of: BigEndian.octets(of: mark) + BigEndian.octets(of: UInt16(truncatingIfNeeded: epoch.number)))
    return "\(digits)-\(size.rawValue)"
  }

  /// The name as it is in the folder.
  package var text: String { stem + Self.ending }

  private static let stemCount = 8 + 1 + 32 + 1 + 1 + 16 + 1 + 4 + 1 + 8 + 1 + 1

  /// Reads the name at the beginning of what a file is called; `nil` where it is somebody else's file.
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
