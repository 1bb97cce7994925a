/// The digits that a chip lays over its own message when it is read.
public struct MirrorOverlay: Equatable, Sendable {
  /// Where they lie in the memory.
  public var range: Range<Int>
  /// The ASCII digits, upper case.
  public var digits: [UInt8]
}

extension Type2Image {
  /// The overlay that this memory's settings ask for; `nil` if the mirror is off or points before the data area.
  public func mirrorOverlay(of chip: Chip, uid: [UInt8], counter: UInt32) -> MirrorOverlay? {
    guard let settings = mirrorSettings(of: chip), settings.count > 0, settings.address >= 16 else { return nil }
    let showsCounter = settings.counter && settings.counterRuns
    var digits: [UInt8] = []
    if settings.uid { digits += uid.flatMap(Self.digits) }
    if settings.uid, showsCounter { digits.append(0x78) }
    if showsCounter {
      digits += [
        UInt8(truncatingIfNeeded: counter >> 16), UInt8(truncatingIfNeeded: counter >> 8),
        UInt8(truncatingIfNeeded: counter),
      ].flatMap(Self.digits)
    }
    return MirrorOverlay(range: settings.address..<settings.address + digits.count, digits: digits)
  }

  private static func digits(of octet: UInt8) -> [UInt8] {
    [octet >> 4, octet & 0xF].map { $0 < 10 ? 0x30 + $0 : 0x41 + $0 - 10 }
  }
}
