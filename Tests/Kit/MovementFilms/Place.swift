import Glibc

/// A place in the room in metres: x to the right of the picture, y up from the floor, z towards the camera. The person
/// is at the origin.
typealias Place = SIMD3<Double>

extension Place {
  var length: Double { (self * self).sum().squareRoot() }

  /// The same direction, one metre long.
  var unit: Place { self / Swift.max(length, 1e-9) }

  /// Turned about the vertical, to the right of the picture where it was in front.
  func turned(by angle: Double) -> Place {
    Place(x * cos(angle) + z * sin(angle), y, z * cos(angle) - x * sin(angle))
  }
}

func dot(_ one: Place, _ other: Place) -> Double { (one * other).sum() }

func blend(_ one: Place, _ other: Place, _ share: Double) -> Place { one + (other - one) * share }

func blend(_ one: Double, _ other: Double, _ share: Double) -> Double { one + (other - one) * share }

/// Where a knee or an elbow is: two bones from `root` to `end`, bent towards `side`.
func hinge(_ root: Place, _ end: Place, _ upper: Double, _ lower: Double, towards side: Place) -> (Place, end: Place) {
  let way = end - root
  let reach = min(max(way.length, abs(upper - lower) * 1.001), (upper + lower) * 0.9995)
  let along = way.unit
  let share = (upper * upper - lower * lower + reach * reach) / (2 * reach)
  let bow = max(0, upper * upper - share * share).squareRoot()
  return (root + along * share + (side - along * dot(side, along)).unit * bow, root + along * reach)
}
