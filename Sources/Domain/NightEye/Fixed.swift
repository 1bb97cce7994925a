/// Fixed point with 30 binary places: the same result on every machine and in every build.
enum Fixed {
  static let one: Int64 = 1 << 30

  /// A product, rounded down.
  static func times(_ one: Int64, _ other: Int64) -> Int64 {
    let product = one.multipliedFullWidth(by: other)
    return product.high << 34 | Int64(truncatingIfNeeded: product.low >> 30)
  }

  static func thousandths(_ number: Int64) -> Int64 { number * one / 1000 }

  /// The square root of a number from 0 to 1.
  static func root(_ number: Int64) -> Int64 {
    var low: Int64 = 0
    var high = one
    while low < high {
      let middle = (low + high + 1) / 2
      if middle * middle <= number * one { low = middle } else { high = middle - 1 }
    }
    return low
  }
}

/// A direction, as the cosine and the sine of its angle.
struct Direction {
  private(set) var x: Int64
  private(set) var y: Int64

  static let right = Direction(x: Fixed.one, y: 0)

  /// The direction after a turn by a small angle, in radians.
  func turned(by angle: Int64) -> Direction {
    let square = Fixed.times(angle, angle)
    let cosine = Fixed.one - square / 2 + Fixed.times(square, square) / 24
    let sine = angle - Fixed.times(angle, square) / 6 + Fixed.times(Fixed.times(angle, square), square) / 120
    return turned(cosine: cosine, sine: sine)
  }

  /// The direction after a turn by the golden angle, which puts every further place between the ones before.
  var turnedGolden: Direction { turned(cosine: -791_743_804, sine: 725_302_181) }

  var opposite: Direction { Direction(x: -x, y: -y) }

  private func turned(cosine: Int64, sine: Int64) -> Direction {
    Direction(x: Fixed.times(x, cosine) - Fixed.times(y, sine), y: Fixed.times(x, sine) + Fixed.times(y, cosine))
  }
}

/// SplitMix64: the same night always gets the same random numbers.
struct NightChance {
  private var state: UInt64

  init(day: Int64) {
    state = UInt64(bitPattern: day)
  }

  /// Returns a number from `low` to `high`, both included.
  mutating func within(_ low: Int64, _ high: Int64) -> Int64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    z ^= z >> 31
    return low + Int64(z % UInt64(high - low + 1))
  }

  mutating func sign() -> Int64 { within(0, 1) == 0 ? -1 : 1 }
}
