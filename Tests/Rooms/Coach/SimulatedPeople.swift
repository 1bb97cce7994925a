import Glibc

/// SplitMix64, for people whose days follow from a seed.
struct Luck {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func bits() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func unit() -> Double { Double(bits() >> 11) / Double(1 << 53) }

  mutating func within(_ low: Double, _ high: Double) -> Double { low + (high - low) * unit() }

  mutating func normal() -> Double { (-2 * log(max(unit(), 1e-12))).squareRoot() * cos(2 * .pi * unit()) }
}

/// The distance of two hours on the clock.
func hoursApart(_ one: Double, _ other: Double) -> Double {
  let apart = (one - other).magnitude.truncatingRemainder(dividingBy: 24)
  return min(apart, 24 - apart)
}
