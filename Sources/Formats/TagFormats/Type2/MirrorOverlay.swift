/// The digits that a chip lays over its own message when it is read.
public struct MirrorOverlay: Equatable, Sendable {
  /// Where they lie in the memory.
  public var range: Range<Int>
  /// The ASCII digits, upper case.
  public var digits: [UInt8]

  /// Two upper-case digits for each octet, as chips write them.
  public static func digits(of octets: [UInt8]) -> [UInt8] {
    octets.flatMap { [digit($0 >> 4), digit($0 & 0xF)] }
  }

  private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x41 + value - 10 }
}

extension Type2Image {
  /// The overlay that this memory's settings ask for; `nil` if the mirror is off or points before the data area.
  public func mirrorOverlay(of chip: Chip, uid: [UInt8], counter: UInt32) -> MirrorOverlay? {
    guard let settings = mirrorSettings(of: chip), settings.count > 0, settings.address >= 16 else { return nil }
    let showsCounter = settings.counter && settings.counterRuns
    var digits: [UInt8] = []
    if settings.uid { digits += MirrorOverlay.digits(of: uid) }
    if settings.uid, showsCounter { digits.append(0x78) }
    if showsCounter {
      digits += MirrorOverlay.digits(of: [
        UInt8(truncatingIfNeeded: counter >> 16), UInt8(truncatingIfNeeded: counter >> 8),
        UInt8(truncatingIfNeeded: counter),
      ])
    }
    return MirrorOverlay(range: settings.address..<settings.address + digits.count, digits: digits)
  }
}
