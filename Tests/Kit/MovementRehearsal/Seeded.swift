import Glibc

/// SplitMix64: the same stream on every machine.
package struct Seeded: RandomNumberGenerator {
  private var state: UInt64

  /// A generator whose numbers follow from the seed alone.
  package init(_ seed: UInt64) { state = seed }

  /// The next 64 bits.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// From 0 to 1.
  package mutating func unit() -> Double { Double(next() >> 11) / Double(1 << 53) }

  /// Between two numbers.
  package mutating func within(_ low: Double, _ high: Double) -> Double { low + (high - low) * unit() }

  /// Evenly about a middle.
  package mutating func about(_ middle: Double, _ most: Double) -> Double { within(middle - most, middle + most) }

  /// Normally distributed, with mean 0 and deviation 1.
  package mutating func normal() -> Double {
    let radius = (-2 * log(max(unit(), 1e-12))).squareRoot()
    return radius * cos(2 * .pi * unit())
  }
}
