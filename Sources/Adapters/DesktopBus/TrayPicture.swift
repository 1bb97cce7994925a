internal import FocusPorts

/// Pictures for the tray, drawn without files: a ring, empty, full, or with pause bars or a mark.
enum TrayPicture {
  /// The sizes that trays ask for most; they scale to others.
  private static let sizes = [22, 44]

  /// `a(iiay)` of the StatusNotifierItem specification.
  static func value(_ picture: TrayFace.Picture) -> BusValue {
    .array(
      of: "(iiay)",
      sizes.map { size in
        .structure([.int32(Int32(size)), .int32(Int32(size)), .bytes(pixels(picture, size: size))])
      })
  }

  /// Four bytes per pixel: alpha, red, green, blue.
  static func pixels(_ picture: TrayFace.Picture, size: Int) -> [UInt8] {
    // Colors that are seen on light and on dark panels; the shapes differ as well.
    let color: (UInt8, UInt8, UInt8) =
      switch picture {
      case .idle: (0x8C, 0x8C, 0x8C)
      case .focusing: (0x3D, 0x8B, 0xFF)
      case .onBreak: (0x2F, 0xB3, 0x6B)
      case .asking: (0xE8, 0x93, 0x1A)
      }
    var octets: [UInt8] = []
    octets.reserveCapacity(size * size * 4)
    for y in 0..<size {
      for x in 0..<size {
        let alpha = coverage(picture, x, y, size)
        octets += [alpha, color.0, color.1, color.2]
      }
    }
    return octets
  }

  /// How much of a pixel is covered, 0 to 255, from sixteen sample points.
  private static func coverage(_ picture: TrayFace.Picture, _ x: Int, _ y: Int, _ size: Int) -> UInt8 {
    var count = 0
    for point in 0..<16 {
      // In eighths of a pixel from the middle; the whole is 1,000 wide.
      let across = (x * 8 + point % 4 * 2 + 1) * 1000 / (size * 8) - 500
      let down = (y * 8 + point / 4 * 2 + 1) * 1000 / (size * 8) - 500
      if isInside(picture, across, down) { count += 1 }
    }
    return UInt8(count * 255 / 16)
  }

  private static func isInside(_ picture: TrayFace.Picture, _ x: Int, _ y: Int) -> Bool {
    let square = x * x + y * y
    if square > 440 * 440 { return false }
    if square > 340 * 340 { return true }
    switch picture {
    case .idle: return false
    case .focusing: return square < 240 * 240
    case .onBreak: return abs(y) < 180 && (60...150).contains(abs(x))
    case .asking: return abs(x) < 55 && ((-220..<70).contains(y) || (120..<220).contains(y))
    }
  }
}
