// The pure rooms have no C library to ask. Each function is right to about twelve digits for what the coach gives it,
// and the same on every machine.

let pi = 3.141592653589793

/// e to the power of a number between -700 and 700.
func exponential(_ x: Double) -> Double {
  let x = min(max(x, -700), 700)
  let doublings = Int(x * 1.4426950408889634)
  let rest = x - Double(doublings) * 0.6931471805599453
  var (sum, term) = (1.0, 1.0)
  for number in 1...20 {
    term *= rest / Double(number)
    sum += term
  }
  return sum * Double(sign: .plus, exponent: doublings, significand: 1)
}

/// The natural logarithm of a positive number.
func logarithm(_ x: Double) -> Double {
  let tiny = max(x, 1e-300)
  let s = (tiny.significand - 1) / (tiny.significand + 1)
  var (sum, power) = (0.0, s)
  for number in 0..<18 {
    sum += power / Double(2 * number + 1)
    power *= s * s
  }
  return 2 * sum + Double(tiny.exponent) * 0.6931471805599453
}

/// A half to a power that need not be whole.
func half(toThe power: Double) -> Double { exponential(-0.6931471805599453 * power) }

/// The cosine and the sine of an angle.
func circle(_ angle: Double) -> (cosine: Double, sine: Double) {
  let turns = (angle / (2 * pi) + 0.5).rounded(.down)
  let x = angle - turns * 2 * pi
  var (cosine, sine, term) = (1.0, 0.0, 1.0)
  for number in 1...30 {
    term *= x / Double(number)
    switch number % 4 {
    case 1: sine += term
    case 2: cosine -= term
    case 3: sine -= term
    default: cosine += term
    }
  }
  return (cosine, sine)
}

/// The angle of a point, from -pi to pi.
func angle(_ sine: Double, _ cosine: Double) -> Double {
  let length = (sine * sine + cosine * cosine).squareRoot()
  guard length > 0 else { return 0 }
  // Halving the angle three times makes the series short.
  var (x, y) = (cosine / length, sine / length)
  for _ in 0..<3 {
    let halfX = ((1 + x) / 2).squareRoot()
    y = halfX > 1e-8 ? y / (2 * halfX) : (y < 0 ? -1 : 1)
    x = halfX
  }
  let tangent = y / x
  var (sum, power) = (0.0, tangent)
  for number in 0..<16 {
    sum += (number % 2 == 0 ? 1 : -1) * power / Double(2 * number + 1)
    power *= tangent * tangent
  }
  return 8 * sum
}
