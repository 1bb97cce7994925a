// The pure rooms have no C library to ask. Both functions are within a few units in the last place.

/// The natural logarithm of 2, as a multiple of 2^-32 and the rest: a product of the first part with an exponent is
/// exact.
private let ln2High = 0.693147180369123816490
private let ln2Low = 1.90821492927058770002e-10

/// e to the power of `x`.
func exponential(_ x: Double) -> Double {
  guard x < 709.78 else { return x.isNaN ? x : .infinity }
  guard x > -745.2 else { return 0 }
  // e^x = 2^k · e^r, |r| at most half of ln 2.
  let k = nearestWhole(x * 1.44269504088896338700)
  let r = (x - k * ln2High) - k * ln2Low
  var sum = 1.0
  var divisor = 14.0
  while divisor >= 1 {
    sum = 1 + r / divisor * sum
    divisor -= 1
  }
  // In two steps: 2^k alone may not fit where the product does.
  let half = Int(k) / 2
  return sum * Double(sign: .plus, exponent: half, significand: 1)
    * Double(sign: .plus, exponent: Int(k) - half, significand: 1)
}

/// The natural logarithm of a positive finite number.
func logarithm(_ x: Double) -> Double {
  guard x > 0, x.isFinite else { return x == 0 ? -.infinity : x == .infinity ? x : .nan }
  var exponent = Double(x.exponent)
  var m = x.significand
  if m > 1.41421356237309504880 {
    m /= 2
    exponent += 1
  }
  // ln m = 2 · artanh s, a series that converges quickly because |s| stays below 0.172.
  let s = (m - 1) / (m + 1)
  let square = s * s
  var sum = 0.0
  var odd = 25.0
  while odd >= 1 {
    sum = sum * square + 1 / odd
    odd -= 2
  }
  return exponent * ln2High + (2 * s * sum + exponent * ln2Low)
}

/// A positive number to any power.
func power(_ base: Double, _ exponent: Double) -> Double {
  exponential(exponent * logarithm(base))
}

/// The nearest whole number, the even one of two; for numbers below 2^51. (`rounded()` would need the C library.)
func nearestWhole(_ x: Double) -> Double {
  // So far up that the last place counts ones.
  let far = 6_755_399_441_055_744.0
  return (x + far) - far
}
